/** Page ids by address, to save a request when following a link. */
const known = new Map<string, string>()
const MOST_KNOWN = 5_000

/** Caches the id of a page's path. */
export function cacheAddress(url: string, id: string): void {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith('/display/')) return
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(path, id)
}

/** Cached page id of a path. */
export function knownAddress(pathname: string): string | undefined {
  return known.get(pathname)
}

/** Forgets a path whose page is gone: another page may have its title. */
export function forgetAddress(pathname: string): void {
  known.delete(pathname)
}
