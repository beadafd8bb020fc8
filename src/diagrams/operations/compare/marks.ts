/** Marks of a comparison: each by colour, by the pattern of its line and by a sign. */
import type { Point } from '../../model/document.ts'
import { attributes } from '../../render/svg.ts'
import type { ObjectDifference } from './contract.ts'

/** How a difference is marked: a change of position alone is "moved", any other of an object in both is "changed". */
export type Mark = 'added' | 'removed' | 'moved' | 'changed'

const OF_PLACE: readonly string[] = ['moved', 'turned', 'parent', 'layer', 'order']

export function markOf({ status, aspects }: Pick<ObjectDifference, 'status' | 'aspects'>): Mark {
  if (status !== 'changed') return status
  return aspects.includes('moved') && aspects.every(aspect => OF_PLACE.includes(aspect)) ? 'moved' : 'changed'
}

/** Colours that stay distinct on paper and with red-green colour blindness; 4.5:1 or more on white. */
export const MARK_COLOURS: Readonly<Record<Mark, string>> = {
  added: '#0b6b3a',
  removed: '#c0182b',
  moved: '#1f5fbf',
  changed: '#8a5a00',
}

/** Dashes and gaps in units of a mark. */
export const MARK_DASHES: Readonly<Record<Mark, readonly number[]>> = {
  added: [],
  removed: [5, 3],
  moved: [1, 2.5],
  changed: [8, 2, 2, 2],
}

/** Signs within -4 to 4 each way. */
export const MARK_SIGNS: Readonly<Record<Mark, string>> = {
  added: 'M-4 0H4M0 -4V4',
  removed: 'M-4 0H4',
  moved: 'M-4 0H4M1 -3L4 0L1 3',
  changed: 'M-4 -1.75H4M-4 1.75H4M-2.5 4L2.5 -4',
}

/** Light beneath a mark, so that it is seen on whatever the drawing has there. */
const HALO = ' stroke="#ffffff" stroke-opacity="0.85"'

/** A line in the way of a mark. @param unit px of the picture */
export function markLine(mark: Mark, d: string, unit: number, fill = 'none'): string {
  const dash = MARK_DASHES[mark].map(part => part * 2 * unit)
  const line = attributes({
    stroke: MARK_COLOURS[mark],
    'stroke-width': 2 * unit,
    'stroke-dasharray': dash.length > 0 ? dash.join(' ') : undefined,
    'stroke-linecap': mark === 'moved' ? 'round' : undefined,
    fill,
  })
  return `<path${attributes({ d, 'stroke-width': 4.5 * unit })} fill="none"${HALO}/><path${attributes({ d })}${line}/>`
}

/** The sign of a mark in a disc. */
export function markSign(mark: Mark, { x, y }: Point, unit: number): string {
  const disc = attributes({ r: 8, fill: MARK_COLOURS[mark], stroke: '#ffffff', 'stroke-width': 1.5 })
  const sign = attributes({ d: MARK_SIGNS[mark], stroke: '#ffffff', 'stroke-width': 2, fill: 'none' })
  return `<g${attributes({ transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${unit.toFixed(3)})` })}><circle${disc}/><path${sign} stroke-linecap="round" stroke-linejoin="round"/></g>`
}
