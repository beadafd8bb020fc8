import type { TokenScope } from '#features/accounts/contract.ts'
import { now } from '#features/accounts/server/index.ts'
import type { App } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { AuthorizationFields } from '../contract.ts'
import { redirectsOf } from './clients.ts'
import { isMcpResource } from './metadata.ts'
import { isRegisteredRedirect } from './redirects.ts'
import { clientOf, type AgentClient } from './store.ts'

/** A SHA-256 in Base64url. */
const CHALLENGE = /^[\w-]{43}$/

/** An authorization request whose parameters are valid. */
export interface AuthorizationRequest {
  readonly client: AgentClient
  readonly redirectUri: string
  readonly challenge: string
  /** The most that the client asks for. */
  readonly scope: TokenScope
  readonly state: string | undefined
}

/**
 * Checks an authorization request. Errors are shown to the user, never sent to the client: anyone can register an
 * address, and a redirect without the user's decision would lead to it from an address of the wiki.
 * @throws HttpError 400
 */
export async function readAuthorizationRequest(app: App, fields: AuthorizationFields): Promise<AuthorizationRequest> {
  const client = fields.client_id === '' ? undefined : await clientOf(app, fields.client_id, now(app))
  if (!client) throw badRequest('The wiki does not know this agent. Remove the wiki from the agent, and connect again.')
  if (!isRegisteredRedirect(redirectsOf(client), fields.redirect_uri))
    throw badRequest('The agent asks to return to an address that it has not registered.')
  if (fields.response_type !== 'code') throw unsupported('response_type must be code')
  if (fields.code_challenge_method !== 'S256' || !CHALLENGE.test(fields.code_challenge))
    throw unsupported('code_challenge_method must be S256')
  if (fields.resource !== '' && !isMcpResource(app, fields.resource)) throw unsupported('resource is another one')
  return {
    client,
    redirectUri: fields.redirect_uri,
    challenge: fields.code_challenge,
    scope: scopeOf(fields.scope),
    state: fields.state,
  }
}

/** The most that a list of scopes asks for; without one, all that there is. Unknown ones are not given. */
function scopeOf(scope: string): TokenScope {
  const scopes = scope.split(' ').filter(one => one !== '')
  if (scopes.length === 0 || scopes.includes('write')) return 'write'
  if (scopes.includes('read')) return 'read'
  throw unsupported('scope must be read, write or both')
}

function unsupported(reason: string) {
  return badRequest('The wiki does not support the request of the agent: {{reason}}.', { values: { reason } })
}
