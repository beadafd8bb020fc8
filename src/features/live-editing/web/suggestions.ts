/** Suggestions in the shared text: marked until a user accepts or rejects them. */
import { Extension, Mark, type Extensions } from '@tiptap/core'
import type { Fragment, Node as ProseNode } from '@tiptap/pm/model'
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { t } from '#platform/web/i18n.ts'
import {
  editorNodes,
  SUGGESTED,
  type BlockSuggestion,
  type Suggestion,
  type SuggestionKind,
} from '#language/editor/index.ts'
import { isOfOthers } from './kept-nodes.ts'
import { acceptJoined, copied, suggested } from './suggesting.ts'

/** Text or a block that a suggestion inserts or deletes. */
interface Piece {
  readonly kind: SuggestionKind
  readonly from: number
  readonly to: number
  readonly isBlock: boolean
}

/** A suggestion, with its pieces in the order of the text. */
export interface SuggestionPlace extends Suggestion {
  readonly pieces: readonly Piece[]
}

export type Decision = 'accept' | 'reject'

interface State {
  /** Changes of this editor are made as suggestions. */
  readonly isSuggesting: boolean
  readonly places: readonly SuggestionPlace[]
  readonly decorations: DecorationSet
}

const key = new PluginKey<State>('suggestions')
/** Marks a transaction that decides about suggestions: it is made as it is. */
const DECISION = 'suggestionDecision'

const types = Object.entries(editorNodes).flatMap(([name, node]) =>
  'inline' in node || name === 'text' || name === 'doc' ? [] : name,
)

const markOf = (name: string, tag: 'ins' | 'del') =>
  Mark.create({
    name,
    // Outside of all others, so that it is one element around what was suggested at once.
    priority: 1000,
    inclusive: false,
    addAttributes: () =>
      Object.fromEntries(
        ['id', 'by', 'name', 'at'].map(each => [each, { default: null, rendered: false, parseHTML: () => null }]),
      ),
    renderHTML: ({ mark }) => [
      tag,
      { class: 'ox-suggested', title: titleOf(mark.attrs as Suggestion, kindOf(tag)) },
      0,
    ],
  })

const kindOf = (tag: 'ins' | 'del'): SuggestionKind => (tag === 'ins' ? 'insertion' : 'deletion')

/** Longest name of a user that is shown, in characters. */
const MOST_NAME = 255

/** A suggestion as any program may have written it into the text, as what it should be. */
function readSuggestion({ id, by, name, at }: Suggestion): Suggestion {
  const time = Number(at)
  const isTime = Number.isFinite(new Date(time).getTime())
  return { id: String(id), by: String(by), name: String(name).slice(0, MOST_NAME), at: isTime ? time : 0 }
}

function titleOf(written: Suggestion, kind: SuggestionKind): string {
  const { name } = readSuggestion(written)
  return kind === 'insertion'
    ? t('{{name}} suggests to insert this', { name })
    : t('{{name}} suggests to delete this', { name })
}

/** @param author of the suggestions that are made in this editor */
export function suggestions(author: Pick<Suggestion, 'by' | 'name'>): Extensions {
  return [
    markOf(SUGGESTED.insertion, 'ins'),
    markOf(SUGGESTED.deletion, 'del'),
    Extension.create({
      name: 'suggestions',
      addGlobalAttributes: () => [
        { types, attributes: { [SUGGESTED.block]: { default: null, rendered: false, parseHTML: () => null } } },
      ],
      dispatchTransaction({ transaction, next }) {
        const { state } = this.editor
        const isOwn = transaction.docChanged && !isOfOthers(transaction) && transaction.getMeta(DECISION) === undefined
        if (!isOwn) next(transaction)
        else if (isSuggesting(state)) next(suggested(state, transaction, { ...author, at: Date.now() }) ?? transaction)
        else next(acceptJoined(state.doc, transaction))
      },
      addProseMirrorPlugins: () => [plugin()],
    }),
  ]
}

function plugin(): Plugin<State> {
  let isDragged = false
  return new Plugin<State>({
    key,
    state: {
      init: (_config, { doc }) => ({ isSuggesting: false, ...find(doc) }),
      apply(transaction, before) {
        const on: unknown = transaction.getMeta(key)
        const isSuggesting = typeof on === 'boolean' ? on : before.isSuggesting
        if (!transaction.docChanged) return isSuggesting === before.isSuggesting ? before : { ...before, isSuggesting }
        return { isSuggesting, ...find(transaction.doc) }
      },
    },
    props: {
      decorations: state => key.getState(state)?.decorations,
      // Dragged text keeps its suggestions.
      handleDOMEvents: {
        dragstart: () => void (isDragged = true),
        copy: () => void (isDragged = false),
        cut: () => void (isDragged = false),
      },
      transformCopied: (slice, { state }) =>
        isDragged || !isMarkedIn(slice.content) ? slice : copied(slice, isSuggesting(state)),
    },
  })
}

/** Whether changes of an editor are made as suggestions. */
export const isSuggesting = (state: EditorState): boolean => key.getState(state)?.isSuggesting ?? false

/** Has an editor make its changes as suggestions, or not any more. */
export const setSuggesting = (transaction: Transaction, on: boolean): Transaction => transaction.setMeta(key, on)

/** Suggestions in the order of the text. */
export const suggestionsOf = (state: EditorState): readonly SuggestionPlace[] => key.getState(state)?.places ?? []

/** Makes suggestions part of the text, or takes them back. */
export function decide(transaction: Transaction, places: readonly SuggestionPlace[], decision: Decision): Transaction {
  const pieces = places.flatMap(place => place.pieces).toSorted((a, b) => b.from - a.from || a.to - b.to)
  const first = transaction.steps.length
  for (const piece of pieces) {
    const mapping = transaction.mapping.slice(first)
    const [from, to] = [mapping.map(piece.from, 1), mapping.map(piece.to, -1)]
    if (from >= to) continue
    const stays = (piece.kind === 'insertion') === (decision === 'accept')
    if (!stays) remove(transaction, { ...piece, from, to })
    else if (piece.isBlock) transaction.setNodeAttribute(from, SUGGESTED.block, null)
    else transaction.removeMark(from, to, transaction.doc.type.schema.marks[SUGGESTED[piece.kind]])
  }
  return transaction.setMeta(DECISION, decision)
}

function remove(transaction: Transaction, { from, to, isBlock }: Piece): void {
  if (!isBlock) {
    transaction.delete(from, to)
    return
  }
  // With the parents of which it is all: a list without items is none.
  let [start, end] = [from, to]
  let place = transaction.doc.resolve(start)
  while (place.depth > 0 && place.parent.childCount === 1 && !isCell(place.parent)) {
    ;[start, end] = [place.before(), place.after()]
    place = transaction.doc.resolve(start)
  }
  const { paragraph } = transaction.doc.type.schema.nodes
  if (place.parent.childCount === 1 && paragraph) transaction.replaceWith(start, end, paragraph.create())
  else transaction.delete(start, end)
}

/** Stays when it is empty. */
const isCell = ({ type }: ProseNode): boolean => type.spec['isolating'] === true

/** Whether nodes are or contain a suggestion. Nodes are immutable: a change looks at the nodes around it alone. */
const known = new WeakMap<ProseNode, boolean>()

function isMarked(node: ProseNode): boolean {
  if (node.isInline) return node.marks.some(({ type }) => type.name in KINDS)
  const before = known.get(node)
  if (before !== undefined) return before
  const found = Boolean(node.attrs[SUGGESTED.block]) || node.children.some(isMarked)
  known.set(node, found)
  return found
}

const isMarkedIn = ({ content }: Fragment): boolean => content.some(isMarked)

const KINDS: Readonly<Record<string, SuggestionKind>> = {
  [SUGGESTED.insertion]: 'insertion',
  [SUGGESTED.deletion]: 'deletion',
}

function find(doc: ProseNode): Omit<State, 'isSuggesting'> {
  const places = new Map<string, SuggestionPlace & { pieces: Piece[] }>()
  const add = (written: Suggestion, piece: Piece) => {
    const { id, by, name, at } = readSuggestion(written)
    const place = places.get(id) ?? { id, by, name, at, pieces: [] }
    const last = place.pieces.at(-1)
    if (last?.kind === piece.kind && last.to === piece.from && !last.isBlock && !piece.isBlock)
      place.pieces[place.pieces.length - 1] = { ...last, to: piece.to }
    else place.pieces.push(piece)
    places.set(id, place)
  }
  const decorations: Decoration[] = []
  if (isMarked(doc))
    doc.descendants((node, from) => {
      if (!isMarked(node)) return false
      const to = from + node.nodeSize
      const block = node.attrs[SUGGESTED.block] as BlockSuggestion | null | undefined
      if (block) {
        add(block, { kind: block.kind, from, to, isBlock: true })
        const title = titleOf(block, block.kind)
        decorations.push(Decoration.node(from, to, { class: `ox-suggested-${block.kind}`, title }))
      }
      for (const mark of node.marks) {
        const kind = KINDS[mark.type.name]
        if (kind) add(mark.attrs as Suggestion, { kind, from, to, isBlock: false })
      }
      return true
    })
  return { places: [...places.values()], decorations: DecorationSet.create(doc, decorations) }
}
