/** Attributes of nodes and marks in the clipboard, which any page can write there. */
import { CARRIED } from './dom-names.ts'

/** Largest span of a cell: larger ones would make a grid that no editor can hold. */
const MOST_SPANNED = 200
const MOST_LEVEL = 6
/** Widest column in px. */
const MOST_WIDTH = 100_000

/** The attributes that an element carries. */
export function carriedBy(element: Element): Readonly<Record<string, unknown>> {
  const text = element.getAttribute(CARRIED)
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    // Foreign use of the attribute.
    return {}
  }
}

/** A carried value if it is of the kind that its attribute has, else the default. */
export function validValue(name: string, value: unknown, fallback: unknown): unknown {
  switch (name) {
    case 'colspan':
    case 'rowspan':
      return isWithin(value, 1, MOST_SPANNED) ? value : fallback
    case 'level':
      return isWithin(value, 1, MOST_LEVEL) ? value : fallback
    case 'colwidth':
      return Array.isArray(value) &&
        value.length <= MOST_SPANNED &&
        value.every(width => isWithin(width, 0, MOST_WIDTH))
        ? value
        : fallback
    case 'attributes':
      return isObject(value) && Object.values(value).every(text => typeof text === 'string') ? value : fallback
    case 'group':
      return value === false || isObject(value) ? value : fallback
    case 'tag':
      return typeof value === 'string' ? value : fallback
    case 'at':
      return isWithin(value, 0, MOST_SPANNED) ? value : fallback
    default:
      return typeof value === typeof fallback ? value : fallback
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}
