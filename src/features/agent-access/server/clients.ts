import { randomBytes } from 'node:crypto'
import { now } from '#features/accounts/server/index.ts'
import type { App } from '#platform/server/app.ts'
import { MOST_NAME } from '../shared.ts'
import { OAuthError } from './oauth-error.ts'
import { isAllowedRedirect } from './redirects.ts'
import { insertClient, type AgentClient } from './store.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long a registration lasts that no user has allowed. */
export const UNUSED_CLIENT_MS = 24 * HOUR_MS
/** How long a registration lasts that a user has allowed, from its last use. Longer than a connection does. */
export const CLIENT_MS = 90 * 24 * HOUR_MS
/** Registrations that no user has allowed. */
export const MOST_UNUSED_CLIENTS = 1000

/**
 * Registers a client. All are public (RFC 6749, 2.1): a secret would prove nothing, since anyone can register.
 * @throws OAuthError 400 for an address that is not allowed
 */
export async function registerClient(
  app: App,
  given: { redirect_uris: readonly string[]; client_name?: string | undefined },
): Promise<AgentClient> {
  if (!given.redirect_uris.every(isAllowedRedirect))
    throw new OAuthError(
      'invalid_redirect_uri',
      'each of redirect_uris must be an https address without a fragment, or http on localhost, 127.0.0.1 or [::1]',
    )
  const at = now(app)
  const client: AgentClient = {
    id: randomBytes(16).toString('hex'),
    name: shownName(given.client_name ?? ''),
    redirect_uris: JSON.stringify(given.redirect_uris),
    created_at: at,
    expires_at: at + UNUSED_CLIENT_MS,
    is_approved: 0,
  }
  await app.database.transaction(tx => insertClient(tx, client, MOST_UNUSED_CLIENTS), { invalidates: false })
  return client
}

/** Addresses to return to that a client has registered. */
export function redirectsOf(client: AgentClient): string[] {
  return JSON.parse(client.redirect_uris) as string[]
}

/** A name on one line, without characters that hide or turn around parts of it. */
function shownName(name: string): string {
  const line = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, MOST_NAME).join('')
}
