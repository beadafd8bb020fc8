/** The shape library: all shapes by id, and its search. */
import { arrowShapes } from './arrows.ts'
import { basicShapes } from './basic.ts'
import { bpmnShapes } from './bpmn.ts'
import type { ShapeCategory, ShapeDefinition } from './contract.ts'
import { containerShapes } from './containers.ts'
import { electricalShapes } from './electrical.ts'
import { erdShapes } from './erd.ts'
import { figureShapes } from './figures.ts'
import { floorplanShapes } from './floorplan.ts'
import { flowchartShapes } from './flowchart.ts'
import { iconShapes } from './icon-shapes.ts'
import { leanShapes } from './lean.ts'
import { networkShapes } from './network.ts'
import { orgShapes } from './org.ts'
import { processShapes } from './process.ts'
import { rackShapes } from './rack.ts'
import { sitemapShapes } from './sitemap.ts'
import { sketches } from './sketch.ts'
import { swimlaneShapes } from './swimlanes.ts'
import { umlActionShapes } from './uml-actions.ts'
import { umlShapes } from './uml.ts'
import { isOfVendor, isVendorEquivalent } from './vendors.ts'
import { wireframeContentShapes } from './wireframe-content.ts'
import { wireframeMediaShapes } from './wireframe-media.ts'
import { wireframeShapes } from './wireframe.ts'

/** In the order of the library panel. */
export const SHAPES: readonly ShapeDefinition[] = [
  ...basicShapes,
  ...figureShapes,
  ...arrowShapes,
  ...flowchartShapes,
  ...umlShapes,
  ...umlActionShapes,
  ...erdShapes,
  ...bpmnShapes,
  ...swimlaneShapes,
  ...orgShapes,
  ...networkShapes,
  ...rackShapes,
  ...iconShapes('network'),
  ...iconShapes('cloud'),
  ...iconShapes('software'),
  ...wireframeShapes,
  ...wireframeContentShapes,
  ...wireframeMediaShapes,
  ...iconShapes('wireframe'),
  ...sitemapShapes,
  ...containerShapes,
  ...iconShapes('object'),
  ...sketches('object', [
    [
      'tooth',
      'Tooth',
      [50, 60],
      'dentist health',
      'bM50 12C66 0 92 0 96 24C100 44 82 60 78 98C64 104 64 62 50 62C36 62 36 104 22 98C18 60 0 44 4 24C8 0 34 0 50 12Z',
    ],
  ]),
  ...floorplanShapes,
  ...electricalShapes,
  ...processShapes,
  ...leanShapes,
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
  object: 'Signs and things',
  floorplan: 'Floor plan',
  electrical: 'Electrical',
  process: 'Process engineering',
  lean: 'Value stream',
}

export const shapesOf = (category: ShapeCategory): ShapeDefinition[] =>
  SHAPES.filter(shape => shape.category === category)

const MAX_WORDS = 10

/**
 * Shapes in whose name, category or keywords every query word begins a word; those whose name begins with the query
 * first, then names, then keywords, then equivalents of vendors' shapes.
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
  if (names.some(name => holds([...name, ...rest]))) return 3
  const isFound = (name: readonly string[]) =>
    words.every(word => [...name, ...rest].some(one => one.startsWith(word)) || isVendorEquivalent(shape, word))
  return names.some(isFound) ? 4 : Infinity
}

/** Whether a query names a vendor or one of its products, for which there are neutral shapes. */
export function namesVendor(query: string): boolean {
  return split(query).slice(0, MAX_WORDS).some(isOfVendor)
}
