import type { ElementNode, StorageDocument, StorageNode } from '../model.ts'
import { child, textContent } from '../model.ts'
import { headingLevel, isMacro } from '../views.ts'
import { isInlineMacro, readInline } from './inline.ts'
import type { Blocks, EditorDocument, EditorNode } from './schema.ts'
import { markTags } from './schema.ts'
import { bagOf, isBlank, sourceOf, spaced } from './source.ts'
import { readTable } from './tables.ts'

/**
 * Editor document of a page. Lossless: what the editor does not support becomes opaque nodes and attributes, from
 * which `fromEditor` restores the same page.
 *
 * @param boxes names of the macros whose rich body is edited; other macros are opaque
 */
export function toEditor(doc: StorageDocument, boxes: Boxes): EditorDocument {
  const { content, after } = readBlocks(doc.children, 'filler', boxes, readLayout)
  return { type: 'doc', attrs: { after }, content }
}

type Boxes = ReadonlySet<string>

/** An empty place's paragraph: not in storage, or stored once it has text. */
type Fill = 'bare' | 'filler'

const blank = /^[ \t\r\n]*/
const blankEnd = /[ \t\r\n]*$/

/** Blocks of an element's children; text and inline elements among them become bare paragraphs. */
function readBlocks(
  nodes: readonly StorageNode[],
  fill: Fill,
  boxes: Boxes,
  extra?: (element: ElementNode, before: string, boxes: Boxes) => EditorNode | undefined,
): Blocks {
  const content: EditorNode[] = []
  let before = ''
  let run: StorageNode[] = []
  const endRun = (): void => {
    if (run.length === 0) return
    const [lead, inner, trail] = trim(run)
    content.push({ type: 'paragraph', attrs: { bare: true, before: before + lead }, content: readInline(inner) })
    before = trail
    run = []
  }
  nodes.forEach((node, index) => {
    if (node.type === 'element' && isBlock(node, nodes[index - 1], nodes[index + 1])) {
      endRun()
      content.push(extra?.(node, before, boxes) ?? readBlock(node, before, boxes))
      before = ''
    } else if (run.length === 0 && (node.type === 'comment' || (node.type === 'text' && isBlank(node.text)))) {
      before += sourceOf(node)
    } else {
      run.push(node)
    }
  })
  endRun()
  if (content.length > 0) return { content, after: before }
  return { content: [{ type: 'paragraph', attrs: { [fill]: true, before } }], after: '' }
}

/** Inline nodes without surrounding whitespace and comments, and the source of those. */
function trim(run: readonly StorageNode[]): [lead: string, inner: StorageNode[], trail: string] {
  const inner = [...run]
  let lead = ''
  const first = inner[0]
  if (first?.type === 'text') {
    const blanks = blank.exec(first.text)?.[0] ?? ''
    lead = sourceOf({ type: 'text', text: blanks })
    inner[0] = { type: 'text', text: first.text.slice(blanks.length) }
  }
  let trail = ''
  for (let last = inner.at(-1); last && last.type !== 'element'; last = inner.at(-1)) {
    if (last.type === 'comment') {
      trail = sourceOf(last) + trail
      inner.pop()
      continue
    }
    const blanks = blankEnd.exec(last.text)?.[0] ?? ''
    trail = sourceOf({ type: 'text', text: blanks }) + trail
    const rest = last.text.slice(0, last.text.length - blanks.length)
    if (rest !== '') {
      inner[inner.length - 1] = { type: 'text', text: rest }
      break
    }
    inner.pop()
  }
  return [lead, inner, trail]
}

const inlineNames: ReadonlySet<string> = new Set([
  ...Object.values(markTags).flat(),
  'br',
  'img',
  'wbr',
  'time',
  'ac:link',
  'ac:image',
  'ac:emoticon',
  'ac:placeholder',
  'ri:user',
  'at:var',
])

function isBlock(element: ElementNode, previous: StorageNode | undefined, next: StorageNode | undefined): boolean {
  if (inlineNames.has(element.name)) return false
  if (!isMacro(element)) return true
  return !isInlineMacro(element, isWords(previous) || isWords(next))
}

function isWords(node: StorageNode | undefined): boolean {
  if (node?.type === 'text') return !isBlank(node.text)
  return node?.type === 'element' && node.name !== 'br' && inlineNames.has(node.name)
}

/** Node of a block element, opaque where the editor does not support it. */
function readBlock(element: ElementNode, before: string, boxes: Boxes): EditorNode {
  return known(element, before, boxes) ?? opaque(element, before)
}

function opaque(element: ElementNode, before: string): EditorNode {
  return { type: 'opaqueBlock', attrs: { source: sourceOf(element), before } }
}

function known(element: ElementNode, before: string, boxes: Boxes): EditorNode | undefined {
  const attributes = bagOf(element.attributes)
  const level = headingLevel(element)
  if (level > 0)
    return {
      type: 'heading',
      attrs: { attributes, before, level, ...readLine(element).attrs },
      content: readLine(element).content,
    }
  switch (element.name) {
    case 'p': {
      const line = readLine(element)
      return { type: 'paragraph', attrs: { attributes, before, ...line.attrs }, content: line.content }
    }
    case 'ul':
    case 'ol':
      return readList(element, before, boxes)
    case 'ac:task-list':
      return readTasks(element, before, boxes)
    case 'table':
      return readTable(element, before, nodes => readBlocks(nodes, 'bare', boxes))
    case 'blockquote':
      return holder('blockquote', element, before, boxes)
    case 'div':
      return holder('container', element, before, boxes)
    case 'pre':
      return { type: 'preformatted', attrs: { attributes, before }, content: readInline(element.children, true) }
    case 'hr':
      return element.children.length === 0 ? { type: 'horizontalRule', attrs: { attributes, before } } : undefined
    default:
      return isMacro(element) ? readMacro(element, before, boxes) : undefined
  }
}

function holder(type: string, element: ElementNode, before: string, boxes: Boxes): EditorNode {
  const { content, after } = readBlocks(element.children, 'filler', boxes)
  return { type, attrs: { attributes: bagOf(element.attributes), before, after }, content }
}

/** Text of a paragraph or heading, and the whitespace around it. */
function readLine(element: ElementNode): { attrs: { lead: string; trail: string }; content: readonly EditorNode[] } {
  const inner = [...element.children]
  let lead = ''
  let trail = ''
  const first = inner[0]
  if (first?.type === 'text') {
    lead = blank.exec(first.text)?.[0] ?? ''
    inner[0] = { type: 'text', text: first.text.slice(lead.length) }
  }
  const last = inner.at(-1)
  if (last?.type === 'text') {
    trail = blankEnd.exec(last.text)?.[0] ?? ''
    inner[inner.length - 1] = { type: 'text', text: last.text.slice(0, last.text.length - trail.length) }
  }
  return { attrs: { lead, trail }, content: readInline(inner) }
}

function readList(element: ElementNode, before: string, boxes: Boxes): EditorNode | undefined {
  const parts = spaced(element.children)
  if (!parts || parts.items.length === 0) return undefined
  if (parts.items.some(([item]) => item.name !== 'li' && !isBlock(item, undefined, undefined))) return undefined
  return {
    type: element.name === 'ul' ? 'bulletList' : 'orderedList',
    attrs: { attributes: bagOf(element.attributes), before, after: parts.after },
    content: parts.items.map(([item, space]) => {
      if (item.name !== 'li') {
        const { content } = readBlocks([item], 'bare', boxes)
        return { type: 'listItem', attrs: { bare: true, before: space }, content }
      }
      const { content, after } = readBlocks(item.children, 'bare', boxes)
      return { type: 'listItem', attrs: { attributes: bagOf(item.attributes), before: space, after }, content }
    }),
  }
}

function readTasks(element: ElementNode, before: string, boxes: Boxes): EditorNode | undefined {
  const parts = spaced(element.children)
  if (!parts || parts.items.length === 0) return undefined
  const content: EditorNode[] = []
  for (const [task, space] of parts.items) {
    const frame = task.name === 'ac:task' ? framed(task, 'ac:task-body') : undefined
    if (!frame) return undefined
    const status = child(task, 'ac:task-status')
    const body = readBlocks(frame.body.children, 'bare', boxes)
    const attrs = {
      attributes: bagOf(task.attributes),
      before: space,
      after: body.after,
      head: frame.head,
      tail: frame.tail,
      status: status && textContent(status).trim() === 'complete' ? 'complete' : 'incomplete',
    }
    content.push({ type: 'taskItem', attrs, content: body.content })
  }
  return { type: 'taskList', attrs: { attributes: bagOf(element.attributes), before, after: parts.after }, content }
}

/** The single body of that name without attributes, and the source around it. */
function framed(
  element: ElementNode,
  name: string,
): { readonly head: string; readonly body: ElementNode; readonly tail: string } | undefined {
  const bodies = element.children.filter(node => node.type === 'element' && node.name === name)
  const body = bodies[0]
  if (bodies.length !== 1 || body?.type !== 'element' || Object.keys(body.attributes).length > 0) return undefined
  const at = element.children.indexOf(body)
  return { head: sourceOf(...element.children.slice(0, at)), body, tail: sourceOf(...element.children.slice(at + 1)) }
}

function readMacro(element: ElementNode, before: string, boxes: Boxes): EditorNode | undefined {
  const name = element.attributes['ac:name'] ?? ''
  const attrs = { attributes: bagOf(element.attributes), tag: element.name, before }
  if (name === 'code') {
    const frame = framed(element, 'ac:plain-text-body')
    if (!frame || frame.body.children.some(node => node.type !== 'text')) return undefined
    const code = textContent(frame.body)
    const content = code === '' ? [] : [{ type: 'text', text: code }]
    return { type: 'codeBlock', attrs: { ...attrs, head: frame.head, tail: frame.tail }, content }
  }
  if (!boxes.has(name)) return undefined
  const frame = framed(element, 'ac:rich-text-body')
  if (!frame) return undefined
  const { content, after } = readBlocks(frame.body.children, 'filler', boxes)
  return { type: 'macro', attrs: { ...attrs, after, head: frame.head, tail: frame.tail }, content }
}

/** Layouts, which are supported at the top level only. */
function readLayout(element: ElementNode, before: string, boxes: Boxes): EditorNode | undefined {
  if (element.name !== 'ac:layout') return undefined
  const types = ['layout', 'layoutSection', 'layoutCell']
  return tree(element, before, boxes, types, ['ac:layout-section', 'ac:layout-cell'])
}

function tree(
  element: ElementNode,
  before: string,
  boxes: Boxes,
  types: readonly string[],
  names: readonly string[],
): EditorNode | undefined {
  const [type = '', ...inner] = types
  const [name, ...deeper] = names
  if (name === undefined) return holder(type, element, before, boxes)
  const parts = spaced(element.children)
  if (!parts || parts.items.length === 0) return undefined
  const content: EditorNode[] = []
  for (const [item, space] of parts.items) {
    const node = item.name === name ? tree(item, space, boxes, inner, deeper) : undefined
    if (!node) return undefined
    content.push(node)
  }
  return { type, attrs: { attributes: bagOf(element.attributes), before, after: parts.after }, content }
}
