/** Formatting of the selection in the edited text. */
import type { Node } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import type { Paragraph, TextRun } from '#diagrams/model/document.ts'
import type { TextFields } from '../tools/tools.ts'
import { runFace, schema } from './rich-text.ts'

/** Format of the selection or of the next typed character. */
export function formatOf({ state }: EditorView): Omit<TextRun, 'text'> & { align: Paragraph['align'] } {
  const { $from, empty, from, to } = state.selection
  const paragraph = $from.parent
  let marks = state.storedMarks ?? $from.marks()
  if (!empty) {
    let first: Node | undefined
    state.doc.nodesBetween(from, to, node => {
      if (node.isText) first ??= node
    })
    marks = first?.marks ?? marks
  }
  return {
    ...runFace(marks, paragraph.attrs['face'] as Omit<TextRun, 'text'>),
    align: paragraph.attrs['align'] as Paragraph['align'],
  }
}

/** Formats the selection, or the next typed characters. */
export function formatSelection(view: EditorView, fields: TextFields): void {
  const { state } = view
  const { from, to, empty } = state.selection
  const { tr } = state
  const { align, bold, italic, underline, strike, ...values } = fields
  for (const [name, value] of Object.entries(values)) {
    const mark = schema.mark(name, { value: String(value) })
    if (empty) tr.addStoredMark(mark)
    else tr.addMark(from, to, mark)
  }
  for (const [name, isOn] of Object.entries({ bold, italic, underline, strike })) {
    if (isOn === undefined) continue
    const mark = schema.mark(name)
    if (empty && isOn) tr.addStoredMark(mark)
    else if (empty) tr.removeStoredMark(mark.type)
    else if (isOn) tr.addMark(from, to, mark)
    else tr.removeMark(from, to, mark.type)
  }
  if (align !== undefined) {
    state.doc.nodesBetween(from, to, (node, position) => {
      if (node.type.name === 'paragraph') tr.setNodeAttribute(position, 'align', align)
    })
  }
  view.dispatch(tr)
  view.focus()
}
