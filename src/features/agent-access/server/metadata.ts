import { MCP_PATH } from '#features/mcp/shared.ts'
import type { App } from '#platform/server/app.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import {
  AUTHORIZE_PATH,
  REGISTER_PATH,
  RESOURCE_METADATA_PATH,
  REVOKE_PATH,
  SERVER_METADATA_PATH,
  TOKEN_PATH,
} from '../shared.ts'

/** Every scope, the smaller first. */
export const SCOPES = ['read', 'write'] as const
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
export const RESPONSE_TYPES = ['code'] as const
/** How clients prove themselves: not at all, see `clients.ts`. */
export const CLIENT_AUTHENTICATION = 'none'

/** Metadata of the call for agents (RFC 9728). */
export function resourceMetadataOf(app: App) {
  return {
    resource: app.baseUrl + MCP_PATH,
    authorization_servers: [app.baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: app.settings.get(siteTitle),
  }
}

/** Metadata of the authorization server (RFC 8414). */
export function serverMetadataOf({ baseUrl }: App) {
  return {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + AUTHORIZE_PATH,
    token_endpoint: baseUrl + TOKEN_PATH,
    registration_endpoint: baseUrl + REGISTER_PATH,
    revocation_endpoint: baseUrl + REVOKE_PATH,
    scopes_supported: SCOPES,
    response_types_supported: RESPONSE_TYPES,
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: [CLIENT_AUTHENTICATION],
    revocation_endpoint_auth_methods_supported: [CLIENT_AUTHENTICATION],
    code_challenge_methods_supported: ['S256'],
    // RFC 9207.
    authorization_response_iss_parameter_supported: true,
  }
}

/** Whether a resource indicator (RFC 8707) names the call for agents. */
export function isMcpResource({ baseUrl }: App, resource: string): boolean {
  const url = URL.parse(resource)
  return url !== null && url.href.replace(/\/$/, '') === new URL(MCP_PATH, baseUrl).href
}

/** `WWW-Authenticate` of a request without a valid token: where agents find out how to get one. */
export function challengeOf({ baseUrl }: App): string {
  return `Bearer realm="Oxbow", resource_metadata="${baseUrl}${RESOURCE_METADATA_PATH}${MCP_PATH}"`
}

/** Addresses of the metadata: RFC 9728 and RFC 8414 put the path of what they describe behind theirs. */
export const RESOURCE_METADATA_ALIASES = [RESOURCE_METADATA_PATH + MCP_PATH]
export const SERVER_METADATA_ALIASES = [SERVER_METADATA_PATH + MCP_PATH]
