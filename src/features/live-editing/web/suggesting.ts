/** Changes of an editor as suggestions: what was there stays and is marked, what is new is marked beside it. */
import { Fragment, Slice, type Mark, type Node as ProseNode, type ResolvedPos, type Schema } from '@tiptap/pm/model'
import { NodeSelection, Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'
import { AddMarkStep, AttrStep, RemoveMarkStep, ReplaceStep, type Step } from '@tiptap/pm/transform'
import {
  blockSuggestionOf,
  SUGGESTED,
  type BlockSuggestion,
  type Suggestion,
  type SuggestionKind,
} from '#language/editor/index.ts'
import { CONFLICT } from '../shared.ts'
import { changedRange } from './kept-nodes.ts'

/** A change of a document: a range of the one before, and its end in the one after. */
interface Range {
  from: number
  endBefore: number
  end: number
}

/** Facts about a transaction, besides its steps, that the view and plugins need. */
const METAS = ['uiEvent', 'paste', 'composition', 'addToHistory']

/**
 * The transaction that suggests what another one would change. Text is marked letter by letter; where blocks change,
 * they are kept whole beside the new ones. Text and blocks that are suggested already are changed as usual.
 * @returns undefined if the change is to be made as it is; a transaction without steps if it must not be made
 */
export function suggested(
  state: EditorState,
  transaction: Transaction,
  author: Omit<Suggestion, 'id'>,
): Transaction | undefined {
  const range = rangeOf(transaction)
  if (!range || transaction.steps.every(isNoText)) return undefined
  const several = suggestedOneByOne(state, transaction, author)
  const tr = several ?? state.tr
  if (!several) {
    if (isInDeleted(state.doc, range)) return tr
    if (isInInserted(state.doc, transaction.doc, range)) return undefined
    if (isInline(state.doc, transaction.doc, range)) suggestText(tr, transaction, range, author)
    else suggestBlocks(tr, transaction, range, { ...author, id: newId() })
  }
  for (const meta of METAS) {
    const value: unknown = transaction.getMeta(meta)
    if (value !== undefined) tr.setMeta(meta, value)
  }
  if (transaction.scrolledIntoView) tr.scrollIntoView()
  return tr
}

/**
 * Suggests each of several changes of text that were made from the end to the start, such as those of "Replace all", so
 * that each is decided alone. @returns undefined for other transactions
 */
function suggestedOneByOne(
  state: EditorState,
  { steps, selectionSet }: Transaction,
  author: Omit<Suggestion, 'id'>,
): Transaction | undefined {
  if (steps.length < 2 || selectionSet) return undefined
  const { tr } = state
  let last = state.doc.content.size
  for (const step of steps) {
    if (!(step instanceof ReplaceStep) || step.to > last) return undefined
    last = step.from
    const alone = state.tr.step(step)
    const range = rangeOf(alone)
    if (!range || !isInline(state.doc, alone.doc, range)) return undefined
    for (const each of (suggested(state, alone, author) ?? alone).steps) tr.step(each)
  }
  return tr
}

/**
 * Accepts an inserted block that a change outside of suggesting joins with the text behind it, which would no longer be
 * part of the page. A change may join first and split then, such as Enter in place of several blocks.
 */
export function acceptJoined(before: ProseNode, transaction: Transaction): Transaction {
  const [step] = transaction.steps
  if (!(step instanceof ReplaceStep)) return transaction
  const [start, finish] = [before.resolve(step.from), before.resolve(step.to)]
  const isInserted = (place: ResolvedPos, depth: number) => kindOf(place.node(depth)) === 'insertion'
  for (let depth = finish.depth; depth > 0; depth--) if (isInserted(finish, depth)) return transaction
  for (let depth = start.depth; depth > 0; depth--)
    if (isInserted(start, depth)) return acceptAt(transaction, start.before(depth))
  return transaction
}

/** Accepts the inserted block that the first step of a transaction leaves at a position, and what is split from it. */
function acceptAt(transaction: Transaction, at: number): Transaction {
  const { doc, docs } = transaction
  const block = (docs[1] ?? doc).nodeAt(at)
  if (!block || kindOf(block) !== 'insertion') return transaction
  const later = transaction.mapping.slice(1)
  const [from, to] = [later.map(at, -1), later.map(at + block.nodeSize, 1)]
  doc.nodesBetween(from, to, (node, position) => {
    if (position < from || kindOf(node) !== 'insertion') return true
    transaction.setNodeAttribute(position, SUGGESTED.block, null)
    return false
  })
  return transaction
}

/** Markers of comments and of merges are no part of what is suggested. */
const isNoText = (step: Step): boolean =>
  step instanceof AttrStep
    ? step.attr === CONFLICT
    : (step instanceof AddMarkStep || step instanceof RemoveMarkStep) && step.mark.type.name === 'marker'

const newId = (): string => crypto.randomUUID().slice(0, 13)

/** A step says where in repeated letters the change is; several together, or those of marks, do not. */
function rangeOf(transaction: Transaction): Range | undefined {
  if (!isOneStep(transaction)) return changedRange(transaction.before, transaction.doc)
  const [{ from, to, slice }] = transaction.steps
  return { from, endBefore: to, end: from + slice.size }
}

const isOneStep = (transaction: Transaction): transaction is Transaction & { steps: [ReplaceStep] } =>
  transaction.steps.length === 1 && transaction.steps[0] instanceof ReplaceStep

/** Whether a range is in a block that is to be deleted. */
function isInDeleted(doc: ProseNode, { from, endBefore }: Range): boolean {
  const start = doc.resolve(from)
  for (let depth = start.sharedDepth(endBefore); depth > 0; depth--)
    if (kindOf(start.node(depth)) === 'deletion') return true
  return false
}

/** Whether a change is in an inserted block, which stays one. */
function isInInserted(before: ProseNode, after: ProseNode, { from, endBefore }: Range): boolean {
  const start = before.resolve(from)
  for (let depth = start.sharedDepth(endBefore); depth > 0; depth--)
    if (kindOf(start.node(depth)) === 'insertion') return stays(before, after, start, depth)
  return false
}

/** Whether a change leaves the parents of a place as they are, down to a depth. */
function stays(before: ProseNode, after: ProseNode, place: ResolvedPos, depth: number): boolean {
  const moved = after.content.size - before.content.size
  const there = after.resolve(place.start(depth))
  if (there.depth < depth) return false
  for (let each = depth; each > 0; each--) {
    if (there.start(each) !== place.start(each) || there.end(each) !== place.end(each) + moved) return false
    const [was, is] = [place.node(each), there.node(each)]
    if (!is.hasMarkup(was.type, was.attrs, was.marks)) return false
  }
  return true
}

/** Whether a change leaves the blocks as they are. */
function isInline(before: ProseNode, after: ProseNode, { from, endBefore, end }: Range): boolean {
  const [start, finish] = [before.resolve(from), before.resolve(endBefore)]
  const { parent } = start
  return (
    parent.inlineContent &&
    start.start() === finish.start() &&
    parent.type.allowsMarkType(marksOf(parent).insertion) &&
    end <= start.end() + after.content.size - before.content.size &&
    stays(before, after, start, start.depth)
  )
}

function marksOf({ type: { schema } }: { type: { schema: Schema } }) {
  return { insertion: schema.marks[SUGGESTED.insertion]!, deletion: schema.marks[SUGGESTED.deletion]! }
}

const insertionOf = (node: ProseNode): Mark | undefined =>
  node.marks.find(({ type }) => type.name === SUGGESTED.insertion)
const deletionOf = (node: ProseNode): Mark | undefined =>
  node.marks.find(({ type }) => type.name === SUGGESTED.deletion)

function suggestText(tr: Transaction, transaction: Transaction, range: Range, author: Omit<Suggestion, 'id'>) {
  const { before, doc, selection } = transaction
  const { from, endBefore, end } = range
  const { insertion, deletion } = marksOf(before)
  // The key Delete leaves the cursor behind what it deletes, every other deletion before.
  const isForward = tr.selection.empty && tr.selection.head === from
  const suggestion: Suggestion = neighbour(before, range, author.by) ?? { ...author, id: newId() }
  const added: ProseNode[] = []
  /** Deletions of the range, which are not added again. */
  const left: { at: number; size: number }[] = []
  doc.slice(from, end).content.forEach((node, offset) => {
    // They stay where they are. A single step inserts new nodes only.
    if (deletionOf(node) && !isOneStep(transaction)) {
      left.push({ at: from + offset, size: node.nodeSize })
      return
    }
    const mark = insertionOf(node)
    const own = mark && mark.attrs['by'] === author.by ? mark : insertion.create(suggestion)
    added.push(node.mark(own.addToSet(deletion.removeFromSet(node.marks))))
  })
  // From the end, so that places before stay.
  let kept = 0
  for (const { from: start, to, node } of inlineNodes(before, from, endBefore).toReversed()) {
    if (insertionOf(node)) {
      tr.delete(start, to)
      continue
    }
    kept += to - start
    if (!deletionOf(node)) tr.addMark(start, to, deletion.create(suggestion))
  }
  const place = from + kept
  if (added.length > 0) tr.insert(place, Fragment.from(added))
  const shift = (position: number): number => {
    const stays = position < from || (position === from && added.length === 0 && !isForward)
    if (stays) return position
    const leftBefore = left.reduce((sum, { at, size }) => sum + Math.min(Math.max(position - at, 0), size), 0)
    return position + kept - leftBefore
  }
  const { anchor, head } = selection
  const isNode = selection instanceof NodeSelection && tr.doc.nodeAt(shift(anchor))?.type === selection.node.type
  tr.setSelection(
    isNode
      ? NodeSelection.create(tr.doc, shift(anchor))
      : TextSelection.between(tr.doc.resolve(shift(anchor)), tr.doc.resolve(shift(head))),
  )
}

/** Inline nodes of a range, cut at its ends. */
function inlineNodes(doc: ProseNode, from: number, to: number): { from: number; to: number; node: ProseNode }[] {
  const found: { from: number; to: number; node: ProseNode }[] = []
  doc.nodesBetween(from, to, (node, at) => {
    if (node.isInline) found.push({ from: Math.max(from, at), to: Math.min(to, at + node.nodeSize), node })
  })
  return found
}

/** The same user's suggestion beside a range, which grows by what is typed or deleted there. */
function neighbour(doc: ProseNode, { from, endBefore }: Range, by: string): Suggestion | undefined {
  const [start, finish] = [doc.resolve(from), doc.resolve(endBefore)]
  for (const node of [start.nodeBefore, finish.nodeAfter]) {
    const mark = node && (insertionOf(node) ?? deletionOf(node))
    if (mark?.attrs['by'] === by) return mark.attrs as Suggestion
  }
  return undefined
}

/** Keeps the blocks of a range beside those that a change makes of them. */
function suggestBlocks(tr: Transaction, { before, doc, selection }: Transaction, range: Range, suggestion: Suggestion) {
  const place = blocksAround(before, doc, range)
  const [old, made] = [
    childrenBetween(before, place.from, place.endBefore),
    childrenBetween(doc, place.from, place.end),
  ]
  let [head, tail] = [0, 0]
  while (head < Math.min(old.length, made.length) && old[head]!.eq(made[head]!)) head++
  while (tail < Math.min(old.length, made.length) - head && old.at(-1 - tail)!.eq(made.at(-1 - tail)!)) tail++
  const sizeOf = (nodes: readonly ProseNode[]): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const start = place.from + sizeOf(old.slice(0, head))
  const replaced = old.slice(head, old.length - tail)
  // Blocks to delete stay as they are.
  if (replaced.length > 0 && replaced.every(node => kindOf(node) === 'deletion')) return
  const added = made.slice(head, made.length - tail).flatMap(node => {
    const inner = plain(node)
    return inner ? withBlock(inner, { ...suggestion, kind: 'insertion' }) : []
  })
  let kept = 0
  let at = start + sizeOf(replaced)
  for (const node of replaced.toReversed()) {
    at -= node.nodeSize
    if (kindOf(node) === 'insertion') {
      tr.delete(at, at + node.nodeSize)
      continue
    }
    kept += node.nodeSize
    if (!kindOf(node)) tr.setNodeAttribute(at, SUGGESTED.block, { ...suggestion, kind: 'deletion' })
  }
  if (added.length > 0) tr.insert(start + kept, Fragment.from(added))
  const shift = (position: number): number =>
    Math.min(position < start ? position : position + kept, tr.doc.content.size)
  tr.setSelection(Selection.near(tr.doc.resolve(shift(selection.head)), -1))
}

const kindOf = ({ attrs }: ProseNode): SuggestionKind | undefined => blockSuggestionOf(attrs)

const withBlock = (node: ProseNode, value: BlockSuggestion | null): ProseNode =>
  node.type.create({ ...node.attrs, [SUGGESTED.block]: value }, node.content, node.marks)

/** A block as its suggestions would make it, since it is one as a whole; undefined if nothing is left. */
function plain(node: ProseNode): ProseNode | undefined {
  if (kindOf(node) === 'deletion' || deletionOf(node)) return undefined
  const mark = insertionOf(node)
  if (node.isInline) return mark ? node.mark(mark.removeFromSet(node.marks)) : node
  const inner = node.children.flatMap(child => plain(child) ?? [])
  const content = Fragment.from(inner)
  const isFilled = node.type.validContent(content)
  if (!isFilled && !node.type.spec.isolating) return undefined
  const kept = isFilled ? node.copy(content) : node.type.createAndFill(node.attrs)
  return kept && kindOf(kept) ? withBlock(kept, null) : (kept ?? undefined)
}

/**
 * Copied content as text without suggestions: as they would make it while suggesting, else as it was. A copy of nothing
 * but suggestions is their text.
 */
export function copied({ content, openStart, openEnd }: Slice, isSuggesting: boolean): Slice {
  const wanted = without(content, isSuggesting ? 'deletion' : 'insertion')
  const isEmpty = wanted.textBetween(0, wanted.size, '', LEAF) === ''
  const copy = isEmpty ? without(content) : wanted
  const most = Slice.maxOpen(copy)
  return new Slice(copy, Math.min(openStart, most.openStart), Math.min(openEnd, most.openEnd))
}

/** Stands for nodes without text. */
const LEAF = '\uFFFC'

/** Content without the marks of suggestions, and without the nodes that those of a kind are about. */
function without(content: Fragment, kind?: SuggestionKind): Fragment {
  const nodes: ProseNode[] = []
  content.forEach(node => {
    const own = kindOf(node) ?? (insertionOf(node) ? 'insertion' : deletionOf(node) && 'deletion')
    if (own !== undefined && own === kind) return
    const inner = without(node.content, kind)
    if (inner.size === 0 && node.content.size > 0 && !node.isTextblock) return
    const { insertion, deletion } = marksOf(node)
    const plainNode = node.isText ? node : kindOf(node) ? withBlock(node.copy(inner), null) : node.copy(inner)
    nodes.push(plainNode.mark(deletion.removeFromSet(insertion.removeFromSet(node.marks))))
  })
  return Fragment.from(nodes)
}

/** Parents that hold any number of blocks, so that both the old and the new ones fit. */
const holds = ({ type }: ProseNode): boolean => /^(\(?block|listItem|taskItem)/.test(type.spec.content ?? '')

/** The range of whole blocks around a change, in a parent that the change leaves. */
function blocksAround(before: ProseNode, after: ProseNode, { from, endBefore }: Range): Range {
  const [start, finish] = [before.resolve(from), before.resolve(endBefore)]
  for (let depth = start.sharedDepth(endBefore); depth > 0; depth--) {
    const parent = start.node(depth)
    if (!holds(parent)) continue
    const first = start.depth > depth ? start.before(depth + 1) : from
    const last = finish.depth > depth ? finish.after(depth + 1) : endBefore
    if (stays(before, after, start, depth))
      return { from: first, endBefore: last, end: after.content.size - (before.content.size - last) }
  }
  const first = start.depth > 0 ? start.before(1) : from
  const last = finish.depth > 0 ? finish.after(1) : endBefore
  return { from: first, endBefore: last, end: after.content.size - (before.content.size - last) }
}

/** The blocks between two places between blocks of one parent. */
function childrenBetween(doc: ProseNode, from: number, to: number): ProseNode[] {
  const nodes: ProseNode[] = []
  doc.slice(from, to).content.forEach(node => nodes.push(node))
  return nodes
}
