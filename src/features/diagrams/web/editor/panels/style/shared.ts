import type {
  Arrow,
  Colour,
  ConnectorObject,
  DiagramObject,
  Fill,
  ShapeObject,
  Stroke,
  TextBlock,
  TextRun,
} from '#diagrams/model/document.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import type { ShapeParameter } from '#diagrams/shapes/contract.ts'

/** Common value of several objects, or null for mixed ones. */
export interface Shared<Value> {
  value: Value | null
}

/**
 * Common value of objects.
 * @param read values of an object: none if not applicable, several if mixed within it
 * @returns null when it applies to no object
 */
export function sharedOf<Item, Value extends string | number | boolean>(
  items: Iterable<Item>,
  read: (item: Item) => readonly Value[],
): Shared<Value> | null {
  let first: { value: Value } | null = null
  for (const item of items) {
    for (const value of read(item)) {
      if (!first) first = { value }
      else if (!Object.is(first.value, value)) return { value: null }
    }
  }
  return first
}

/** Common style of the selection; null for properties that apply to none. */
export interface SharedStyle {
  fillKind: Shared<Fill['kind']> | null
  /** Of solid fills, and the start of gradients. */
  fill: Shared<Colour> | null
  /** End of gradients. */
  fillTo: Shared<Colour> | null
  fillAngle: Shared<number> | null
  stroke: Shared<Colour | 'none'> | null
  strokeWidth: Shared<number> | null
  dash: Shared<DashName> | null
  opacity: Shared<number> | null
  shadow: Shared<boolean> | null
  route: Shared<ConnectorObject['route']> | null
  startArrow: Shared<Arrow> | null
  endArrow: Shared<Arrow> | null
  cornerRadius: Shared<number> | null
  jumps: Shared<boolean> | null
  text: SharedText | null
  /** Parameters of shapes, if all are of one kind. */
  parameters: readonly { parameter: ShapeParameter; shared: Shared<number> }[]
}

export interface SharedText {
  font: Shared<TextRun['font']>
  size: Shared<number>
  colour: Shared<Colour>
  bold: Shared<boolean>
  italic: Shared<boolean>
  underline: Shared<boolean>
  strike: Shared<boolean>
  align: Shared<'left' | 'center' | 'right'>
  /** Null for labels only, which are on their lines. */
  vertical: Shared<TextBlock['vertical']> | null
  /** Inner margins; null for labels only. */
  padding: Readonly<Record<PaddingSide, Shared<number>>> | null
}

export const PADDING_SIDES = ['top', 'bottom', 'left', 'right'] as const
export type PaddingSide = (typeof PADDING_SIDES)[number]

/** Common style of objects; groups must be replaced by their content. */
export function sharedStyle(objects: readonly DiagramObject[]): SharedStyle {
  const shapes = objects.filter(object => object.kind === 'shape')
  const connectors = objects.filter(object => object.kind === 'connector')
  const fills = shapes.map(({ style }) => style.fill)
  const strokes = objects.flatMap(object => strokeOf(object) ?? [])
  return {
    fillKind: sharedOf(fills, ({ kind }) => [kind]),
    fill: sharedOf(fills, fill => (fill.kind === 'none' ? [] : [fill.kind === 'solid' ? fill.colour : fill.from])),
    fillTo: sharedOf(fills, fill => (fill.kind === 'gradient' ? [fill.to] : [])),
    fillAngle: sharedOf(fills, fill => (fill.kind === 'gradient' ? [fill.angle ?? 90] : [])),
    stroke: sharedOf(strokes, ({ colour, width }) => [width > 0 ? colour : 'none']),
    strokeWidth: sharedOf(strokes, ({ width }) => [width]),
    dash: sharedOf(strokes, ({ dash }) => [dashName(dash)]),
    opacity: sharedOf(objects, object => (object.kind === 'group' ? [] : [opacityOf(object)])),
    shadow: sharedOf(shapes, ({ style }) => [style.shadow ?? false]),
    route: sharedOf(connectors, ({ route }) => [route]),
    startArrow: sharedOf(connectors, ({ startArrow }) => [startArrow]),
    endArrow: sharedOf(connectors, ({ endArrow }) => [endArrow]),
    cornerRadius: sharedOf(
      connectors.filter(({ route }) => route === 'orthogonal'),
      ({ cornerRadius }) => [cornerRadius ?? 0],
    ),
    jumps: sharedOf(connectors, ({ jumps }) => [jumps ?? false]),
    text: sharedText(objects),
    parameters: sharedParameters(shapes),
  }
}

function strokeOf(object: DiagramObject): Stroke | undefined {
  if (object.kind === 'connector') return object.stroke
  if (object.kind === 'group') return undefined
  return object.style?.stroke ?? { colour: 'none', width: 1 }
}

function opacityOf(object: Exclude<DiagramObject, { kind: 'group' }>): number {
  return (object.kind === 'connector' ? object.opacity : object.style?.opacity) ?? 1
}

function blocksOf(object: DiagramObject): TextBlock[] {
  if (object.kind === 'connector') return object.labels.map(({ text }) => text)
  return object.kind === 'group' || !object.text ? [] : [object.text]
}

function sharedText(objects: readonly DiagramObject[]): SharedText | null {
  const blocks = objects.flatMap(blocksOf)
  const paragraphs = blocks.flatMap(block => block.paragraphs)
  const runs = paragraphs.flatMap(paragraph => paragraph.runs)
  const of = <Value extends string | number | boolean>(read: (run: TextRun) => Value) =>
    sharedOf(runs, run => [read(run)])
  const [font, size, colour] = [of(run => run.font), of(run => run.size), of(run => run.colour)]
  const align = sharedOf(paragraphs, paragraph => [paragraph.align])
  const [bold, italic, underline, strike] = [
    of(run => run.bold ?? false),
    of(run => run.italic ?? false),
    of(run => run.underline ?? false),
    of(run => run.strike ?? false),
  ]
  if (!font || !size || !colour || !align || !bold || !italic || !underline || !strike) return null
  const objectBlocks = objects.filter(object => object.kind !== 'connector').flatMap(blocksOf)
  return {
    font,
    size,
    colour,
    bold,
    italic,
    underline,
    strike,
    align,
    vertical: sharedOf(objectBlocks, ({ vertical }) => [vertical]),
    padding: objectBlocks.length === 0 ? null : sharedPadding(objectBlocks),
  }
}

function sharedPadding(blocks: readonly TextBlock[]): Record<PaddingSide, Shared<number>> {
  const of = (side: PaddingSide) => sharedOf(blocks, ({ padding }) => [padding?.[side] ?? 0]) ?? { value: null }
  return { top: of('top'), bottom: of('bottom'), left: of('left'), right: of('right') }
}

function sharedParameters(shapes: readonly ShapeObject[]): SharedStyle['parameters'] {
  const [first] = shapes
  if (!first || shapes.some(({ shape }) => shape !== first.shape)) return []
  return (findShape(first.shape)?.parameters ?? []).flatMap(parameter => {
    const shared = sharedOf(shapes, ({ parameters }) => [parameters?.[parameter.name] ?? parameter.default])
    return shared ? [{ parameter, shared }] : []
  })
}

/** Dash patterns by name, in units of the width. */
export const DASHES = {
  solid: undefined,
  dashed: [4, 3],
  dotted: [1, 2],
  long: [8, 4],
  'dash-dot': [6, 3, 1, 3],
} as const
export type DashName = keyof typeof DASHES | 'other'

/** Name of a dash pattern; imported files have more than the panel offers. */
export function dashName(dash: readonly number[] | undefined): DashName {
  if (!dash || dash.length === 0) return 'solid'
  const written = dash.join(' ')
  const found = Object.entries(DASHES).find(([, lengths]) => lengths?.join(' ') === written)
  return found ? (found[0] as DashName) : 'other'
}
