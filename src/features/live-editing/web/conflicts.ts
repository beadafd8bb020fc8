/** Marks of two texts that a merge has kept: shown until one of both is removed. */
import { Extension } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { t } from '#platform/web/i18n.ts'
import { editorNodes } from '#language/editor/index.ts'
import { CONFLICT, type ConflictMark } from '../shared.ts'

const types = Object.entries(editorNodes).flatMap(([name, node]) =>
  'inline' in node || name === 'text' || name === 'doc' ? [] : name,
)

/** A block of one of the two texts. */
interface Side {
  mark: ConflictMark
  from: number
  to: number
}

/** A place with two texts. */
export interface ConflictPlace {
  id: string
  /** In the order of the text. */
  sides: readonly Side[]
}

/** The text to keep, by its origin, or both. */
export type Keep = ConflictMark['from'] | 'both'

interface Found {
  places: readonly ConflictPlace[]
  decorations: DecorationSet
}

const NONE: Found = { places: [], decorations: DecorationSet.empty }

const key = new PluginKey<Found>('conflicts')

export const conflicts = Extension.create({
  name: 'conflicts',

  addGlobalAttributes: () => [
    { types, attributes: { [CONFLICT]: { default: null, rendered: false, parseHTML: () => null } } },
  ],

  addProseMirrorPlugins: () => [
    new Plugin<Found>({
      key,
      state: {
        init: (_config, { doc }) => find(doc),
        apply: (transaction, before) => (transaction.docChanged ? find(transaction.doc) : before),
      },
      props: { decorations: state => key.getState(state)?.decorations },
    }),
  ],
})

/** Places with two texts, in the order of the text. */
export const conflictsOf = (state: EditorState): readonly ConflictPlace[] => key.getState(state)?.places ?? []

/** Removes the marks of places, and the texts that are not kept. */
export function settle(transaction: Transaction, places: readonly ConflictPlace[], keep: Keep): Transaction {
  const sides = places.flatMap(place => place.sides).toSorted((a, b) => b.from - a.from)
  for (const { mark, from, to } of sides) {
    if (keep === 'both' || mark.from === keep) transaction.setNodeAttribute(from, CONFLICT, null)
    else transaction.delete(from, to)
  }
  return transaction
}

/** Says where one of two texts comes from. */
export function originOf({ from, version }: ConflictMark): string {
  if (from === 'version' && version !== undefined) return t('From version {{version}}', { version })
  return from === 'draft' ? t('From a draft written elsewhere') : t('From this text')
}

/** Whether nodes are or contain one of two texts. Nodes are immutable: a change looks at the nodes around it alone. */
const marked = new WeakMap<ProseNode, boolean>()

function isMarked(node: ProseNode): boolean {
  if (node.isInline) return false
  const known = marked.get(node)
  if (known !== undefined) return known
  const found = Boolean(node.attrs[CONFLICT]) || (!node.isTextblock && node.children.some(isMarked))
  marked.set(node, found)
  return found
}

function find(doc: ProseNode): Found {
  if (!isMarked(doc)) return NONE
  const byId = new Map<string, Side[]>()
  doc.descendants((node, at) => {
    if (!isMarked(node)) return false
    const mark = node.attrs[CONFLICT] as ConflictMark | null | undefined
    if (!mark) return true
    byId.set(mark.id, [...(byId.get(mark.id) ?? []), { mark, from: at, to: at + node.nodeSize }])
    return false
  })
  const places = [...byId]
    .filter(([, sides]) => new Set(sides.map(({ mark }) => mark.from)).size > 1)
    .map(([id, sides]) => ({ id, sides }))
  const decorations = places.flatMap(({ sides }) =>
    sides.map(({ mark, from, to }) => {
      const origin = originOf(mark)
      return Decoration.node(from, to, { class: 'ox-two-texts', 'data-origin': origin, 'aria-description': origin })
    }),
  )
  return { places, decorations: DecorationSet.create(doc, decorations) }
}
