import type { Link } from './document.ts'

const MAX_HREF = 8192
const ABSOLUTE = /^(?:https?:\/\/[^/?#\\]|mailto:.)/i
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/**
 * Whether a shape may link to a URL: http, https, mailto, or relative to this wiki. Browsers drop blanks and control
 * characters in URLs and read `\` as `/`, which could disguise `javascript:` and foreign hosts.
 */
export function isSafeHref(href: string): boolean {
  if (href === '' || href.length > MAX_HREF || hasBlankOrControl(href)) return false
  if (ABSOLUTE.test(href)) return true
  return !SCHEME.test(href) && !/^[/\\]{2}/.test(href) && !href.startsWith('\\')
}

/** Addresses of pages by their ids, as Confluence has them. */
const PAGE_BY_ID = /^\/(?:confluence\/|wiki\/)?pages\/viewpage\.action\?pageId=(\d{1,15})(?:#(.{1,200}))?$/

/** The link to an address of another program's file; null for one that a shape may not lead to. */
export function linkToHref(href: string): Link | null {
  if (!isSafeHref(href)) return null
  const [, contentId, anchor] = PAGE_BY_ID.exec(href) ?? []
  if (contentId === undefined) return { kind: 'url', href }
  const decoded = anchor === undefined ? undefined : decodedOf(anchor)
  return { kind: 'page', contentId, ...(decoded !== undefined && { anchor: decoded }) }
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function hasBlankOrControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code <= 0x20 || code === 0x7f) return true
  }
  return false
}
