import { createHash, randomBytes } from 'node:crypto'
import type { Deployment } from '../contract.ts'
import type { ApprovedAccess } from '../shared.ts'

/** Addresses of an application for approval, for tokens, and for its data. */
export interface OAuthAddresses {
  readonly authorise: string
  readonly token: string
  /** Of Atlassian's gateway, with the sites that a token is good for; undefined for Data Center. */
  readonly sites: string | undefined
  readonly scopes: Readonly<Record<ApprovedAccess, string>>
}

interface Application {
  rpc_url: string
  display_url: string
  deployment: Deployment
}

/** Whether Atlassian runs the site of an address. */
export function isCloud(address: string): boolean {
  return /\.(?:atlassian\.net|jira\.com)$/i.test(new URL(address).hostname)
}

/**
 * Data Center: "Jira OAuth 2.0 provider API", from 8.22 on. Cloud: "OAuth 2.0 (3LO) apps". Approvals only read, until a
 * user does something that writes and approves that too.
 */
export function addressesOf({ rpc_url, display_url, deployment }: Application): OAuthAddresses {
  if (deployment === 'cloud') {
    return {
      authorise: 'https://auth.atlassian.com/authorize',
      token: 'https://auth.atlassian.com/oauth/token',
      sites: 'https://api.atlassian.com/oauth/token/accessible-resources',
      scopes: { read: 'read:jira-work offline_access', write: 'read:jira-work write:jira-work offline_access' },
    }
  }
  return {
    authorise: `${display_url}/rest/oauth2/latest/authorize`,
    token: `${rpc_url}/rest/oauth2/latest/token`,
    sites: undefined,
    // Includes reading.
    scopes: { read: 'READ', write: 'WRITE' },
  }
}

/** The address of an application's REST interface for who has approved. */
export function apiAddressOf({ rpc_url, deployment }: Application, siteId: string): string {
  return deployment === 'cloud' ? `https://api.atlassian.com/ex/jira/${encodeURIComponent(siteId)}` : rpc_url
}

/** 43 characters without any that must be escaped, of 256 random bits: a `state` or a `code_verifier` (RFC 7636). */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

export interface ApprovalRequest {
  readonly redirectUrl: string
  readonly state: string
  readonly verifier: string
  readonly access: ApprovedAccess
}

/** The address to send a browser to, which asks its user for approval: authorization code with PKCE. */
export function approvalAddress(
  application: Application & { client_id: string },
  { redirectUrl, state, verifier, access }: ApprovalRequest,
): string {
  const { authorise, scopes } = addressesOf(application)
  const query = new URLSearchParams({
    ...(application.deployment === 'cloud' ? { audience: 'api.atlassian.com', prompt: 'consent' } : {}),
    client_id: application.client_id,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope: scopes[access],
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return `${authorise}?${query}`
}
