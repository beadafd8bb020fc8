import type { ElementNode, StorageNode } from '../model.ts'
import { childElements, textContent } from '../model.ts'
import { identifier, isMacro, macroOf } from '../views.ts'
import type { AttributeBag, EditorMark, EditorNode } from './schema.ts'
import { editorMarks, markOrder, markTags } from './schema.ts'
import { bagOf, sourceOf } from './source.ts'

/** Macros that are always inline. */
const inlineMacros: ReadonlySet<string> = new Set([
  'status',
  'anchor',
  'mathinline',
  'mention',
  'profile-picture',
  'jira-issue',
  'latex-inline',
  'clickable',
])

/** Whether a macro is inline: by its name, or because it has no body and is among words. */
export function isInlineMacro(element: ElementNode, amongWords: boolean): boolean {
  const { name, bodyKind } = macroOf(element)
  return inlineMacros.has(name) || (amongWords && bodyKind === 'none')
}

/** Inline nodes of a text line; `literal` preserves whitespace. */
export function readInline(nodes: readonly StorageNode[], literal = false): EditorNode[] {
  const out: EditorNode[] = []
  read(nodes, [], literal, out)
  return out
}

function read(nodes: readonly StorageNode[], path: readonly EditorMark[], literal: boolean, out: EditorNode[]): void {
  let last: { readonly key: string; readonly join: number } | undefined
  for (const node of nodes) {
    if (node.type === 'text') {
      readText(node.text, path, literal, out)
      last = undefined
      continue
    }
    const mark = node.type === 'element' ? markOf(node, path) : undefined
    if (node.type === 'comment' || !mark) {
      out.push(leaf(atomOf(node), path))
      last = undefined
      continue
    }
    const key = markKey(mark.mark)
    const join = last?.key === key ? 1 - last.join : 0
    last = { key, join }
    read(mark.content, [...path, { type: mark.mark.type, attrs: { ...mark.mark.attrs, join } }], literal, out)
  }
}

function readText(text: string, path: readonly EditorMark[], literal: boolean, out: EditorNode[]): void {
  if (literal) {
    if (text !== '') out.push(leaf({ type: 'text', text }, path))
    return
  }
  for (const piece of text.split(/((?:[ \t\r\n]{2,}|[\t\r\n]))/)) {
    if (piece === '') continue
    const isSpace = /^(?:[ \t\r\n]{2,}|[\t\r\n])$/.test(piece)
    if (isSpace) out.push(leaf({ type: 'text', text: ' ' }, path, { type: 'whitespace', attrs: { source: piece } }))
    else out.push(leaf({ type: 'text', text: piece }, path))
  }
}

/** A leaf with its marks in schema order; marks nested otherwise carry their depth. */
function leaf(node: EditorNode, path: readonly EditorMark[], extra?: EditorMark): EditorNode {
  if (path.length === 0 && !extra) return node
  const ranks = path.map(mark => markOrder.indexOf(mark.type))
  const natural = ranks.every((rank, index) => index === 0 || (ranks[index - 1] ?? 0) < rank)
  const marks = natural ? [...path] : path.map((mark, at) => ({ type: mark.type, attrs: { ...mark.attrs, at } }))
  marks.sort((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type))
  return { ...node, marks: extra ? [...marks, extra] : marks }
}

/** Identity of a mark, without `at` and `join`. */
export function markKey(mark: EditorMark): string {
  const { at: _at, join: _join, ...rest } = mark.attrs ?? {}
  return JSON.stringify([mark.type, rest])
}

const typesByTag = new Map(Object.entries(markTags).flatMap(([type, tags]) => tags.map(tag => [tag, type] as const)))

/** The mark for an inline element; undefined for one that becomes a node. */
function markOf(
  element: ElementNode,
  path: readonly EditorMark[],
): { readonly mark: EditorMark; readonly content: readonly StorageNode[] } | undefined {
  if (element.name === 'ac:link') return path.some(isLink) ? undefined : wikiLinkOf(element)
  const type = typesByTag.get(element.name)
  if (type === undefined || element.children.length === 0) return undefined
  if (type === 'link' && path.some(isLink)) return undefined
  const attributes = bagOf(element.attributes)
  const attrs = { ...editorMarks.element.attrs, attributes }
  const isMarker = type === 'marker' || (type === 'textStyle' && !isStyle(attributes))
  if (isMarker || type === 'element' || path.some(mark => mark.type === type)) {
    const mark = { type: isMarker ? 'marker' : 'element', attrs: { ...attrs, tag: element.name } }
    return { mark, content: element.children }
  }
  const tag = markTags[type]?.[0] === element.name ? null : element.name
  return { mark: { type, attrs: { ...attrs, tag } }, content: element.children }
}

/** Whether a span has styling attributes only. */
function isStyle(attributes: AttributeBag): boolean {
  if (attributes?.style === undefined) return false
  return Object.keys(attributes).every(name => name === 'style' || name === 'class')
}

function isLink(mark: EditorMark): boolean {
  return mark.type === 'link' || mark.type === 'wikiLink'
}

function wikiLinkOf(link: ElementNode): ReturnType<typeof markOf> {
  const bodies = childElements(link).filter(({ name }) => name === 'ac:link-body' || name === 'ac:plain-text-link-body')
  const body = bodies[0]
  if (link.children.some(node => node.type === 'text' && node.text.trim() !== '') || bodies.length > 1) return undefined
  const attrs = { ...editorMarks.wikiLink.attrs, attributes: bagOf(link.attributes) }
  if (!body) {
    const shown = linkLabel(link)
    if (shown === undefined) return undefined
    return {
      mark: { type: 'wikiLink', attrs: { ...attrs, head: sourceOf(...link.children), body: 'none', shown } },
      content: [{ type: 'text', text: shown }],
    }
  }
  const plain = body.name === 'ac:plain-text-link-body'
  if (body.children.length === 0 || Object.keys(body.attributes).length > 0) return undefined
  if (plain && body.children.some(node => node.type !== 'text')) return undefined
  const at = link.children.indexOf(body)
  const mark: EditorMark = {
    type: 'wikiLink',
    attrs: {
      ...attrs,
      head: sourceOf(...link.children.slice(0, at)),
      tail: sourceOf(...link.children.slice(at + 1)),
      body: plain ? 'plain' : 'rich',
    },
  }
  return { mark, content: body.children }
}

/** Text of a link without a body; undefined where only the wiki knows it (a user, content by its id). */
function linkLabel(link: ElementNode): string | undefined {
  const target = identifier(link)
  const a = target?.attributes ?? {}
  const label = target
    ? (a['ri:content-title'] ?? a['ri:filename'] ?? (target.name === 'ri:space' ? a['ri:space-key'] : undefined))
    : link.attributes['ac:anchor']
  return label !== undefined && /^\S+(?: \S+)*$/.test(label) ? label : undefined
}

const userElements: ReadonlySet<string> = new Set(['ri:user'])

/** An inline atom. */
function atomOf(node: StorageNode): EditorNode {
  const source = sourceOf(node)
  if (node.type !== 'element') return { type: 'opaqueInline', attrs: { source } }
  switch (node.name) {
    case 'br':
      if (node.children.length === 0) return { type: 'hardBreak', attrs: { attributes: bagOf(node.attributes) } }
      break
    case 'img':
    case 'ac:image':
      return { type: 'image', attrs: { source } }
    case 'ac:emoticon':
      return { type: 'emoticon', attrs: { source } }
    case 'time':
      if (textContent(node).trim() === '') return { type: 'date', attrs: { source } }
      break
    case 'ac:link':
      if (childElements(node).length === 1 && identifier(node)?.name === 'ri:user')
        return { type: 'mention', attrs: { source } }
      break
    default:
      if (userElements.has(node.name)) return { type: 'mention', attrs: { source } }
      if (isMacro(node) && macroOf(node).name === 'status') return { type: 'status', attrs: { source } }
  }
  return { type: 'opaqueInline', attrs: { source } }
}
