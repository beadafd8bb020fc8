import type { Link } from '#diagrams/model/document.ts'
import { isSafeHref } from '#diagrams/model/links.ts'

/** A name of a machine, with what may follow it, as people type it without `https://`. */
const BARE_HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#].*)?$/u
const MAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/

/**
 * A link to an address as it is typed: a bare host gets `https://`, an address of mail `mailto:`.
 * @returns null for what may not stand on a shape, such as `javascript:`
 */
export function linkIn(text: string): Extract<Link, { kind: 'url' }> | null {
  const typed = text.trim()
  const href = MAIL.test(typed) ? `mailto:${typed}` : BARE_HOST.test(typed) ? `https://${typed}` : typed
  return isSafeHref(href) ? { kind: 'url', href } : null
}
