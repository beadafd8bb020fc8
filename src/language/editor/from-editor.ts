import type { StorageDocument, StorageNode } from '../model.ts'
import { element, text } from '../model.ts'
import { markKey } from './inline.ts'
import type { EditorMark, EditorNode } from './schema.ts'
import { markOrder, markTags } from './schema.ts'
import { carried, joinTexts, make, nodesOf, textAttribute } from './source.ts'
import { withoutSuggestions } from './suggestions.ts'
import { writeTable } from './tables.ts'

/**
 * Storage document of an editor's document: the reverse of `toEditor`; untouched parts come out as they went in. Never
 * throws: unknown nodes and attributes are dropped, their content preserved. Suggestions are no part of the text.
 */
export function fromEditor(doc: EditorNode): StorageDocument {
  const { content = [] } = withoutSuggestions(doc)
  return { type: 'document', children: joinTexts([...blocks(content), ...carried(doc, 'after')]) }
}

function blocks(nodes: readonly EditorNode[]): StorageNode[] {
  return nodes.flatMap((node, index) => {
    const besideBare = isBare(nodes[index - 1]) || isBare(nodes[index + 1])
    return [...carried(node, 'before'), ...block(node, besideBare)]
  })
}

function isBare(node: EditorNode | undefined): boolean {
  return node?.type === 'paragraph' && node.attrs?.bare === true
}

/** @param besideBare adjacent bare paragraphs would merge, so they get elements */
function block(node: EditorNode, besideBare: boolean): readonly StorageNode[] {
  const attributes = node.attrs?.attributes
  const content = node.content ?? []
  const held = (): StorageNode[] => [...blocks(content), ...carried(node, 'after')]
  switch (node.type) {
    case 'paragraph':
      if (node.attrs?.filler === true && content.length === 0) return []
      if (node.attrs?.bare === true && !besideBare) return inline(content)
      return [make('p', attributes, line(node))]
    case 'heading': {
      const level = Number(node.attrs?.level)
      return [make(`h${level >= 1 && level <= 6 ? Math.trunc(level) : 1}`, attributes, line(node))]
    }
    case 'bulletList':
      return [make('ul', attributes, [...items(content), ...carried(node, 'after')])]
    case 'orderedList':
      return [make('ol', attributes, [...items(content), ...carried(node, 'after')])]
    case 'listItem':
      return node.attrs?.bare === true && !isBare(content[0]) ? held() : [make('li', attributes, held())]
    case 'taskList':
      return [make('ac:task-list', attributes, [...items(content), ...carried(node, 'after')])]
    case 'taskItem':
      return [task(node, held())]
    case 'table':
      return [writeTable(node, blocks)]
    case 'blockquote':
      return [make('blockquote', attributes, held())]
    case 'container':
      return [make('div', attributes, held())]
    case 'preformatted':
      return [make('pre', attributes, inline(content))]
    case 'codeBlock':
      return [
        macro(
          node,
          element(
            'ac:plain-text-body',
            {},
            content.map(item => (item.text ?? '').toWellFormed()),
          ),
        ),
      ]
    case 'macro':
      return [macro(node, make('ac:rich-text-body', null, held()))]
    case 'layout':
      return [make('ac:layout', attributes, held())]
    case 'layoutSection':
      return [make('ac:layout-section', attributes, held())]
    case 'layoutCell':
      return [make('ac:layout-cell', attributes, held())]
    case 'horizontalRule':
      return [make('hr', attributes, [])]
    case 'opaqueBlock':
      return carried(node, 'source')
    default:
      return isInline(node) ? inline([node]) : blocks(content)
  }
}

function items(nodes: readonly EditorNode[]): StorageNode[] {
  return nodes.flatMap(node => [...carried(node, 'before'), ...block(node, false)])
}

function line(node: EditorNode): StorageNode[] {
  const blanks = (name: 'lead' | 'trail'): StorageNode[] => [text(textAttribute(node, name).replace(/[^ \t\r\n]/g, ''))]
  return [...blanks('lead'), ...inline(node.content ?? []), ...blanks('trail')]
}

function macro(node: EditorNode, body: StorageNode): StorageNode {
  const tag = node.attrs?.tag === 'ac:macro' ? 'ac:macro' : 'ac:structured-macro'
  const plain = body.type === 'element' ? { ...body, children: joinTexts(body.children) } : body
  return make(tag, node.attrs?.attributes, [...carried(node, 'head'), plain, ...carried(node, 'tail')])
}

function task(node: EditorNode, body: readonly StorageNode[]): StorageNode {
  const status = node.attrs?.status === 'complete' ? 'complete' : 'incomplete'
  let hasStatus = false
  const tell = (nodes: readonly StorageNode[]): StorageNode[] =>
    nodes.map(item => {
      if (item.type !== 'element' || item.name !== 'ac:task-status' || hasStatus) return item
      hasStatus = true
      const written = item.children
        .map(part => (part.type === 'text' ? part.text : ''))
        .join('')
        .trim()
      // Anything but `complete` is incomplete and preserved as written.
      return (written === 'complete') === (status === 'complete') ? item : { ...item, children: [text(status)] }
    })
  const head = tell(carried(node, 'head'))
  const tail = tell(carried(node, 'tail'))
  const isImplied = !hasStatus && (status === 'complete' || (head.length === 0 && tail.length === 0))
  const own = isImplied ? [element('ac:task-status', {}, [status])] : []
  return make('ac:task', node.attrs?.attributes, [...head, ...own, make('ac:task-body', null, body), ...tail])
}

const leaves: ReadonlySet<string> = new Set([
  'text',
  'hardBreak',
  'image',
  'emoticon',
  'date',
  'mention',
  'status',
  'opaqueInline',
])

function isInline(node: EditorNode): boolean {
  return leaves.has(node.type)
}

interface Leaf {
  readonly path: readonly EditorMark[]
  readonly nodes: readonly StorageNode[]
}

function inline(nodes: readonly EditorNode[]): StorageNode[] {
  return joinTexts(
    nest(
      nodes.map(node => ({ path: pathOf(node), nodes: leaf(node) })),
      0,
    ),
  )
}

function leaf(node: EditorNode): readonly StorageNode[] {
  if (node.type === 'text') {
    const blanks = node.marks?.find(({ type }) => type === 'whitespace')?.attrs?.source
    const isBlank = typeof blanks === 'string' && node.text === ' ' && /^[ \t\r\n]+$/.test(blanks)
    return [text(isBlank ? blanks : (node.text ?? '').toWellFormed())]
  }
  if (node.type === 'hardBreak') return [make('br', node.attrs?.attributes, [])]
  return isInline(node) ? carried(node, 'source') : blocks([node])
}

/** Marks of a leaf that are elements, outermost first. */
function pathOf(node: EditorNode): EditorMark[] {
  const marks = (node.marks ?? []).filter(({ type }) => type !== 'whitespace' && markOrder.includes(type))
  const at = (mark: EditorMark): number | undefined => (typeof mark.attrs?.at === 'number' ? mark.attrs.at : undefined)
  const path = marks.filter(mark => at(mark) !== undefined).toSorted((a, b) => (at(a) ?? 0) - (at(b) ?? 0))
  for (const mark of marks) {
    if (at(mark) !== undefined) continue
    const rank = markOrder.indexOf(mark.type)
    const index = path.findIndex(other => markOrder.indexOf(other.type) > rank)
    path.splice(index < 0 ? path.length : index, 0, mark)
  }
  return path
}

/** Wraps the leaves in elements: one around each run that shares the mark at this depth. */
function nest(leavesOfLine: readonly Leaf[], depth: number): StorageNode[] {
  const out: StorageNode[] = []
  for (let start = 0; start < leavesOfLine.length;) {
    const first = leavesOfLine[start]
    const mark = first?.path[depth]
    if (!first || !mark) {
      out.push(...(first?.nodes ?? []))
      start++
      continue
    }
    const key = identity(mark)
    let end = start + 1
    for (
      let next = leavesOfLine[end]?.path[depth];
      next && identity(next) === key;
      next = leavesOfLine[end]?.path[depth]
    )
      end++
    out.push(wrap(mark, joinTexts(nest(leavesOfLine.slice(start, end), depth + 1))))
    start = end
  }
  return out
}

function identity(mark: EditorMark): string {
  return `${markKey(mark)} ${mark.attrs?.join === 1 ? 1 : 0}`
}

function wrap(mark: EditorMark, inner: readonly StorageNode[]): StorageNode {
  const attributes = mark.attrs?.attributes
  if (mark.type === 'wikiLink') return wikiLink(mark, inner)
  const tags = markTags[mark.type] ?? []
  const tag = mark.attrs?.tag
  const all = mark.type === 'element' || mark.type === 'marker' ? Object.values(markTags).flat() : tags
  const name = typeof tag === 'string' && all.includes(tag) ? tag : (tags[0] ?? 'span')
  return make(name, attributes, inner)
}

function wikiLink(mark: EditorMark, inner: readonly StorageNode[]): StorageNode {
  const { attributes, head, tail, body, shown } = mark.attrs ?? {}
  const isPlain = inner.every(node => node.type === 'text')
  const written = isPlain ? inner.map(node => (node.type === 'text' ? node.text : '')).join('') : undefined
  const before = typeof head === 'string' ? nodesOf(head) : []
  const after = typeof tail === 'string' ? nodesOf(tail) : []
  if (body === 'none' && written === shown) return make('ac:link', attributes, [...before, ...after])
  const name = isPlain && body !== 'rich' ? 'ac:plain-text-link-body' : 'ac:link-body'
  return make('ac:link', attributes, [...before, make(name, null, inner), ...after])
}
