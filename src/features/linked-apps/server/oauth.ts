import { createHash, randomBytes } from 'node:crypto'
import type { Deployment } from '../contract.ts'

/** Addresses of an application for approval, for tokens, and for its data. */
export interface OAuthAddresses {
  readonly authorise: string
  readonly token: string
  /** Of Atlassian's gateway, with the sites that a token is good for; undefined for Data Center. */
  readonly sites: string | undefined
  readonly scope: string
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
 * Data Center: "Jira OAuth 2.0 provider API", from 8.22 on. Cloud: "OAuth 2.0 (3LO) apps". Both only read: what writes
 * to Jira will need a wider scope, and with it a new approval.
 */
export function addressesOf({ rpc_url, display_url, deployment }: Application): OAuthAddresses {
  if (deployment === 'cloud') {
    return {
      authorise: 'https://auth.atlassian.com/authorize',
      token: 'https://auth.atlassian.com/oauth/token',
      sites: 'https://api.atlassian.com/oauth/token/accessible-resources',
      scope: 'read:jira-work offline_access',
    }
  }
  return {
    authorise: `${display_url}/rest/oauth2/latest/authorize`,
    token: `${rpc_url}/rest/oauth2/latest/token`,
    sites: undefined,
    scope: 'READ',
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

/** The address to send a browser to, which asks its user for approval: authorization code with PKCE. */
export function approvalAddress(
  application: Application & { client_id: string },
  { redirectUrl, state, verifier }: { redirectUrl: string; state: string; verifier: string },
): string {
  const { authorise, scope } = addressesOf(application)
  const query = new URLSearchParams({
    ...(application.deployment === 'cloud' ? { audience: 'api.atlassian.com', prompt: 'consent' } : {}),
    client_id: application.client_id,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return `${authorise}?${query}`
}
