/** Which shapes likely come next in a diagram. */
import { findShape, shapesOf } from '#diagrams/shapes/library.ts'
import type { ShapeCategory } from '#diagrams/shapes/contract.ts'

const MOST = 8
const RECENT = 2
const USUAL = ['basic.rectangle', 'basic.rounded-rectangle', 'flowchart.decision', 'basic.ellipse', 'basic.text']

const list = (category: ShapeCategory, names: string): string[] => names.split(' ').map(name => `${category}.${name}`)

/** Successors by shape, the most likely first. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  'flowchart.start-end': list('flowchart', 'process input-output decision document subroutine manual-input'),
  'flowchart.decision': list('flowchart', 'process start-end decision document subroutine connector'),
  'uml.initial': list('uml', 'state action choice fork final'),
  'uml.state': list('uml', 'state choice final composite-state fork history'),
  'uml.composite-state': list('uml', 'state choice final composite-state fork history'),
  'uml.action': list('uml', 'action choice final fork send-signal receive-signal'),
  'uml.choice': list('uml', 'action state final choice'),
  'uml.actor': list('uml', 'use-case actor boundary control entity'),
  'uml.use-case': list('uml', 'use-case actor note'),
  'uml.component': list('uml', 'component interface required-interface artifact node'),
  'erd.entity': list('erd', 'relationship attribute key-attribute entity weak-entity'),
  'erd.relationship': list('erd', 'entity weak-entity attribute'),
}

/** Successors of the other shapes of a category; elsewhere the same shape comes first. */
const WITHIN: Readonly<Partial<Record<ShapeCategory, readonly string[]>>> = {
  flowchart: list('flowchart', 'process decision start-end document input-output subroutine database'),
  bpmn: list('bpmn', 'task gateway-exclusive end intermediate gateway-parallel subprocess data-object'),
  org: list('org', 'position manager assistant vacancy team person'),
}

/** Ids of shapes to offer after one, without repeats. @param recent latest first */
export function likelyAfter(shape: string | undefined, recent: readonly string[]): string[] {
  const own = shape !== undefined && findShape(shape) ? [shape] : []
  const category = shape === undefined ? undefined : findShape(shape)?.category
  const likely = (shape === undefined ? undefined : AFTER[shape]) ?? (category && WITHIN[category])
  const offered = likely ? [...likely, ...own] : [...own, ...recent.slice(0, RECENT), ...USUAL]
  return [...new Set([...offered, ...recent.slice(0, RECENT), ...USUAL])].slice(0, MOST)
}

/** Most shapes offered to take the place of one. */
const MOST_INSTEAD = 24

/** Ids of shapes to offer in the place of one: those of its kind, then the latest. */
export function likelyInstead(shape: string, recent: readonly string[]): string[] {
  const category = findShape(shape)?.category ?? 'basic'
  const alike = shapesOf(category).map(({ id }) => id)
  return [...new Set([...recent.slice(0, RECENT), ...alike])].filter(id => id !== shape).slice(0, MOST_INSTEAD)
}
