import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'
import type { AnyEndpoint } from './http.ts'
import { refuseReadOnlyToken } from './read-only-token.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Both spellings are in use. */
const NO_CHECK = new Set(['no-check', 'nocheck'])
/** Values of Fetch Metadata for a request that no other site has caused; `same-site` may be a neighbouring host. */
const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none'])

/**
 * Refuses a change that another site's page could have sent with the user's cookies.
 *
 * - A foreign `Origin` is refused outright, except by calls that are open to other sites, which use no rights of users.
 * - Forms, multipart and raw uploads need the session's token (`atl_token`, or in the header `X-Atlassian-Token`) or
 *   that header with `no-check`, which no foreign page can set without a CORS answer that this server never gives.
 *   Clients with Basic or token authentication send it too, as they do to the old product.
 * - JSON calls with a session cookie need one of those, or `X-Requested-With`, or an `Origin` of our own, or a
 *   `Content-Type` that a foreign page cannot send ({@link hasOwnJsonType}), or they are a `DELETE` without anything
 *   that a browser adds ({@link isBareDelete}).
 *
 * @throws HttpError 403 `XSRF check failed`
 */
export function checkXsrf(request: FastifyRequest, endpoint: AnyEndpoint, baseUrl: string): void {
  if (SAFE_METHODS.has(request.method) || endpoint.openToOtherSites) return
  const { authentication } = request
  const origin = request.headers.origin
  const foreign = origin !== undefined && !isOwnOrigin(request, origin, baseUrl)
  // Browsers send cached Basic credentials by themselves, like a cookie, but no token.
  if (foreign && authentication.method !== 'token') throw otherAddress(origin, baseUrl)
  if (endpoint.allowWithoutToken) return
  if (hasXsrfToken(request)) return
  const plainJson = endpoint.encoding === undefined || endpoint.encoding === 'json'
  if (!plainJson) throw new XsrfError()
  if (authentication.method !== 'session') return
  if (request.headers['x-requested-with'] !== undefined) return
  if (origin !== undefined && !foreign) return
  if (hasOwnJsonType(request) || isBareDelete(request)) return
  throw new XsrfError()
}

/**
 * Whether the type of the body proves that no page of another site caused the request, so that programs which keep a
 * session cookie may write JSON as they do to the old product, without a token.
 *
 * - Without a preflight a page can send across origins only what a form could: the types `text/plain`,
 *   `multipart/form-data` and `application/x-www-form-urlencoded`, or none (Fetch, "CORS-safelisted request-header").
 *   `application/json` needs a preflight, and calls that use a session answer none with `Access-Control-Allow-*`. Forms know no
 *   such type, `no-cors` requests lose it, and beacons ask a preflight for it.
 * - The header is compared as a whole. Browsers judge by the parsed type, so `text/plain; application/json` goes out
 *   without a preflight; a search for the name, or a parser that reads anything otherwise than they do, would be open.
 * - A request without the header is refused, by `PUT` too; {@link isBareDelete} says why `DELETE` may be accepted. With
 *   the header the body may be empty, since the header is what asks for the preflight.
 * - Should a browser skip the preflight after all (old ones did for beacons, plug-ins after a redirect), it still names
 *   the page's origin, which is refused before this, or says in `Sec-Fetch-Site` that another site is the cause.
 */
function hasOwnJsonType({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase() === 'application/json' && OWN_SITES.has(headers['sec-fetch-site'])
}

/**
 * Whether a `DELETE` comes from a program rather than from a page in a browser: it has neither `Origin` nor
 * `Sec-Fetch-Site`, and no `Content-Type`. Programs that keep a session cookie delete in this way, as the old product
 * lets them.
 *
 * Requests that a browser sends without `Origin` and `Sec-Fetch-Site`, which it leaves out over plain HTTP, and which
 * browsers before Chrome 76, Firefox 90 and Safari 16.4 do not know:
 * - `GET` and `HEAD`, by links, pictures, frames, forms and navigations. They have no other method, and no header or
 *   field changes the method of a request in this server.
 * - In old browsers, `POST` by a form.
 * - In old browsers, `DELETE` by a script of a page of our own. It may be accepted: that page could send any header.
 *
 * A page of another site cannot make a browser send a bare `DELETE`:
 * - Forms send `GET` and `POST`, beacons and pings `POST`; `fetch` in the mode `no-cors` refuses any method but `GET`,
 *   `HEAD` and `POST` before it sends anything. Only `fetch` and `XMLHttpRequest` in the mode `cors` can name `DELETE`.
 * - In that mode `DELETE` is never safelisted: since the first version of CORS a browser asks a preflight for it, and
 *   after a redirect to this server again, or it fails. No call by that method answers a preflight with
 *   `Access-Control-Allow-*`.
 * - The `Origin` of such a request is always present; a `Referrer-Policy`, a sandboxed frame or a redirect only make it
 *   `null`, which is foreign. A `DELETE` with an `Origin` never reaches this function unless it is our own, and one with
 *   `Sec-Fetch-Site` is a browser's: it needs one of the other proofs, whatever the header says.
 *
 * `PUT` and `POST` gain nothing by this: `POST` needs no preflight, and clients send a body with a `Content-Type` by
 * `PUT`. Where a body has a type, that type decides as before.
 */
function isBareDelete({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'DELETE' &&
    headers.origin === undefined &&
    headers['sec-fetch-site'] === undefined &&
    headers['content-type'] === undefined
  )
}

/**
 * Refuses a change by `GET`, which clients of the old product make, unless the request proves that no page in a browser
 * caused it: by an access token, by a token of the session or `X-Atlassian-Token: no-check`, or by the type of JSON
 * ({@link hasOwnJsonType}), which needs a preflight by `GET` too. Basic credentials prove nothing: browsers keep them.
 * @throws HttpError 403
 */
export function requireProvenGet(request: FastifyRequest): void {
  refuseReadOnlyToken(request.authentication)
  if (request.authentication.method === 'token' || hasXsrfToken(request) || hasOwnJsonType(request)) return
  throw new XsrfError()
}

/**
 * Refuses a form without a token, unless the visitor is anonymous: then no rights are used that a page of another site
 * could use. For calls with `allowWithoutToken`.
 * @throws HttpError 403
 */
export function requireTokenOfUser(request: FastifyRequest): void {
  if (request.authentication.method !== 'anonymous' && !hasXsrfToken(request)) throw new XsrfError()
}

/**
 * A refused change. Programs read `XSRF check failed`; people read the reason, in `errors` and on the page that
 * `error-page.ts` makes of it.
 */
export class XsrfError extends HttpError {
  /** Of a page at an address that is not the wiki's: its address, and that of the wiki. */
  readonly addresses: { readonly from: string; readonly wiki: string } | undefined

  constructor(addresses?: { from: string; wiki: string }) {
    super(403, XSRF_FAILED, addresses && { errors: [{ key: OTHER_ADDRESS, values: addresses }] })
    this.addresses = addresses
  }
}

export const XSRF_FAILED = 'XSRF check failed'
/** Text for users of a page that was opened at another address than the wiki's. */
export const OTHER_ADDRESS = 'This page was opened at {{from}}, but the address of the wiki is {{wiki}}. Open it there.'

/** The error for a page at `origin`, which may be any text. */
function otherAddress(origin: string, baseUrl: string): XsrfError {
  const isAddress = /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
  return new XsrfError(isAddress ? { from: origin, wiki: baseUrl } : undefined)
}

/**
 * Whether the request proves by header, parameter or form field that a page of ours sent it. `field` is the `atl_token`
 * of a multipart form, which only who reads the parts knows: such a call has `allowWithoutToken` and asks here itself.
 */
export function hasXsrfToken(request: FastifyRequest, field?: string): boolean {
  const header = request.headers['x-atlassian-token']
  const expected = request.authentication.xsrfToken
  if (typeof header === 'string' && (NO_CHECK.has(header.toLowerCase()) || (expected !== '' && header === expected)))
    return true
  const given = field ?? parameter(request.body, 'atl_token') ?? parameter(request.query, 'atl_token')
  return expected !== '' && given === expected
}

/**
 * Refuses an address that changes something although it is opened by `GET`, where a browser fetches it for a part of a
 * page: an author may use it as the address of a picture, and each reader of the page would send it. Browsers say so
 * themselves (Fetch Metadata, `Sec-Fetch-Dest`); programs that say nothing are let through.
 * @throws HttpError 403
 */
export function refusePartsOfPages(request: FastifyRequest): void {
  refuseReadOnlyToken(request.authentication)
  const wantedFor = request.headers['sec-fetch-dest']
  if (wantedFor === undefined || wantedFor === 'document' || wantedFor === 'empty') return
  throw new HttpError(403, 'This address is opened as a page of its own, not within another', { forPrograms: true })
}

function parameter(bag: unknown, name: string): string | undefined {
  if (typeof bag !== 'object' || bag === null) return undefined
  const value: unknown = Reflect.get(bag, name)
  return typeof value === 'string' ? value : undefined
}

/**
 * Refuses a page of another site, for calls that pages of other sites could reach with a token.
 * @throws HttpError 403
 */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(request, origin, baseUrl)) throw otherAddress(origin, baseUrl)
}

/** Behind a proxy the address that users see may be known from the settings alone. */
function isOwnOrigin(request: FastifyRequest, origin: string, baseUrl: string): boolean {
  return origin === `${request.protocol}://${request.host}` || origin === new URL(baseUrl).origin
}
