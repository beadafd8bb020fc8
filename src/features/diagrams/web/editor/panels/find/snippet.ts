import type { DiagramObject } from '#diagrams/model/document.ts'
import { plainText } from '#diagrams/render/text-layout.ts'

/** Characters of context before a hit. */
const LEAD = 18

/** Plain text of an object, or of a connector's label. */
export function textOf(object: DiagramObject, label?: number): string {
  if (object.kind === 'group') return ''
  if (object.kind === 'connector') {
    const labels = label === undefined ? object.labels : object.labels.slice(label, label + 1)
    return labels.map(({ text }) => plainText(text)).join(' ')
  }
  return object.text ? plainText(object.text) : ''
}

/** A hit with context on one line; the whole text when the words are spread. */
export function snippetOf(text: string, words: string): { before: string; hit: string; after: string } {
  const line = text.replace(/\s+/g, ' ').trim()
  const wanted = words.replace(/\s+/g, ' ').trim()
  const at = line.toLocaleLowerCase().indexOf(wanted.toLocaleLowerCase())
  if (at === -1 || wanted === '') return { before: line, hit: '', after: '' }
  const from = at > LEAD ? line.lastIndexOf(' ', at - LEAD) + 1 : 0
  return {
    before: `${from > 0 ? '… ' : ''}${line.slice(from, at)}`,
    hit: line.slice(at, at + wanted.length),
    after: line.slice(at + wanted.length),
  }
}
