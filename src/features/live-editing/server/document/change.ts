/** Changes a shared document to another text by few operations, so that what is the same keeps its identity. */
import { diffArrays } from 'diff'
import * as Y from 'yjs'
import { SUGGESTED, type EditorDocument, type EditorNode } from '#language/editor/index.ts'
import { CONFLICT } from '../../shared.ts'
import {
  attributesOf,
  bodyOf,
  completeNode,
  formatsOf,
  isSuggested,
  isText,
  keyOf,
  partOf,
  partsOf,
  setSourceAfter,
  titleOf,
  typeOf,
  type Part,
} from './tree.ts'

/** Makes the body of a shared document the given one. Cursors and edits of others stay where the text is the same. */
export function writeDocument(doc: Y.Doc, target: EditorDocument): void {
  doc.transact(() => {
    writeChildren(bodyOf(doc), partsOf((target.content ?? []).map(completeNode)))
    setSourceAfter(doc, target.attrs?.['after'])
  })
}

/** Makes the title the given one. */
export function writeTitle(doc: Y.Doc, title: string): void {
  const text = titleOf(doc)
  doc.transact(() => replaceSpan(text, text.toJSON(), title))
}

/** Replaces the characters between the common start and end of two strings. */
function replaceSpan(text: Y.Text, before: string, after: string): void {
  const [start, removed, inserted] = spanOf(before, after)
  if (removed > 0) text.delete(start, removed)
  if (inserted !== '') text.insert(start, inserted)
}

/** The difference of two strings: its start, the characters of the first to remove, and those of the second to insert. */
function spanOf(before: string, after: string): [start: number, removed: number, inserted: string] {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  // Not between the halves of a character.
  if (start > 0 && isHighHalf(before.charCodeAt(start - 1))) start--
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  if (end > 0 && isLowHalf(before.charCodeAt(before.length - end))) end--
  return [start, before.length - start - end, after.slice(start, after.length - end)]
}

const isHighHalf = (code: number): boolean => code >= 0xd8_00 && code < 0xdc_00
const isLowHalf = (code: number): boolean => code >= 0xdc_00 && code < 0xe0_00

/** The parts of a parent that are no suggestion; where they are among those that are one. */
class Row {
  readonly #parent: Y.XmlFragment
  readonly #all: unknown[]
  readonly parts: unknown[]

  constructor(parent: Y.XmlFragment) {
    this.#parent = parent
    this.#all = parent.toArray()
    this.parts = this.#all.filter(type => !isSuggested(type))
  }

  insert(index: number, type: Y.XmlElement | Y.XmlText): void {
    const place = index === 0 ? 0 : this.#placeOf(index - 1) + 1
    this.#parent.insert(place, [type])
    this.#all.splice(place, 0, type)
    this.parts.splice(index, 0, type)
  }

  delete(index: number, count: number): void {
    for (let left = count; left > 0; left--) {
      const place = this.#placeOf(index)
      this.#parent.delete(place, 1)
      this.#all.splice(place, 1)
      this.parts.splice(index, 1)
    }
  }

  #placeOf(index: number): number {
    return this.#all.length === this.parts.length ? index : this.#all.indexOf(this.parts[index])
  }
}

function writeChildren(parent: Y.XmlFragment, target: readonly Part[]): void {
  const row = new Row(parent)
  const keys = row.parts.map(type => keyOf(partOf(type)))
  const wanted = target.map(part => keyOf(part))
  let [index, to] = [0, 0]
  let removed = 0
  // A region that differs comes as a removal, then an addition.
  for (const { value, removed: isRemoved = false, added = false } of diffArrays(keys, wanted)) {
    if (isRemoved) {
      removed = value.length
      continue
    }
    const added_ = added ? value.length : 0
    index = writeRegion(row, { at: index, present: removed }, target.slice(to, to + added_))
    to += added_
    removed = 0
    if (added) continue
    index += value.length
    to += value.length
  }
  writeRegion(row, { at: index, present: removed }, [])
}

/**
 * Writes parts in place of as many as are `present`; those of a kind are changed, in their order.
 * @returns the index behind them
 */
function writeRegion(row: Row, { at, present }: { at: number; present: number }, target: readonly Part[]): number {
  let index = at
  let left = present
  for (const part of target) {
    const like = row.parts.slice(index, index + left).findIndex(type => isAlike(type, part))
    if (like === -1) {
      row.insert(index, typeOf(part))
    } else {
      row.delete(index, like)
      change(row.parts[index], part)
      left -= like + 1
    }
    index++
  }
  row.delete(index, left)
  return index
}

function isAlike(type: unknown, part: Part): boolean {
  return isText(part) ? type instanceof Y.XmlText : type instanceof Y.XmlElement && type.nodeName === part.type
}

function change(type: unknown, part: Part): void {
  if (type instanceof Y.XmlText && isText(part)) changeText(type, part)
  else if (type instanceof Y.XmlElement && !isText(part)) changeElement(type, part)
}

function changeElement(element: Y.XmlElement, node: EditorNode): void {
  const present = element.getAttributes() as Record<string, unknown>
  const attrs = attributesOf(node)
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null) element.removeAttribute(name)
    else if (keyOf(present[name]) !== keyOf(value)) element.setAttribute(name, value as string)
  }
  for (const name of Object.keys(present))
    if (!(name in attrs) && name !== CONFLICT && name !== SUGGESTED.block) element.removeAttribute(name)
  writeChildren(element, partsOf(node.content))
}

/** Changes a text. Suggestions in it stay, but for those to delete what the change deletes. */
function changeText(text: Y.XmlText, nodes: readonly EditorNode[]): void {
  replaceShown(text, nodes.map(lettersOf).join(''))
  const runs = runsOf(text)
  const cleared = Object.fromEntries(
    runs.flatMap(({ formats }) => Object.keys(formats).filter(isNoSuggestion)).map(name => [name, null]),
  )
  const wanted = nodes.map(node => ({ left: lettersOf(node).length, formats: formatsOf(node.marks ?? []) }))
  const steps: { retain: number; attributes?: object }[] = []
  for (const { letters, isInserted } of runs) {
    if (isInserted) steps.push({ retain: letters.length })
    for (let left = isInserted ? 0 : letters.length; left > 0;) {
      const [node] = wanted
      if (!node) break
      const retain = Math.min(left, node.left)
      if (retain > 0) steps.push({ retain, attributes: { ...cleared, ...node.formats } })
      left -= retain
      node.left -= retain
      if (node.left === 0) wanted.shift()
    }
  }
  text.applyDelta(steps)
}

/** Replaces the characters of a text between the common start and end with other ones, but no suggested ones. */
function replaceShown(text: Y.XmlText, after: string): void {
  const runs = runsOf(text)
  const before = runs.map(({ letters, isInserted }) => (isInserted ? '' : letters)).join('')
  const [start, removed, inserted] = spanOf(before, after)
  // Places in the text of the characters that are no suggestion, and of its end.
  const places: number[] = []
  let place = 0
  for (const { letters, isInserted } of runs) {
    for (let index = 0; index < letters.length && !isInserted; index++) places.push(place + index)
    place += letters.length
  }
  for (let index = start + removed - 1; index >= start; index--) {
    let first = index
    while (first > start && places[first - 1] === places[first]! - 1) first--
    text.delete(places[first]!, index - first + 1)
    index = first
  }
  if (inserted !== '') text.insert(start === 0 ? 0 : places[start - 1]! + 1, inserted, {})
}

interface Run {
  readonly letters: string
  readonly formats: Readonly<Record<string, unknown>>
  readonly isInserted: boolean
}

/** Runs of a text with the same formats. */
function runsOf(text: Y.XmlText): Run[] {
  return (text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]).map(
    ({ insert, attributes: formats = {} }) => ({
      letters: typeof insert === 'string' ? insert : '',
      formats,
      isInserted: Boolean(formats[SUGGESTED.insertion]),
    }),
  )
}

const lettersOf = ({ text = '' }: EditorNode): string => text

const isNoSuggestion = (name: string): boolean => name !== SUGGESTED.insertion && name !== SUGGESTED.deletion
