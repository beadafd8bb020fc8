/** Markers of comments in the text that is edited. */
import type { Editor } from '@tiptap/core'
import type { Mark } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { randomId } from '#platform/web/random-id.ts'

const TAG = 'ac:inline-comment-marker'
const REF = 'ac:ref'

/** Text that was marked for a new comment. */
export interface MarkedText {
  ref: string
  words: string
}

/**
 * Marks the selected text, which stays marked while it is edited, by others too. Undo does not take it back: the
 * comment would stay.
 * @returns undefined if no words are selected that can be marked
 */
export function markSelection(editor: Editor): MarkedText | undefined {
  const { state, view } = editor
  const { from, to } = state.selection
  const words = state.doc.textBetween(from, to, ' ', ' ').trim()
  const type = state.schema.marks['marker']
  if (words === '' || !type) return undefined
  const ref = randomId()
  const change = state.tr.addMark(from, to, type.create({ tag: TAG, attributes: { [REF]: ref } }))
  if (!change.docChanged) return undefined
  // Words that stay selected would be replaced by the next letter, when the user is back in the text.
  change.setSelection(TextSelection.near(change.doc.resolve(to), -1))
  view.dispatch(change.setMeta('addToHistory', false))
  return { ref, words }
}

/**
 * Gives the markers of a reference another one, or removes them.
 * @returns whether there were any
 */
export function changeMarkers({ state, view }: Editor, ref: string, next: string | undefined): boolean {
  const change = state.tr
  state.doc.descendants((node, at) => {
    for (const mark of node.marks) {
      if (refOf(mark) !== ref) continue
      const end = at + node.nodeSize
      change.removeMark(at, end, mark)
      const attributes = { ...(mark.attrs['attributes'] as object), [REF]: next }
      if (next !== undefined) change.addMark(at, end, mark.type.create({ ...mark.attrs, attributes }))
    }
  })
  if (change.docChanged) view.dispatch(change.setMeta('addToHistory', false))
  return change.docChanged
}

/** References of the markers at the caret, or at the start of the selection; the innermost first. */
export function refsAtCaret({ state: { selection } }: Editor): string[] {
  const { $from } = selection
  const marks = [...$from.marks(), ...($from.nodeAfter?.marks ?? []), ...($from.nodeBefore?.marks ?? [])]
  return [...new Set(marks.flatMap(mark => refOf(mark) ?? []))].toReversed()
}

/** References of the markers in the text, in its order. */
export function refsIn(element: Element): string[] {
  const markers = element.querySelectorAll<HTMLElement>('.inline-comment-marker[data-ref]')
  return [...new Set([...markers].flatMap(marker => marker.dataset['ref'] ?? []))]
}

function refOf({ type, attrs }: Mark): string | undefined {
  if (type.name !== 'marker' || attrs['tag'] !== TAG) return undefined
  return (attrs['attributes'] as Record<string, string> | null)?.[REF]
}
