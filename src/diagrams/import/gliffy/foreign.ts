/** Unsupported data of a Gliffy object, preserved verbatim. */
import type { Foreign } from '../../model/document.ts'
import { fieldsAt, isFields, type Fields } from './json.ts'

/** Fields represented in our model. */
const TAKEN = new Set([
  'x',
  'y',
  'width',
  'height',
  'rotation',
  'id',
  'order',
  'graphic',
  'children',
  'hidden',
  'layerId',
  'flipHorizontal',
  'flipVertical',
])
const MAX_DEPTH = 50
/** Longer texts (images, SVG) are stored in media, not twice. */
const MAX_TEXT = 20_000

/** @param extra further fields to preserve, such as a shape's stencil */
export function foreignOf(object: Fields, extra: Fields = {}): { foreign: Foreign } | Record<never, never> {
  const preserved = Object.entries(object)
    .filter(([name]) => !TAKEN.has(name))
    .map(([name, value]) => [name, name === 'constraints' ? constraintsOf(object) : value] as const)
    .filter(([, value]) => !isEmpty(value))
  return foreign({ ...Object.fromEntries(preserved), ...extra })
}

export function foreign(data: Record<string, unknown>): { foreign: Foreign } | Record<never, never> {
  const preserved = bounded(data, 0)
  return isFields(preserved) && Object.keys(preserved).length > 0
    ? { foreign: { source: 'gliffy', data: preserved } }
    : {}
}

/** Without ends of lines, which our model has; preserves sizes and positions in composite shapes. */
function constraintsOf(object: Fields): unknown {
  return fieldsAt(object, 'constraints')['constraints']
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? undefined : value
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return undefined
  if (Array.isArray(value)) return value.map(item => bounded(item, depth + 1) ?? null)
  const entries = Object.entries(value).map(([name, inner]) => [name, bounded(inner, depth + 1)] as const)
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}
