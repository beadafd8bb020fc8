/** Addresses of content, for server and browser. */

/** Target of an address: a space's home page, a page or post by its title, or content by its tiny link. */
export interface Address {
  spaceKey?: string | undefined
  title?: string | undefined
  /** `YYYY/MM/DD`, of a post. */
  postingDay?: string | undefined
  tiny?: string | undefined
}

export function pagePath(id: string | number): string {
  return `/pages/viewpage.action?pageId=${id}`
}

export function commentPath(pageId: string | number, id: string | number): string {
  return `${pagePath(pageId)}&focusedCommentId=${id}#comment-${id}`
}

/** Address of a comparison; older version first. */
export function comparePath(id: string | number, one: number, other: number): string {
  const [from, to] = one < other ? [one, other] : [other, one]
  return `/pages/diffpagesbyversion.action?pageId=${id}&selectedPageVersions=${from}&selectedPageVersions=${to}`
}

/** Parameters that name a page. */
const NAMING: ReadonlySet<string> = new Set(['spaceKey', 'title', 'postingDay'])

/** A path with the parameters of another address of the page, such as `focusedCommentId`. */
export function withOtherParameters(path: string, parameters: Iterable<readonly [string, string]>): string {
  const [place = '', own] = path.split('?')
  const all = new URLSearchParams(own)
  const kept = new Set([...NAMING, ...all.keys()])
  for (const [name, value] of parameters) if (!kept.has(name)) all.append(name, value)
  const query = all.toString()
  return query === '' ? place : `${place}?${query}`
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

/** The target of a path with its query, if it is the address of a page, post or space: its id or parsed address. */
export function pageAddress(path: string): { pageId: string } | Address | undefined {
  try {
    return parsedAddress(path)
  } catch (error) {
    // Broken escapes.
    if (error instanceof URIError || error instanceof TypeError) return undefined
    throw error
  }
}

/** The address of a page by its title in a space; undefined for others. */
export function titleAddress(path: string): Address | undefined {
  const address = pageAddress(path)
  return address !== undefined && !('pageId' in address) && address.title !== undefined ? address : undefined
}

function parsedAddress(path: string): { pageId: string } | Address | undefined {
  const { pathname, searchParams } = new URL(path, 'http://wiki.invalid')
  const [, first = '', second = '', third, id] = pathname.split('/')
  if (first === 'display' && second !== '') return addressOf(pathname)
  if (first === 'x' && second !== '') return { tiny: second }
  if (first === 'spaces' && third === 'pages' && isId(id)) return { pageId: id }
  if (pathname === '/spaces/viewspacesummary.action' || pathname === '/spaces/viewspace.action') {
    const key = searchParams.get('key')
    return key === null ? undefined : { spaceKey: key }
  }
  if (pathname !== '/pages/viewpage.action') return undefined
  const pageId = searchParams.get('pageId') ?? undefined
  if (pageId !== undefined) return isId(pageId) ? { pageId } : undefined
  const spaceKey = searchParams.get('spaceKey')
  const title = searchParams.get('title')
  return spaceKey === null ? undefined : { spaceKey, ...(title === null ? {} : { title }) }
}

const isId = (text: string | undefined): text is string => text !== undefined && /^(?:att)?\d{1,15}$/.test(text)
