import type { Container, Reference } from '../references.ts'
import type { ElementNode } from '../model.ts'
import { element } from '../model.ts'
import type { MarkdownPlace } from './page.ts'

/** Scheme of links to users. */
const USER = 'user:'

/**
 * The address by which Markdown names a target: a path of the wiki that can be opened, made from the reference alone so
 * that it does not change with what it names. Undefined if there is none.
 */
export function addressOf(reference: Reference, place: MarkdownPlace, anchor = ''): string | undefined {
  const path = pathOf(reference, place)
  return path === undefined || anchor === '' ? path : `${path}#${encodeURIComponent(anchor)}`
}

function pathOf(reference: Reference, place: MarkdownPlace): string | undefined {
  switch (reference.kind) {
    case 'page':
      return titled(reference.spaceKey ?? place.spaceKey, segment(reference.title))
    case 'blog-post':
      return reference.postingDay === undefined
        ? undefined
        : titled(reference.spaceKey ?? place.spaceKey, `${reference.postingDay}/${segment(reference.title)}`)
    case 'attachment': {
      const owner = ownerId(reference.container, place)
      return owner === undefined ? undefined : `/download/attachments/${owner}/${segment(reference.filename, '%20')}`
    }
    case 'user':
      return USER + encodeURIComponent(reference.username ?? reference.userKey ?? reference.accountId ?? '')
    case 'space':
      return `/display/${encodeURIComponent(reference.spaceKey)}`
    case 'content-entity':
      return `/pages/viewpage.action?pageId=${encodeURIComponent(reference.id)}`
    case 'url':
      return reference.value
    case 'shortcut':
      return undefined
  }
}

function titled(spaceKey: string | undefined, path: string): string | undefined {
  return spaceKey === undefined || spaceKey === ''
    ? undefined
    : `/display/${encodeURIComponent(spaceKey).replaceAll('%7E', '~')}/${path}`
}

function segment(title: string, blank = '+'): string {
  const encoded = encodeURIComponent(title.toWellFormed()).replaceAll(/[()]/g, sign => (sign === '(' ? '%28' : '%29'))
  return encoded.replaceAll('%20', blank)
}

function ownerId(container: Container | undefined, place: MarkdownPlace): string | undefined {
  if (container === undefined) return place.pageId
  return container.kind === 'content-entity' ? container.id : undefined
}

/** A resource that an address of the wiki names, with the anchor; undefined for any other address. */
export function resourceAt(
  address: string,
  place: MarkdownPlace,
): { resource?: ElementNode; anchor?: string } | undefined {
  const { baseUrl } = place
  const own = baseUrl && address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : address
  if (own.startsWith('#') && own.length > 1) return { anchor: decoded(own.slice(1)) }
  if (own.startsWith(USER)) return { resource: userOf(decoded(own.slice(USER.length))) }
  const [path = '', hash] = own.split('#', 2)
  const resource = resourceOf(path, place)
  return resource && { resource, ...(hash !== undefined && hash !== '' && { anchor: decoded(hash) }) }
}

function userOf(name: string): ElementNode {
  return element('ri:user', /^[0-9a-f]{32}$/.test(name) ? { 'ri:userkey': name } : { 'ri:username': name })
}

function resourceOf(path: string, place: MarkdownPlace): ElementNode | undefined {
  const id = /^\/pages\/viewpage\.action\?pageId=(\d{1,15})$/.exec(path)?.[1]
  if (id !== undefined) return element('ri:content-entity', { 'ri:content-id': id })
  const post = /^\/display\/([^/?]+)\/(\d{4}\/\d{2}\/\d{2})\/([^/?]+)$/.exec(path)
  if (post)
    return element('ri:blog-post', {
      'ri:content-title': titleOf(post[3]),
      'ri:posting-day': post[2],
      'ri:space-key': decoded(post[1] ?? ''),
    })
  const page = /^\/display\/([^/?]+)\/([^/?]+)$/.exec(path)
  if (page) {
    const spaceKey = decoded(page[1] ?? '')
    const isHere = spaceKey.toLowerCase() === place.spaceKey?.toLowerCase()
    return element('ri:page', { 'ri:space-key': isHere ? undefined : spaceKey, 'ri:content-title': titleOf(page[2]) })
  }
  const space = /^\/display\/([^/?~][^/?]*)$/.exec(path)?.[1]
  if (space !== undefined) return element('ri:space', { 'ri:space-key': decoded(space) })
  return fileAt(path, place)
}

/** The attachment at an address; a name without a path is a file of the page. */
export function fileAt(path: string, place: MarkdownPlace): ElementNode | undefined {
  const [, owner, name] = /^\/download\/attachments\/(\d{1,15})\/([^/?]+)(?:\?.*)?$/.exec(path) ?? []
  if (owner === undefined || name === undefined) return undefined
  const container = owner === place.pageId ? [] : [element('ri:content-entity', { 'ri:content-id': owner })]
  return element('ri:attachment', { 'ri:filename': decoded(name) }, container)
}

function titleOf(part = ''): string {
  return decoded(part.replaceAll('+', ' '))
}

/** The text as it is, if it is no encoding. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
