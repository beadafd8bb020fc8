/** Library shapes for those of draw.io. */
import { bpmnShape } from './bpmn.ts'
import { LINE_SHAPES } from './line-shapes.ts'
import { plainPart } from './screen-tables.ts'
import { LIBRARIES, NAMES } from './shape-tables.ts'
import { isOn, numberIn, type Style } from './style.ts'

export interface NamedShape {
  /** Id in the library. */
  shape: string
  /** False when a box replaces an unknown shape. */
  known: boolean
  /** draw.io's name. */
  name: string
}

const LIBRARY = 'mxgraph.'

export function shapeOf(style: Style): NamedShape {
  const shape = style.values.get('shape')?.replace(/^stencil\(.*/s, 'stencil')
  const name = shape || [...style.names].find(named => Object.hasOwn(NAMES, named)) || 'rectangle'
  if (name === 'rectangle' || name === 'rect' || name === 'label') {
    const plain = style.values.get('fillColor') === 'none' && style.values.get('strokeColor') === 'none'
    return {
      name,
      known: true,
      shape: plain ? 'basic.text' : isOn(style, 'rounded') ? 'basic.rounded-rectangle' : 'basic.rectangle',
    }
  }
  if (name === 'swimlane' && style.values.get('horizontal') === '0')
    return { name, known: true, shape: hasOpenBody(style) ? 'container.open-left' : 'container.titled-left' }
  if ((name === 'swimlane' || name === 'table') && hasOpenBody(style))
    return { name, known: true, shape: 'container.open' }
  if (name === 'umlFrame' && !['none', undefined].includes(style.values.get('swimlaneFillColor')))
    return { name, known: true, shape: 'uml.frame' }
  const ours = name.startsWith(LIBRARY) ? ofLibrary(name, style) : own(NAMES, name)
  return { name, known: ours !== undefined, shape: ours ?? 'basic.rectangle' }
}

/** Lanes fill only their title by default; a title in the paper's colour needs a visible shade. */
function hasOpenBody({ values }: Style): boolean {
  const fill = values.get('fillColor') ?? 'default'
  return (
    !['none', 'default', '#ffffff'].includes(fill.toLowerCase()) &&
    (values.get('swimlaneFillColor') ?? 'none') === 'none'
  )
}

function ofLibrary(whole: string, style: Style): string | undefined {
  const [, library = '', name = ''] = /^mxgraph\.([^.]*)\.?(.*)$/s.exec(whole) ?? []
  const marked = library === 'bpmn' ? bpmnShape(name, style) : undefined
  const table = own(LIBRARIES, library)
  return marked ?? (table && own(table, name)) ?? plainPart(library, name)
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Shapes used by this importer; a test checks them against the library. */
export const USED_SHAPES: readonly string[] = [
  ...new Set([
    ...Object.values(NAMES),
    ...Object.values(LIBRARIES).flatMap(table => Object.values(table)),
    'basic.text',
    'basic.rounded-rectangle',
    'container.titled-left',
    'container.open',
    'container.open-left',
    'basic.image',
    'uml.frame',
    ...LINE_SHAPES,
  ]),
]

/** Parameter values that a style sets. */
export function parametersOf(
  style: Style,
  shape: string,
  width: number,
  height: number,
): Record<string, number> | undefined {
  if (/^container\.(?:titled|open)(?:-left)?$/.test(shape))
    return { header: Math.max(0, numberIn(style, 'startSize', 23)) }
  if (shape === 'basic.arc') {
    const degrees = (key: string, usual: number) => Math.min(359, Math.max(0, numberIn(style, key, usual) * 360))
    return { start: degrees('startAngle', 0.3), end: degrees('endAngle', 0.1) }
  }
  if (shape === 'uml.frame-open' || shape === 'uml.frame') {
    const held = (key: string, least: number, most: number, usual: number) =>
      Math.min(most, Math.max(least, numberIn(style, key, usual)))
    return {
      // SysML's frames name it otherwise.
      tab: held(style.values.has('labelX') ? 'labelX' : 'width', 20, 600, 60),
      ...(shape === 'uml.frame-open' && { height: held('height', 15, 200, 30) }),
    }
  }
  if (shape === 'uml.lifeline') return { header: Math.min(400, Math.max(10, numberIn(style, 'size', 40))) }
  if (shape !== 'basic.rounded-rectangle') return undefined
  // Parts of screens, in px.
  if (style.values.has('rSize'))
    return { radius: Math.max(0, Math.min(numberIn(style, 'rSize', 10), Math.min(width, height) / 2)) }
  const arc = numberIn(style, 'arcSize', isOn(style, 'absoluteArcSize') ? 20 : 15)
  const radius = isOn(style, 'absoluteArcSize') ? arc / 2 : (Math.min(width, height) * Math.min(50, arc)) / 100
  return { radius: Math.max(0, Math.min(radius, Math.min(width, height) / 2)) }
}
