import type { Address } from '../view-contract.ts'

/** Ids of pages whose addresses have been seen, so that following a link asks the server once and not twice. */
const known = new Map<string, string>()
const MOST_KNOWN = 5_000

/** Remembers where a page is. `url` is a path of this site. */
export function rememberAddress(url: string, id: string): void {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith('/display/')) return
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(path, id)
}

/** Id of the page at a path that was remembered. */
export function knownAddress(pathname: string): string | undefined {
  return known.get(pathname)
}

/** What `/display/…` addresses name. Segments keep their `+` for blanks; `%2B` is a plus. */
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
