/**
 * The editor's document as Yjs types, in the layout of y-prosemirror: an element for each node with the attributes that
 * are not null, and one text for adjacent text nodes, whose formats are their marks. The server makes and reads it
 * without ProseMirror, from the language's description of the schema.
 */
import { createHash } from 'node:crypto'
import { encodeAny, toBase64 } from 'lib0/buffer'
import * as Y from 'yjs'
import {
  blockSuggestionOf,
  editorMarks,
  editorNodes,
  isSuggestionMark,
  markOrder,
  SUGGESTED,
  type EditorDocument,
  type EditorMark,
  type EditorNode,
} from '#language/editor/index.ts'
import { CONFLICT, FIELDS, MARKS } from '../../shared.ts'

/** A node, or adjacent text nodes. */
export type Part = EditorNode | readonly EditorNode[]
type Attributes = Readonly<Record<string, unknown>>

/** The body of a shared document. */
export const bodyOf = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment(FIELDS.body)
/** The title of a shared document. */
export const titleOf = (doc: Y.Doc): Y.Text => doc.getText(FIELDS.title)
const factsOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap(FIELDS.facts)

/** The editor's document that a shared one holds, without suggestions. */
export function readDocument(doc: Y.Doc): EditorDocument {
  const after = factsOf(doc).get('after')
  return {
    type: 'doc',
    attrs: { after: typeof after === 'string' ? after : '' },
    content: childrenOf(bodyOf(doc)),
  }
}

/** Sets the source behind the last block, which no node of the body carries. */
export function setSourceAfter(doc: Y.Doc, after: unknown): void {
  const facts = factsOf(doc)
  const text = typeof after === 'string' ? after : ''
  if ((facts.get('after') ?? '') !== text) facts.set('after', text)
}

function childrenOf(parent: Y.XmlFragment): EditorNode[] {
  const nodes: EditorNode[] = []
  for (const child of parent.toArray()) {
    if (isSuggested(child)) continue
    if (child instanceof Y.XmlElement) nodes.push(elementNode(child))
    // A suggestion may have been between two texts.
    else for (const node of textNodes(child)) addNode(nodes, node)
  }
  return nodes
}

/** Whether a type is there by a suggestion only. */
export function isSuggested(type: unknown): boolean {
  if (type instanceof Y.XmlText) return type.length > 0 && textNodes(type).length === 0
  if (!(type instanceof Y.XmlElement)) return false
  const attributes = type.getAttributes() as Attributes
  const marks = attributes[MARKS]
  return (
    blockSuggestionOf(attributes) === 'insertion' || (Array.isArray(marks) && (marks as EditorMark[]).some(isInsertion))
  )
}

const isInsertion = ({ type }: EditorMark): boolean => type === SUGGESTED.insertion

/** Adds a node, text to a text before it that has the same marks. */
function addNode(nodes: EditorNode[], node: EditorNode): void {
  const last = nodes.at(-1)
  if (node.type === 'text' && last?.type === 'text' && keyOf(last.marks ?? []) === keyOf(node.marks ?? []))
    nodes[nodes.length - 1] = { ...last, text: `${last.text}${node.text}` }
  else nodes.push(node)
}

function elementNode(element: Y.XmlElement): EditorNode {
  const content = childrenOf(element)
  const { [MARKS]: stored, [CONFLICT]: _c, [SUGGESTED.block]: _s, ...attrs } = element.getAttributes() as Attributes
  const marks = Array.isArray(stored) ? (stored as EditorMark[]).filter(mark => !isSuggestionMark(mark)) : []
  return {
    type: element.nodeName,
    attrs: { ...defaultsOf(element.nodeName), ...attrs },
    ...(content.length > 0 ? { content } : {}),
    ...(marks.length > 0 ? { marks } : {}),
  }
}

function defaultsOf(name: string): Attributes {
  return (editorNodes as Readonly<Record<string, { attrs: Attributes } | undefined>>)[name]?.attrs ?? {}
}

function textNodes(text: unknown): EditorNode[] {
  if (!(text instanceof Y.XmlText)) return []
  const nodes: EditorNode[] = []
  for (const { insert, attributes = {} } of text.toDelta() as { insert: unknown; attributes?: Attributes }[]) {
    if (typeof insert !== 'string' || attributes[SUGGESTED.insertion]) continue
    const marks = marksOf(attributes)
    addNode(nodes, { type: 'text', text: insert, ...(marks.length > 0 ? { marks } : {}) })
  }
  return nodes
}

/** A suffix tells marks apart that nest in themselves. */
const HASHED = /^(.*)--[a-zA-Z0-9+/=]{8}$/

function marksOf(attributes: Attributes): EditorMark[] {
  return Object.entries(attributes)
    .filter(([, attrs]) => attrs !== null)
    .map(([name, attrs]) => {
      const type = HASHED.exec(name)?.[1] ?? name
      return { type, attrs: { ...markDefaults(type), ...(attrs as Attributes) } }
    })
    .filter(mark => !isSuggestionMark(mark))
    .toSorted((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type))
}

function markDefaults(type: string): Attributes {
  return (editorMarks as Readonly<Record<string, { attrs: Attributes } | undefined>>)[type]?.attrs ?? {}
}

/** A node with all attributes of its type, in the order of the schema. */
export function completeNode(node: EditorNode): EditorNode {
  if (node.type === 'text') return { ...node, marks: (node.marks ?? []).map(completeMark) }
  return {
    ...node,
    attrs: { ...defaultsOf(node.type), ...node.attrs },
    content: (node.content ?? []).map(completeNode),
    ...(node.marks && node.marks.length > 0 ? { marks: node.marks.map(completeMark) } : {}),
  }
}

function completeMark({ type, attrs }: EditorMark): EditorMark {
  return { type, attrs: { ...markDefaults(type), ...attrs } }
}

/** The content of a node as parts. */
export function partsOf(content: readonly EditorNode[] = []): Part[] {
  const parts: (EditorNode | EditorNode[])[] = []
  for (const node of content) {
    const last = parts.at(-1)
    if (node.type !== 'text') parts.push(node)
    else if (Array.isArray(last)) last.push(node)
    else parts.push([node])
  }
  return parts
}

/** Whether a part is text. */
export const isText = (part: Part): part is readonly EditorNode[] => Array.isArray(part)

/** Makes the type of a complete part. */
export function typeOf(part: Part): Y.XmlElement | Y.XmlText {
  if (isText(part)) {
    const text = new Y.XmlText()
    text.applyDelta(part.map(node => ({ insert: node.text ?? '', attributes: formatsOf(node.marks ?? []) })))
    return text
  }
  const element = new Y.XmlElement(part.type)
  for (const [name, value] of Object.entries(attributesOf(part)))
    if (value !== null) element.setAttribute(name, value as string)
  element.insert(0, partsOf(part.content).map(typeOf))
  return element
}

/** Attributes of an element: those of the node, and its marks. */
export function attributesOf({ attrs = {}, marks = [] }: EditorNode): Attributes {
  return marks.length > 0 ? { ...attrs, [MARKS]: marks } : attrs
}

/** Marks as formats of a text. */
export function formatsOf(marks: readonly EditorMark[]): Record<string, unknown> {
  return Object.fromEntries(
    marks.map(mark => [nests(mark.type) ? `${mark.type}--${hashOf(mark)}` : mark.type, mark.attrs ?? {}]),
  )
}

function nests(type: string): boolean {
  return 'nests' in ((editorMarks as Readonly<Record<string, object | undefined>>)[type] ?? {})
}

const HASH_BYTES = 6

/** The hash that y-prosemirror names a mark by, so that texts written by it and here have the same formats. */
function hashOf(mark: EditorMark): string {
  const digest = new Uint8Array(createHash('sha256').update(encodeAny(mark)).digest())
  for (let index = HASH_BYTES; index < digest.length; index++)
    digest[index % HASH_BYTES] = (digest[index % HASH_BYTES] ?? 0) ^ (digest[index] ?? 0)
  return toBase64(digest.slice(0, HASH_BYTES))
}

/** The part that a type holds. */
export function partOf(type: unknown): Part {
  return type instanceof Y.XmlElement ? elementNode(type) : textNodes(type)
}

/** Equal for values that are the same, whatever the order of their names. Absent and null are the same. */
export function keyOf(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, each]) => each !== null && each !== undefined && !isEmptyList(each))
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  )
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
