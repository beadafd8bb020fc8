import type { Link } from '#diagrams/model/document.ts'
import { isSafeHref } from '#diagrams/model/links.ts'

/** A host name with an optional path, typed without `https://`. */
const BARE_HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#].*)?$/u
const MAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/

/**
 * Link of a typed URL: a bare host gets `https://`, a mail address `mailto:`.
 * @returns null for a forbidden one, such as `javascript:`
 */
export function linkIn(text: string): Extract<Link, { kind: 'url' }> | null {
  const typed = text.trim()
  const href = MAIL.test(typed) ? `mailto:${typed}` : BARE_HOST.test(typed) ? `https://${typed}` : typed
  return isSafeHref(href) ? { kind: 'url', href } : null
}
