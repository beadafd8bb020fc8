import type { MapArea } from '../contract.ts'
import { hrefOf } from '../links.ts'
import type { LinkArea } from '#diagrams/render/contract.ts'

/** Areas that one map holds; a diagram with more links is still shown whole. */
const MOST_AREAS = 2000

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
