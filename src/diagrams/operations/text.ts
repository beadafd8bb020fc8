/** Texts of objects: from plain text, styled, searched. */
import { connectorGeometry } from '../render/connector.ts'
import { labelArea } from '../render/label.ts'
import { byReading } from '../render/reading.ts'
import { boundsOfObject, createScene, isBoxed, isConnector, type Scene } from '../render/scene.ts'
import { plainText } from '../render/text-layout.ts'
import type { Rect } from '../shapes/contract.ts'
import { LIMITS, type DiagramDocument, type Paragraph, type TextBlock, type TextRun } from '../model/document.ts'

/** Character styles; undefined removes a mark. */
export type RunFields = { [K in Exclude<keyof TextRun, 'text'>]?: TextRun[K] | undefined }

export interface BlockStyle {
  run?: Partial<Omit<TextRun, 'text'>>
  align?: Paragraph['align']
  vertical?: TextBlock['vertical']
}

const PLAIN: Omit<TextRun, 'text'> = { font: 'sans', size: 14, colour: '#22201c' }
/** Maximum of paragraphs in foreign text; the rest joins the last one. */
const MOST_PARAGRAPHS = 1000

/** A block of plain text with a paragraph per line, truncated at the document's limit. */
export function plainBlock(text: string, { run, align = 'center', vertical = 'middle' }: BlockStyle = {}): TextBlock {
  const lines = text.slice(0, LIMITS.text).replaceAll(/\r\n?/g, '\n').split('\n')
  const used =
    lines.length > MOST_PARAGRAPHS
      ? [...lines.slice(0, MOST_PARAGRAPHS - 1), lines.slice(MOST_PARAGRAPHS - 1).join('\n')]
      : lines
  return { vertical, paragraphs: used.map(line => ({ align, runs: [{ ...PLAIN, ...run, text: line }] })) }
}

/** A range of the plain text in UTF-16 units; paragraphs are separated by line breaks. */
export interface TextRange {
  from: number
  to: number
}

/** Styles characters. @param range default the whole text */
export function styleText(
  block: TextBlock,
  fields: RunFields,
  range: TextRange = { from: 0, to: Infinity },
): TextBlock {
  let at = 0
  const paragraphs = block.paragraphs.map(paragraph => {
    const runs: TextRun[] = []
    for (const run of paragraph.runs) {
      // An empty run carries the style for typing.
      const isEmptyBlock = run.text === '' && range.from <= at && range.to >= at
      const [from, to] = [clamp(range.from - at, run.text.length), clamp(range.to - at, run.text.length)]
      at += run.text.length
      if (isEmptyBlock) runs.push(styled(run, fields))
      else if (from >= to) runs.push(run)
      else {
        if (from > 0) runs.push({ ...run, text: run.text.slice(0, from) })
        runs.push(styled({ ...run, text: run.text.slice(from, to) }, fields))
        if (to < run.text.length) runs.push({ ...run, text: run.text.slice(to) })
      }
    }
    at += 1
    return { ...paragraph, runs: joined(runs) }
  })
  return { ...block, paragraphs }
}

function clamp(value: number, length: number): number {
  return Math.min(length, Math.max(0, value))
}

function styled(run: TextRun, fields: RunFields): TextRun {
  const next: Record<string, unknown> = { ...run }
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === false) delete next[name]
    else next[name] = value
  }
  // Run fields only, and by its type no required one is removed.
  return {
    ...next,
    text: run.text,
    font: fields.font ?? run.font,
    size: fields.size ?? run.size,
    colour: fields.colour ?? run.colour,
  }
}

/** Joins runs of equal style, which keeps texts small. */
function joined(runs: readonly TextRun[]): TextRun[] {
  const result: TextRun[] = []
  for (const run of runs) {
    const last = result.at(-1)
    if (last && isSameLook(last, run)) result[result.length - 1] = { ...last, text: last.text + run.text }
    else result.push(run)
  }
  return result
}

const LOOKS = ['font', 'size', 'colour', 'bold', 'italic', 'underline', 'strike', 'background'] as const

function isSameLook(a: TextRun, b: TextRun): boolean {
  return LOOKS.every(name => (a[name] || undefined) === (b[name] || undefined))
}

/** An object whose text matches. */
export interface TextHit {
  pageId: string
  objectId: string
  /** Index of the connector's label. */
  label?: number
}

/** Finds visible shapes, images and labels that contain all words, by page in reading order; case-insensitive. */
export function findText(document: DiagramDocument, words: string): TextHit[] {
  return document.pages.flatMap(page =>
    findOnPage(createScene(document, page), words).map(({ objectId, label }) => ({
      pageId: page.id,
      objectId,
      ...(label !== undefined && { label }),
    })),
  )
}

/** A match with its area on the page. */
export interface PlacedHit {
  objectId: string
  label?: number
  /** In page coordinates. */
  bounds: Rect
}

/** As {@link findText}, on one page with a scene's visible layers. */
export function findOnPage(scene: Scene, words: string): PlacedHit[] {
  const wanted = folded(words)
    .split(/\s+/)
    .filter(word => word !== '')
  if (wanted.length === 0) return []
  const holds = (block: TextBlock | undefined) => {
    if (!block) return false
    const text = folded(plainText(block))
    return wanted.every(word => text.includes(word))
  }
  const hits = scene.drawn.flatMap((place): PlacedHit[] => {
    const { object } = place
    if (isConnector(place)) {
      const found = place.object.labels.flatMap((label, index) => (holds(label.text) ? [{ label, index }] : []))
      if (found.length === 0) return []
      const { segments } = connectorGeometry(scene, place)
      return found.map(({ label, index }) => ({
        objectId: object.id,
        label: index,
        bounds: labelArea(place.object, label, segments),
      }))
    }
    if (!isBoxed(place) || object.kind === 'group' || object.kind === 'connector' || !holds(object.text)) return []
    const { left, top, right, bottom } = boundsOfObject(scene, place)
    return [{ objectId: object.id, bounds: { x: left, y: top, width: right - left, height: bottom - top } }]
  })
  return hits.toSorted((a, b) => byReading(a.bounds, b.bounds))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLocaleLowerCase()
}
