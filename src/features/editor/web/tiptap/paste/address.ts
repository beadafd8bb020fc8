/** Pasted addresses: those of wiki pages become page links, which survive renames; those of files become file links. */
import { pageLinkHead, safeLink } from '#language/editor/index.ts'
import type { LinkMark } from '../../dialogs/link-target.ts'

export interface PastedAddress {
  readonly shown: string
  readonly mark: LinkMark
}

const MOST = 2000

/** Address that makes up a text; undefined for other texts. @param origin of this wiki */
export function addressIn(text: string, origin: string): PastedAddress | undefined {
  const href = text.trim()
  if (href.length > MOST || !/^(?:https?:\/\/|mailto:)[^\s<>"]+$/i.test(href) || safeLink(href) === undefined)
    return undefined
  return wikiPage(href, origin) ?? { shown: href, mark: { type: 'link', attrs: { attributes: { href } } } }
}

/** Page link of a `/display/KEY/Title` address; undefined for others. */
export function wikiPage(href: string, origin: string): PastedAddress | undefined {
  if (!href.startsWith(`${origin}/`)) return undefined
  const [, key, name] = /^\/display\/(~?[\w.@-]{1,255})\/([^/?#]+)$/.exec(href.slice(origin.length)) ?? []
  const title = name === undefined ? undefined : decoded(name)
  if (key === undefined || title === undefined || title.trim() === '') return undefined
  return pageLink(title, key)
}

/** Link to a page that shows its title. */
export function pageLink(title: string, key: string): PastedAddress {
  const attrs = { attributes: null, head: pageLinkHead(title, key), tail: '', body: 'none', shown: title }
  return { shown: title, mark: { type: 'wikiLink', attrs } }
}

/** File of a download address; undefined for other addresses. @param origin of this wiki */
export function wikiFile(
  href: string,
  origin: string,
): { readonly filename: string; readonly pageId: string } | undefined {
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href
  const [, pageId, name] = /^\/download\/(?:attachments|thumbnails)\/(\d{1,15})\/([^/?#]+)(?:[?#]|$)/.exec(path) ?? []
  if (pageId === undefined || name === undefined) return undefined
  try {
    return { filename: decodeURIComponent(name), pageId }
  } catch {
    // Malformed encoding: stays an address.
    return undefined
  }
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    // Malformed encoding: stays an address.
    return undefined
  }
}
