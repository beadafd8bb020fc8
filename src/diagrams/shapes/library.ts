/** The shape library: all shapes by id, and its search. */
import { arrowShapes } from './arrows.ts'
import { basicShapes } from './basic.ts'
import { bpmnShapes } from './bpmn.ts'
import type { ShapeCategory, ShapeDefinition } from './contract.ts'
import { containerShapes } from './containers.ts'
import { erdShapes } from './erd.ts'
import { figureShapes } from './figures.ts'
import { flowchartShapes } from './flowchart.ts'
import { iconShapes } from './icon-shapes.ts'
import { networkShapes } from './network.ts'
import { orgShapes } from './org.ts'
import { sitemapShapes } from './sitemap.ts'
import { swimlaneShapes } from './swimlanes.ts'
import { umlShapes } from './uml.ts'
import { wireframeContentShapes } from './wireframe-content.ts'
import { wireframeShapes } from './wireframe.ts'

/** In the order of the library panel. */
export const SHAPES: readonly ShapeDefinition[] = [
  ...basicShapes,
  ...figureShapes,
  ...arrowShapes,
  ...flowchartShapes,
  ...umlShapes,
  ...erdShapes,
  ...bpmnShapes,
  ...swimlaneShapes,
  ...orgShapes,
  ...networkShapes,
  ...iconShapes('network'),
  ...iconShapes('cloud'),
  ...iconShapes('software'),
  ...wireframeShapes,
  ...wireframeContentShapes,
  ...iconShapes('wireframe'),
  ...sitemapShapes,
  ...containerShapes,
]

/** By id. */
export const shapeLibrary: ReadonlyMap<string, ShapeDefinition> = new Map(SHAPES.map(shape => [shape.id, shape]))

export const findShape = (id: string): ShapeDefinition | undefined => shapeLibrary.get(id)

/** English; they go through i18n. */
export const CATEGORY_NAMES: Readonly<Record<ShapeCategory, string>> = {
  basic: 'Basic',
  flowchart: 'Flowchart',
  uml: 'UML',
  erd: 'Entity relationship',
  bpmn: 'BPMN',
  swimlane: 'Swimlanes',
  org: 'Organisation',
  network: 'Network',
  cloud: 'Cloud',
  software: 'Software',
  wireframe: 'Wireframe',
  sitemap: 'Site map',
  container: 'Containers',
}

export const shapesOf = (category: ShapeCategory): ShapeDefinition[] =>
  SHAPES.filter(shape => shape.category === category)

const MAX_WORDS = 10

/**
 * Shapes in whose name, category or keywords every query word begins a word; those whose name begins with the query
 * first, then names, then keywords.
 * @param translate name in the reader's language, searched too
 */
export function searchShapes(query: string, translate: (name: string) => string = name => name): ShapeDefinition[] {
  const words = split(query).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const start = words.join(' ')
  return SHAPES.map(shape => ({ shape, rank: rank(shape, words, start, translate(shape.name)) }))
    .filter(({ rank: found }) => found < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ shape }) => shape)
}

const split = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

function rank(shape: ShapeDefinition, words: readonly string[], start: string, translated: string): number {
  const names = [shape.name, translated].map(split)
  if (names.some(name => name.join(' ') === start)) return 0
  if (names.some(name => name.join(' ').startsWith(start))) return 1
  const holds = (some: readonly string[]) => words.every(word => some.some(one => one.startsWith(word)))
  if (names.some(holds)) return 2
  const rest = [...split(CATEGORY_NAMES[shape.category]), shape.category, ...(shape.keywords ?? [])]
  return names.some(name => holds([...name, ...rest])) ? 3 : Infinity
}
