import type { Address } from '../view-contract.ts'

/** Page ids by address, to save a request when following a link. */
const known = new Map<string, string>()
const MOST_KNOWN = 5_000

/** Caches the id of a page's path. */
export function rememberAddress(url: string, id: string): void {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith('/display/')) return
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(path, id)
}

/** Cached page id of a path. */
export function knownAddress(pathname: string): string | undefined {
  return known.get(pathname)
}

/** Parses `/display/…`. Segments keep `+` for blanks; `%2B` is a plus. */
export function addressOf(pathname: string): Address {
  const [, , key = '', ...rest] = pathname.split('/')
  const spaceKey = decodeURIComponent(key)
  if (rest.length === 0 || rest[0] === '') return { spaceKey }
  const title = titleOf(rest.at(-1) ?? '')
  return rest.length === 4 ? { spaceKey, title, postingDay: rest.slice(0, 3).join('/') } : { spaceKey, title }
}

function titleOf(segment: string): string {
  return decodeURIComponent(segment.replaceAll('+', ' '))
}
