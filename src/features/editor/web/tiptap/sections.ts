/** Commands for the sections of a layout, which exist at the top level of a page only. */
import { Fragment, type Node as ProseNode } from '@tiptap/pm/model'
import { type Command, type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { bagOf, changeBag } from './attribute-bag.ts'

/** Number of columns of each type of section, as the storage format names them. */
const COLUMNS = {
  single: 1,
  two_equal: 2,
  two_left_sidebar: 2,
  two_right_sidebar: 2,
  three_equal: 3,
  three_with_sidebars: 3,
} as const

export type SectionType = keyof typeof COLUMNS

const SECTION_TYPE = 'ac:type'

interface PlacedSection {
  readonly layout: ProseNode
  /** Position of the layout. */
  readonly layoutAt: number
  readonly section: ProseNode
  /** Position of the section. */
  readonly at: number
  /** Index of the section in the layout. */
  readonly index: number
}

/** The section that contains the start of the selection. */
export function sectionAt({ selection: { $from } }: EditorState): PlacedSection | undefined {
  if ($from.depth < 3 || $from.node(1).type.name !== 'layout') return undefined
  return {
    layout: $from.node(1),
    layoutAt: $from.before(1),
    section: $from.node(2),
    at: $from.before(2),
    index: $from.index(1),
  }
}

/** The type of a section as written; undefined for one without a type. */
export function sectionTypeOf(section: ProseNode): string | undefined {
  return bagOf(section)[SECTION_TYPE]
}

/**
 * Inserts a section with the cursor in its first column: after the section at the cursor, or as a new layout. Selected
 * blocks move into the first column.
 */
export function insertSection(type: SectionType): Command {
  return (state, dispatch) => {
    if (!dispatch) return true
    const { tr } = state
    const current = sectionAt(state)
    const { from, to, blocks } = current ? placeAfter(current) : placeOutside(state)
    const section = newSection(state, type, blocks)
    const before = tr.doc.resolve(from).nodeBefore
    // A section behind a layout becomes its last one, since a page has one layout if possible.
    const isInLayout = current !== undefined || before?.type.name === 'layout'
    const at = !current && isInLayout ? from - 1 : from
    if (at < from) tr.delete(from, to).insert(at, section)
    else tr.replaceWith(from, to, isInLayout ? section : create(state, 'layout', null, [section]))
    dispatch(withCursor(tr, isInLayout ? at : at + 1).scrollIntoView())
    return true
  }
}

interface Place {
  readonly from: number
  readonly to: number
  /** Blocks for the first column, which were in the place. */
  readonly blocks: readonly ProseNode[]
}

function placeAfter({ at, section }: PlacedSection): Place {
  return { from: at + section.nodeSize, to: at + section.nodeSize, blocks: [] }
}

/** Selected blocks of the top level, an empty line, or the place after the block at the cursor. */
function placeOutside({ doc, selection }: EditorState): Place {
  const { $from, $to, empty } = selection
  const from = $from.depth > 0 ? $from.before(1) : $from.pos
  const to = $to.depth > 0 ? $to.after(1) : $to.pos
  const blocks = doc.slice(from, to).content.content
  if (!empty && blocks.every(({ type }) => type.name !== 'layout')) return { from, to, blocks }
  const isEmptyLine = blocks.length === 1 && isEmpty(blocks[0])
  return isEmptyLine ? { from, to, blocks } : { from: to, to, blocks: [] }
}

/** Changes the type of the section at the cursor. Surplus columns are appended to the last remaining one. */
export function changeSection(type: SectionType): Command {
  return (state, dispatch) => {
    const found = sectionAt(state)
    if (!found) return false
    if (!dispatch) return true
    const { section, at } = found
    const { tr } = state
    const count = COLUMNS[type]
    const missing = count - section.childCount
    if (missing > 0) {
      const cells = Array.from({ length: missing }, () => newCell(state))
      tr.insert(at + section.nodeSize - 1, cells)
    }
    const ends = childEnds(section, at)
    for (let index = section.childCount - 1; index >= count; index--) joinCells(tr, ends[index - 1] ?? at)
    tr.setNodeAttribute(at, 'attributes', changeBag(bagOf(section), { [SECTION_TYPE]: type }))
    dispatch(tr.scrollIntoView())
    return true
  }
}

function childEnds(node: ProseNode, at: number): number[] {
  const ends: number[] = []
  node.forEach((child, offset) => ends.push(at + 1 + offset + child.nodeSize))
  return ends
}

/** Joins the cells before and after a position; comments of the source between them are preserved. */
function joinCells(tr: Transaction, at: number): void {
  const { nodeBefore: left, nodeAfter: right } = tr.doc.resolve(at)
  if (!left || !right) return
  const leftAt = at - left.nodeSize
  const gap = text(left, 'after') + text(right, 'before')
  if (isUnfilled(right)) {
    tr.setNodeAttribute(leftAt, 'after', gap + text(right.firstChild, 'before') + text(right, 'after'))
    tr.delete(at, at + right.nodeSize)
    return
  }
  const opening = isUnfilled(left) ? text(left.firstChild, 'before') : ''
  tr.setNodeAttribute(at + 1, 'before', opening + gap + text(right.firstChild, 'before'))
  tr.setNodeAttribute(leftAt, 'after', text(right, 'after'))
  tr.join(at)
  if (isUnfilled(left)) tr.delete(leftAt + 1, at - 1)
}

/**
 * Moves the section at the cursor past the section beside it, or past the block beside its layout.
 * @param side -1 for up, 1 for down
 */
export function moveSection(side: -1 | 1): Command {
  return (state, dispatch) => {
    const found = sectionAt(state)
    if (!found) return false
    const { layout, layoutAt, section, at, index } = found
    const { tr } = state
    const isInner = layout.maybeChild(index + side) !== null
    const edge = side < 0 ? layoutAt : layoutAt + layout.nodeSize
    const place = state.doc.resolve(isInner ? (side < 0 ? at : at + section.nodeSize) : edge)
    const beside = side < 0 ? place.nodeBefore : place.nodeAfter
    // The empty line at the end of a page stays there.
    if (!beside || (edge + beside.nodeSize === state.doc.content.size && isEmpty(beside))) return false
    if (!dispatch) return true
    const isLone = layout.childCount === 1
    tr.delete(isLone ? layoutAt : at, isLone ? layoutAt + layout.nodeSize : at + section.nodeSize)
    // In another layout it comes to that side of the layout's nearest section.
    const isJoined = !isInner && beside.type.name === 'layout'
    const step = isJoined ? ((side < 0 ? beside.lastChild : beside.firstChild)?.nodeSize ?? 0) + 1 : beside.nodeSize
    const target = tr.mapping.map(place.pos, side) + side * step
    const attrs = isLone ? layout.attrs : { attributes: layout.attrs['attributes'] as unknown }
    const moved = isInner || isJoined ? section : layout.type.create(attrs, section)
    tr.insert(target, moved)
    const offset = state.selection.from - at + (moved === section ? 0 : 1)
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(target + offset))).scrollIntoView())
    return true
  }
}

/** Replaces the section at the cursor by the blocks of its columns. */
export const unwrapSection: Command = (state, dispatch) => takeOut(state, dispatch, true)

/** Deletes the section at the cursor with its content. */
export const deleteSection: Command = (state, dispatch) => takeOut(state, dispatch, false)

function takeOut(state: EditorState, dispatch: ((tr: Transaction) => void) | undefined, hasContent: boolean): boolean {
  const found = sectionAt(state)
  if (!found) return false
  if (!dispatch) return true
  const { layout, layoutAt, section, index } = found
  const { tr } = state
  const sections = layout.content.content
  const opening = index === 0 ? text(layout, 'before') : ''
  const { blocks, space } = blocksOf(section, opening, hasContent)
  const end = layoutAt + layout.nodeSize
  const isLast = index === sections.length - 1
  const rest = isLast ? space + text(layout, 'after') : space
  const head = part(layout, sections.slice(0, index), { after: '' })
  const tail = part(layout, sections.slice(index + 1), { before: rest })
  const next = tr.doc.nodeAt(end)
  if (isLast && rest !== '' && next) tr.setNodeAttribute(end, 'before', rest + text(next, 'before'))
  tr.replaceWith(layoutAt, end, Fragment.from([...head, ...blocks, ...tail]))
  const at = layoutAt + (head[0]?.nodeSize ?? 0)
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView())
  return true
}

/** A layout of some of its sections; none for no sections. */
function part(layout: ProseNode, sections: readonly ProseNode[], attrs: Record<string, string>): ProseNode[] {
  return sections.length === 0 ? [] : [layout.type.create({ ...layout.attrs, ...attrs }, sections)]
}

/** Blocks of a section's columns, and the source of whitespace and comments after the last. */
function blocksOf(section: ProseNode, opening: string, hasContent: boolean): { blocks: ProseNode[]; space: string } {
  const blocks: ProseNode[] = []
  let space = opening + text(section, 'before')
  if (!hasContent) return { blocks, space }
  section.forEach(cell => {
    space += text(cell, 'before')
    cell.forEach(block => {
      space += text(block, 'before')
      if (isUnfilled(cell)) return
      blocks.push(block.type.create({ ...block.attrs, before: space }, block.content, block.marks))
      space = ''
    })
    space += text(cell, 'after')
  })
  return { blocks, space: space + text(section, 'after') }
}

const text = (node: ProseNode | null, name: 'before' | 'after'): string => String(node?.attrs[name] ?? '')

const isEmpty = (node: ProseNode | undefined): boolean => node?.type.name === 'paragraph' && node.content.size === 0

/** Whether a cell has nothing but the empty line that is not stored. */
const isUnfilled = (cell: ProseNode): boolean =>
  cell.childCount === 1 && isEmpty(cell.child(0)) && cell.child(0).attrs['filler'] === true

function withCursor(tr: Transaction, sectionPosition: number): Transaction {
  return tr.setSelection(TextSelection.near(tr.doc.resolve(sectionPosition + 2)))
}

function newSection(state: EditorState, type: SectionType, blocks: readonly ProseNode[]): ProseNode {
  const cells = Array.from({ length: COLUMNS[type] }, (_, index) => newCell(state, index === 0 ? blocks : []))
  return create(state, 'layoutSection', { attributes: { [SECTION_TYPE]: type } }, cells)
}

function newCell(state: EditorState, blocks: readonly ProseNode[] = []): ProseNode {
  return create(
    state,
    'layoutCell',
    null,
    blocks.length > 0 ? blocks : [create(state, 'paragraph', { filler: true }, [])],
  )
}

function create(
  { schema }: EditorState,
  name: string,
  attrs: Record<string, unknown> | null,
  content: readonly ProseNode[],
): ProseNode {
  return schema.node(name, attrs, content)
}
