export const AUTHORIZE_PATH = '/oauth/authorize'
export const TOKEN_PATH = '/oauth/token'
export const REGISTER_PATH = '/oauth/register'
export const REVOKE_PATH = '/oauth/revoke'
/** Metadata of the authorization server (RFC 8414). */
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server'
/** Metadata of protected resources (RFC 9728); the path of the resource follows. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'

/** Largest registration, in bytes. */
export const MOST_REGISTRATION_BYTES = 32 * 1024
/** Addresses to return to of one client. */
export const MOST_REDIRECTS = 20
/** Longest address to return to, in characters. */
export const MOST_REDIRECT = 1000
/** Longest name of a client that is shown, in characters. */
export const MOST_NAME = 100
