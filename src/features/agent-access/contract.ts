import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { pageSchema, pagingQuery } from '#platform/wire.ts'
import {
  AUTHORIZE_PATH,
  MOST_REDIRECT,
  MOST_REDIRECTS,
  MOST_REGISTRATION_BYTES,
  REGISTER_PATH,
  RESOURCE_METADATA_PATH,
  REVOKE_PATH,
  SERVER_METADATA_PATH,
  TOKEN_PATH,
} from './shared.ts'

const tag = 'agents'
const short = z.string().max(200)
const secret = z.string().max(200)
const redirectUri = z.string().max(MOST_REDIRECT)

export const resourceMetadata = endpoint({
  openToOtherSites: true,
  method: 'GET',
  path: RESOURCE_METADATA_PATH,
  summary: 'Where agents get their access tokens (RFC 9728), if an administrator lets them connect',
  tag,
})
export const serverMetadata = endpoint({
  openToOtherSites: true,
  method: 'GET',
  path: SERVER_METADATA_PATH,
  summary: 'The calls by which agents get access tokens (RFC 8414), if an administrator lets them connect',
  tag,
})

/** Other metadata of a client is ignored: it is neither shown nor used. */
export const registerClient = endpoint({
  openToOtherSites: true,
  method: 'POST',
  path: REGISTER_PATH,
  summary: 'Registers an agent (RFC 7591), which can do nothing until a user allows it',
  tag,
  status: 201,
  bodyLimit: MOST_REGISTRATION_BYTES,
  body: z.object({
    redirect_uris: z.array(redirectUri).min(1).max(MOST_REDIRECTS),
    client_name: z.string().max(1000).optional(),
  }),
})

/** Parameters of an authorization request (OAuth 2.1, with PKCE and RFC 8707). They are checked in `requests.ts`. */
const authorizationFields = z.object({
  response_type: short.default(''),
  client_id: short.default(''),
  redirect_uri: redirectUri.default(''),
  code_challenge: short.default(''),
  code_challenge_method: short.default(''),
  scope: short.default(''),
  resource: z.string().max(500).default(''),
  state: z.string().max(1500).optional(),
})
export type AuthorizationFields = z.output<typeof authorizationFields>

export const authorizePage = endpoint({
  method: 'GET',
  path: AUTHORIZE_PATH,
  summary: 'Asks the user whether an agent may use the wiki in their name',
  tag,
  query: authorizationFields,
})
export const submitAuthorization = endpoint({
  method: 'POST',
  path: AUTHORIZE_PATH,
  summary: 'Allows or refuses an agent, and returns to it',
  tag,
  encoding: 'form',
  body: authorizationFields.extend({
    decision: z.enum(['allow', 'deny']),
    access: z.enum(['read', 'write']).default('read'),
  }),
})

export const issueTokens = endpoint({
  openToOtherSites: true,
  method: 'POST',
  path: TOKEN_PATH,
  summary: 'Gives an agent tokens for an authorization code or a refresh token',
  tag,
  encoding: 'form',
  allowWithoutToken: true,
  // Agents go on reading.
  allowedInReadOnlyMode: true,
  body: z.object({
    grant_type: short.default(''),
    client_id: short.default(''),
    code: secret.default(''),
    code_verifier: secret.default(''),
    redirect_uri: redirectUri.default(''),
    refresh_token: secret.default(''),
    resource: z.string().max(500).default(''),
  }),
})
export const revokeTokens = endpoint({
  openToOtherSites: true,
  method: 'POST',
  path: REVOKE_PATH,
  summary: 'Ends the connection that an access or refresh token belongs to (RFC 7009)',
  tag,
  encoding: 'form',
  allowWithoutToken: true,
  allowedInReadOnlyMode: true,
  body: z.object({ token: secret.default(''), client_id: short.default('') }),
})

export const connectionSchema = z.object({
  id: z.number(),
  /** As the agent calls itself. */
  name: z.string(),
  /** Host that the user was returned to. */
  host: z.string(),
  scope: z.enum(['read', 'write']),
  connectedAt: z.string(),
  lastAccessedAt: z.string().nullable(),
})
export type ConnectionView = z.output<typeof connectionSchema>

export const listConnections = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/agents',
  summary: 'The agents that the user has connected, the oldest first',
  tag,
  query: z.object(pagingQuery(50)),
  response: pageSchema(connectionSchema),
})
export const endConnection = endpoint({
  allowedInReadOnlyMode: true,
  method: 'DELETE',
  path: '/rest/oxbow/1.0/agents/:connectionId',
  summary: 'Disconnects an agent at once',
  tag,
  status: 204,
  params: z.object({
    connectionId: z
      .string()
      .regex(/^\d{1,15}$/, 'must be the id of a connected agent')
      .transform(Number),
  }),
})
