import { Extension } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import {
  blockDirection,
  tallyOf,
  textDirection,
  writtenDirection,
  type Direction,
  type Tally,
} from '#language/direction.ts'
import type { EditorNodeName } from '#language/editor/index.ts'

/** Nodes that are drawn with a direction, as the elements of a rendered page. */
const directed: ReadonlySet<string> = new Set<EditorNodeName>([
  'paragraph',
  'heading',
  'preformatted',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'table',
  'tableCell',
  'tableHeader',
  'blockquote',
  'container',
  'macro',
  'layoutSection',
])

const key = new PluginKey<DecorationSet>('directions')

/** Shows each block in the direction of its text, as the rendered page does. The document stays as it is. */
export const directions = Extension.create({
  name: 'directions',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_, { doc }) => decorationsOf(doc),
        apply: ({ docChanged, doc }, now) => (docChanged ? decorationsOf(doc) : now),
      },
      props: { decorations: state => key.getState(state) },
    }),
  ],
})

/** Tallies by node. Nodes are immutable, so that a change tallies the nodes around it alone. */
const tallies = new WeakMap<ProseNode, Tally>()

function tally(node: ProseNode): Tally {
  const known = tallies.get(node)
  if (known) return known
  let own: Direction | undefined
  const inner: Tally[] = []
  if (node.type.name !== 'codeBlock')
    for (const child of node.children) {
      if (child.isText) own ??= textDirection(child.text ?? '')
      else if (child.isBlock && !child.isAtom) {
        inner.push(tally(child))
        if (child.attrs['bare'] === true && child.isTextblock) own ??= tally(child).own
      }
    }
  const made = tallyOf(own, inner)
  tallies.set(node, made)
  return made
}

function decorationsOf(doc: ProseNode): DecorationSet {
  if (tally(doc).rtl === 0) return DecorationSet.empty
  const found: Decoration[] = []
  decorate(doc, 0, 'ltr', found)
  return DecorationSet.create(doc, found)
}

/** @param start position of the parent's content */
function decorate(parent: ProseNode, start: number, around: Direction, found: Decoration[]): void {
  let before = around
  parent.forEach((node, offset) => {
    if (!node.isBlock) return
    const written = writtenDirection((node.attrs['attributes'] ?? {}) as Record<string, unknown>)
    if (written === 'ltr' || written === 'rtl') return
    const isDirected = directed.has(node.type.name)
    // A new line is written in the direction of the one before it.
    const unwritten = node.isTextblock && node.childCount === 0 ? before : around
    const direction = isDirected ? (blockDirection(tally(node)) ?? unwritten) : around
    before = direction
    const at = start + offset
    if (direction !== around && written === undefined)
      found.push(Decoration.node(at, at + node.nodeSize, { dir: direction }))
    if (!node.isTextblock) decorate(node, at + 1, direction, found)
  })
}
