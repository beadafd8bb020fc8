/** Default destination after a sign-in. */
export const START_PAGE = '/'
const MAX_LENGTH = 4000
/** Pages that would sign the user out again, or in again. */
const NOT_AGAIN = /^\/(?:do)?(?:login|logout)\.action$/

/**
 * The place in this wiki that a destination parameter names, as a path. Addresses that lead elsewhere give the start
 * page: another host, another scheme, `//host`, `/\host`, control characters.
 * @param value a path, with or without its first slash or still percent-encoded, or an address under `baseUrl`
 */
export function localDestination(value: string, baseUrl: string): string {
  let given = value.trim()
  if (given === '' || given.length > MAX_LENGTH) return START_PAGE
  if (/^%2f/i.test(given)) given = decoded(given)
  const base = new URL(`${baseUrl}/`)
  let url: URL
  try {
    url = new URL(given, base)
  } catch {
    return START_PAGE
  }
  // A browser drops control characters, which can turn a harmless text into `//host`.
  const clean = !/[\p{Cc}\\]/u.test(given)
  if (!clean || url.origin !== base.origin || url.username !== '' || url.password !== '') return START_PAGE
  if (url.pathname.startsWith('//') || NOT_AGAIN.test(url.pathname)) return START_PAGE
  return url.pathname + url.search + url.hash
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
