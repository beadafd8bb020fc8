/** Cursor between blocks that have no line of text beside them, by arrow keys and pointer. Enter or typing adds a line. */
import { Gapcursor } from '@tiptap/extensions/gap-cursor'
import { GapCursor } from '@tiptap/pm/gapcursor'
import type { Node as ProseNode, ResolvedPos } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Blocks beside which a line of text can only be added from within, or not at all. */
const CLOSED: ReadonlySet<string> = new Set([
  'codeBlock',
  'preformatted',
  'macro',
  'table',
  'layout',
  'horizontalRule',
  'opaqueBlock',
])

const isOpen = (node: ProseNode | null): boolean => node !== null && !CLOSED.has(node.type.name)

/** Whether a position is beside closed blocks alone, where a line of text can be. */
export function isGap($position: ResolvedPos): boolean {
  const { parent, nodeBefore, nodeAfter } = $position
  if (parent.inlineContent || (!nodeBefore && !nodeAfter) || isOpen(nodeBefore) || isOpen(nodeAfter)) return false
  return parent.contentMatchAt($position.index()).defaultType?.isTextblock === true
}

// The library's own rule knows no gap beside code and boxes, since their text is a place for a cursor.
Object.assign(GapCursor, { valid: isGap })

export const gapCursor = Gapcursor.extend({
  addProseMirrorPlugins() {
    return [new Plugin({ props: { handleDOMEvents: { mousedown: clickGap } } }), ...(this.parent?.() ?? [])]
  },
})

/** Puts the cursor into the gap that is pressed: the browser would put it into the nearest text. */
function clickGap(view: EditorView, event: MouseEvent): boolean {
  const { target, button, shiftKey } = event
  if (button !== 0 || shiftKey || !(target instanceof HTMLElement) || !view.editable) return false
  const at = gapAt(view, target, event.clientY)
  if (at === undefined) return false
  event.preventDefault()
  view.dispatch(view.state.tr.setSelection(new GapCursor(view.state.doc.resolve(at))))
  view.focus()
  return true
}

/** The gap among the blocks of an element at a height; undefined at a block. */
function gapAt(view: EditorView, parent: HTMLElement, y: number): number | undefined {
  // Between two blocks, the browser finds the element that contains both.
  const desc = parent === view.dom ? 0 : view.posAtDOM(parent, 0)
  const $start = view.state.doc.resolve(desc)
  if ($start.parent.inlineContent || $start.parentOffset > 0) return undefined
  let at = $start.pos
  for (const block of $start.parent.children) {
    const element = view.nodeDOM(at)
    if (element instanceof HTMLElement) {
      const { top, bottom } = element.getBoundingClientRect()
      if (y < top) break
      if (y <= bottom) return undefined
    }
    at += block.nodeSize
  }
  return isGap(view.state.doc.resolve(at)) ? at : besideLayout(view.state.doc, $start, at)
}

/** The gap beside a layout, whose own space above or below its columns is at `at`. */
function besideLayout(doc: ProseNode, $start: ResolvedPos, at: number): number | undefined {
  if ($start.depth === 0 || $start.depth > 2 || $start.node(1).type.name !== 'layout') return undefined
  const beside = at > $start.pos ? $start.after(1) : $start.before(1)
  return isGap(doc.resolve(beside)) ? beside : undefined
}
