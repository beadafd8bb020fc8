import type { MapArea } from '../contract.ts'
import type { Link } from '../model/document.ts'
import type { LinkArea } from '../render/contract.ts'

/** Areas that one map holds; a diagram with more links is still shown whole. */
const MOST_AREAS = 2000

/** Where a link of a diagram leads: a path of this wiki, or an address elsewhere. */
export function hrefOf(link: Link): string {
  switch (link.kind) {
    case 'url':
      return link.href
    case 'page':
      return `/pages/viewpage.action?pageId=${encodeURIComponent(link.contentId)}${link.anchor ? `#${encodeURIComponent(link.anchor)}` : ''}`
    case 'attachment':
      return `/download/attachments/${encodeURIComponent(link.contentId)}/${encodeURIComponent(link.name)}`
  }
}

/**
 * The areas of an image map for a picture in a scale, in the renderer's order: what lies above comes first, since browsers
 * take the first area that a pointer is in.
 */
export function areasOf(areas: readonly LinkArea[], scale: number): MapArea[] {
  return areas.slice(0, MOST_AREAS).map(({ link, polygon, title }) => ({
    shape: 'poly' as const,
    coords: polygon.flatMap(({ x, y }) => [Math.round(x * scale), Math.round(y * scale)]).join(','),
    href: hrefOf(link),
    title: title === '' ? hrefOf(link) : title,
    newWindow: link.newWindow === true,
  }))
}
