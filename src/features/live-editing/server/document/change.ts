/** Changes a shared document to another text by few operations, so that what is the same keeps its identity. */
import { diffArrays } from 'diff'
import * as Y from 'yjs'
import type { EditorDocument, EditorNode } from '#language/editor/index.ts'
import { CONFLICT } from '../../shared.ts'
import {
  attributesOf,
  bodyOf,
  completeNode,
  formatsOf,
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

function writeChildren(parent: Y.XmlFragment, target: readonly Part[]): void {
  const present = parent.toArray()
  const keys = present.map(type => keyOf(partOf(type)))
  const wanted = target.map(part => keyOf(part))
  let [index, from, to] = [0, 0, 0]
  let removed = 0
  // A region that differs comes as a removal, then an addition.
  for (const { value, removed: isRemoved = false, added = false } of diffArrays(keys, wanted)) {
    if (isRemoved) {
      removed = value.length
      continue
    }
    const added_ = added ? value.length : 0
    index = writeRegion(parent, index, present.slice(from, from + removed), target.slice(to, to + added_))
    from += removed
    to += added_
    removed = 0
    if (added) continue
    index += value.length
    from += value.length
    to += value.length
  }
  writeRegion(parent, index, present.slice(from, from + removed), [])
}

/** Writes parts in place of others; those of a kind are changed, in their order. @returns the index behind them */
function writeRegion(parent: Y.XmlFragment, at: number, present: readonly unknown[], target: readonly Part[]): number {
  let index = at
  let rest = present
  for (const part of target) {
    const like = rest.findIndex(type => isAlike(type, part))
    if (like === -1) {
      parent.insert(index, [typeOf(part)])
    } else {
      if (like > 0) parent.delete(index, like)
      change(rest[like], part)
      rest = rest.slice(like + 1)
    }
    index++
  }
  if (rest.length > 0) parent.delete(index, rest.length)
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
  for (const name of Object.keys(present)) if (!(name in attrs) && name !== CONFLICT) element.removeAttribute(name)
  writeChildren(element, partsOf(node.content))
}

function changeText(text: Y.XmlText, nodes: readonly EditorNode[]): void {
  const before = text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]
  replaceSpan(
    text,
    before.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join(''),
    nodes.map(node => node.text ?? '').join(''),
  )
  const cleared = Object.fromEntries(
    before.flatMap(({ attributes = {} }) => Object.keys(attributes)).map(name => [name, null]),
  )
  text.applyDelta(
    nodes.map(node => ({
      retain: node.text?.length ?? 0,
      attributes: { ...cleared, ...formatsOf(node.marks ?? []) },
    })),
  )
}
