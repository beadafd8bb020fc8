/** Addresses that are pasted: those of pages of this wiki lead to the page by its title, and so outlive a rename. */
import { pageLinkHead, safeLink } from '#language/editor/index.ts'
import type { LinkMark } from '../../dialogs/link-target.ts'

export interface PastedAddress {
  readonly shown: string
  readonly mark: LinkMark
}

const MOST = 2000

/** The one address that a text is; undefined for any other text. @param origin where this wiki is, such as `https://wiki.example.com` */
export function addressIn(text: string, origin: string): PastedAddress | undefined {
  const href = text.trim()
  if (href.length > MOST || !/^(?:https?:\/\/|mailto:)[^\s<>"]+$/i.test(href) || safeLink(href) === undefined) return undefined
  return wikiPage(href, origin) ?? { shown: href, mark: { type: 'link', attrs: { attributes: { href } } } }
}

/** The link to a page of this wiki by an address of the form `/display/KEY/Title`; undefined for other addresses. */
export function wikiPage(href: string, origin: string): PastedAddress | undefined {
  if (!href.startsWith(`${origin}/`)) return undefined
  const [, key, name] = /^\/display\/(~?[\w.@-]{1,255})\/([^/?#]+)$/.exec(href.slice(origin.length)) ?? []
  const title = name === undefined ? undefined : decoded(name)
  if (key === undefined || title === undefined || title.trim() === '') return undefined
  const attrs = { attributes: null, head: pageLinkHead(title, key), tail: '', body: 'none', shown: title }
  return { shown: title, mark: { type: 'wikiLink', attrs } }
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    // Not encoded as addresses are: it stays an address.
    return undefined
  }
}
