import type { MapArea } from '../contract.ts'
import { hrefOf } from '../links.ts'
import type { DiagramAddress } from '../names.ts'
import type { LinkArea } from '#diagrams/render/contract.ts'

/** Maximum of areas in a map. */
const MOST_AREAS = 2000

/**
 * Image map areas of a scaled picture, topmost first, since browsers take the first match.
 * @param here the diagram
 */
export function areasOf(areas: readonly LinkArea[], scale: number, here: DiagramAddress): MapArea[] {
  return areas.slice(0, MOST_AREAS).map(({ link, polygon, title }) => ({
    shape: 'poly' as const,
    coords: polygon.flatMap(({ x, y }) => [Math.round(x * scale), Math.round(y * scale)]).join(','),
    href: hrefOf(link, here),
    title: title === '' ? hrefOf(link, here) : title,
    newWindow: link.newWindow === true,
  }))
}
