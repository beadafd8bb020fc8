/** What of a Gliffy object has no place in our model, carried along to the letter. */
import type { Foreign } from '../../model/document.ts'
import { fieldsAt, isFields, type Fields } from './json.ts'

/** Fields that are taken over, each by what it means. */
const TAKEN = new Set([
  'x', 'y', 'width', 'height', 'rotation', 'id', 'order', 'graphic', 'children', 'hidden', 'layerId', 'flipHorizontal', 'flipVertical',
])
const MAX_DEPTH = 50
/** Longer texts (pictures, SVG) are kept where they belong, not twice. */
const MAX_TEXT = 20_000

/** @param extra further fields to keep, such as the stencil of a shape */
export function foreignOf(object: Fields, extra: Fields = {}): { foreign: Foreign } | Record<never, never> {
  const kept = Object.entries(object)
    .filter(([name]) => !TAKEN.has(name))
    .map(([name, value]) => [name, name === 'constraints' ? constraintsOf(object) : value] as const)
    .filter(([, value]) => !isEmpty(value))
  return foreign({ ...Object.fromEntries(kept), ...extra })
}

export function foreign(data: Record<string, unknown>): { foreign: Foreign } | Record<never, never> {
  const kept = bounded(data, 0)
  return isFields(kept) && Object.keys(kept).length > 0 ? { foreign: { source: 'gliffy', data: kept } } : {}
}

/** The ends of lines are ours; what sizes and places parts of composite shapes is kept. */
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
