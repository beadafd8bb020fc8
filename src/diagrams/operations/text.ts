/** Texts of objects: made from plain ones, given a look, found. */
import { connectorGeometry } from '../render/connector.ts'
import { labelArea } from '../render/label.ts'
import { byReading } from '../render/reading.ts'
import { boundsOfObject, createScene, isBoxed, isConnector, type Scene } from '../render/scene.ts'
import { plainText } from '../render/text-layout.ts'
import type { Rect } from '../shapes/contract.ts'
import { LIMITS, type DiagramDocument, type Paragraph, type TextBlock, type TextRun } from '../model/document.ts'

/** Looks of characters; undefined takes a mark away. */
export type RunFields = { [K in Exclude<keyof TextRun, 'text'>]?: TextRun[K] | undefined }

export interface BlockStyle {
  run?: Partial<Omit<TextRun, 'text'>>
  align?: Paragraph['align']
  vertical?: TextBlock['vertical']
}

const PLAIN: Omit<TextRun, 'text'> = { font: 'sans', size: 14, colour: '#22201c' }
/** Paragraphs of a text that comes from elsewhere; what is beyond them stands in the last one. */
const MOST_PARAGRAPHS = 1000

/** A block of a plain text, each line a paragraph, cut where documents have their limit. */
export function plainBlock(text: string, { run, align = 'center', vertical = 'middle' }: BlockStyle = {}): TextBlock {
  const lines = text.slice(0, LIMITS.text).replaceAll(/\r\n?/g, '\n').split('\n')
  const kept = lines.length > MOST_PARAGRAPHS ? [...lines.slice(0, MOST_PARAGRAPHS - 1), lines.slice(MOST_PARAGRAPHS - 1).join('\n')] : lines
  return { vertical, paragraphs: kept.map(line => ({ align, runs: [{ ...PLAIN, ...run, text: line }] })) }
}

/** A part of a text in UTF-16 units of its plain form, in which paragraphs are parted by line breaks. */
export interface TextRange {
  from: number
  to: number
}

/** Gives characters another look. @param range all of the text when absent */
export function styleText(block: TextBlock, fields: RunFields, range: TextRange = { from: 0, to: Infinity }): TextBlock {
  let at = 0
  const paragraphs = block.paragraphs.map(paragraph => {
    const runs: TextRun[] = []
    for (const run of paragraph.runs) {
      // A run without text holds the look of what is written next.
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
  // Fields of a run only, and none that it must have can be taken away by its type.
  return { ...next, text: run.text, font: fields.font ?? run.font, size: fields.size ?? run.size, colour: fields.colour ?? run.colour }
}

/** Puts runs of one look together, which keeps texts small however often they are changed. */
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

/** An object in whose text words were found. */
export interface TextHit {
  pageId: string
  objectId: string
  /** Index of the connector's label. */
  label?: number
}

/**
 * Finds the shapes, pictures and labels that are seen and hold all of the words, page by page in reading order; nothing
 * for no words. Upper and lower case are the same.
 */
export function findText(document: DiagramDocument, words: string): TextHit[] {
  return document.pages.flatMap(page => findOnPage(createScene(document, page), words).map(({ objectId, label }) =>
    ({ pageId: page.id, objectId, ...label !== undefined && { label } })))
}

/** What was found on a page and covers a part of it. */
export interface PlacedHit {
  objectId: string
  label?: number
  /** In px of the page. */
  bounds: Rect
}

/** As {@link findText}, on one page with the layers that a scene shows. */
export function findOnPage(scene: Scene, words: string): PlacedHit[] {
  const wanted = folded(words).split(/\s+/).filter(word => word !== '')
  if (wanted.length === 0) return []
  const holds = (block: TextBlock | undefined) => {
    if (!block) return false
    const text = folded(plainText(block))
    return wanted.every(word => text.includes(word))
  }
  const hits = scene.drawn.flatMap((place): PlacedHit[] => {
    const { object } = place
    if (isConnector(place)) {
      const found = place.object.labels.flatMap((label, index) => holds(label.text) ? [{ label, index }] : [])
      if (found.length === 0) return []
      const { segments } = connectorGeometry(scene, place)
      return found.map(({ label, index }) => ({ objectId: object.id, label: index, bounds: labelArea(place.object, label, segments) }))
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
