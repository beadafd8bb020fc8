import { now } from '#features/accounts/server/index.ts'
import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import * as contract from '../contract.ts'
import { registerClient, redirectsOf } from './clients.ts'
import { ACCESS_MS, exchange, refresh, revoke, type IssuedTokens } from './connections.ts'
import { requireAgents } from './enabled.ts'
import {
  CLIENT_AUTHENTICATION,
  GRANT_TYPES,
  isMcpResource,
  RESOURCE_METADATA_ALIASES,
  resourceMetadataOf,
  RESPONSE_TYPES,
  SCOPES,
  SERVER_METADATA_ALIASES,
  serverMetadataOf,
} from './metadata.ts'
import { OAuthError, oauthAnswer } from './oauth-error.ts'
import { clientOf } from './store.ts'

const MINUTE_MS = 60_000
/** Registrations from one address in an hour. */
export const MOST_REGISTRATIONS = 60
/** Requests for tokens from one address in a minute. */
const MOST_TOKEN_REQUESTS = 300

/** The calls of OAuth for programs, which are not signed in: the secrets that they send are all that counts. */
export function programRoutes(app: App): void {
  metadataRoutes(app)
  registrationRoute(app)
  tokenRoutes(app)
}

function metadataRoutes(app: App): void {
  app.http.handle(
    contract.resourceMetadata,
    () => {
      requireAgents(app)
      return Answer.json(resourceMetadataOf(app))
    },
    { aliases: RESOURCE_METADATA_ALIASES },
  )
  app.http.handle(
    contract.serverMetadata,
    () => {
      requireAgents(app)
      return Answer.json(serverMetadataOf(app))
    },
    { aliases: SERVER_METADATA_ALIASES },
  )
}

function registrationRoute(app: App): void {
  const limit = rateLimited(
    app,
    { name: 'agent-registration', max: MOST_REGISTRATIONS, windowMs: 60 * MINUTE_MS },
    request => request.ip,
  )
  app.http.handle(
    contract.registerClient,
    async ({ body, request }) => {
      requireAgents(app)
      limit(request)
      const client = await registerClient(app, body)
      const metadata = {
        client_id: client.id,
        client_id_issued_at: Math.floor(client.created_at / 1000),
        client_name: client.name,
        redirect_uris: redirectsOf(client),
        grant_types: GRANT_TYPES,
        response_types: RESPONSE_TYPES,
        token_endpoint_auth_method: CLIENT_AUTHENTICATION,
        scope: SCOPES.join(' '),
      }
      return Answer.json(metadata, 201)
    },
    { onError: oauthAnswer('invalid_client_metadata') },
  )
}

function tokenRoutes(app: App): void {
  const limit = rateLimited(
    app,
    { name: 'agent-tokens', max: MOST_TOKEN_REQUESTS, windowMs: MINUTE_MS },
    request => request.ip,
  )
  const requireClient = async (id: string) => {
    if (id === '' || !(await clientOf(app, id, now(app))))
      throw new OAuthError('invalid_client', 'The client is not registered, or its registration has ended')
  }
  app.http.handle(
    contract.issueTokens,
    async ({ body, request }) => {
      requireAgents(app)
      limit(request)
      const { client_id: clientId, code, code_verifier: verifier, redirect_uri: redirectUri, resource } = body
      await requireClient(clientId)
      if (resource !== '' && !isMcpResource(app, resource))
        throw new OAuthError('invalid_target', 'The wiki issues tokens for another resource only')
      switch (body.grant_type) {
        case 'authorization_code':
          return tokenAnswer(await exchange(app, { code, clientId, redirectUri, verifier }))
        case 'refresh_token':
          return tokenAnswer(await refresh(app, { token: body.refresh_token, clientId }))
        default:
          throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
      }
    },
    { onError: oauthAnswer('invalid_request') },
  )
  app.http.handle(
    contract.revokeTokens,
    async ({ body, request }) => {
      requireAgents(app)
      limit(request)
      await requireClient(body.client_id)
      // A token that is unknown, or another client's, has no effect, and that is no error (RFC 7009, 2.2).
      await revoke(app, body.token, body.client_id)
      return Answer.empty(200)
    },
    { onError: oauthAnswer('invalid_request') },
  )
}

function tokenAnswer({ accessToken, refreshToken, scope }: IssuedTokens): Answer {
  return Answer.json({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_MS / 1000,
    refresh_token: refreshToken,
    scope: scope === 'write' ? SCOPES.join(' ') : scope,
  })
}
