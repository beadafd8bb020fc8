import type { Editor } from '@tiptap/core'
import { CellSelection } from '@tiptap/pm/tables'
import { bagOf, changeStyle } from '../tiptap/attribute-bag.ts'
import { cellAlignmentOf, setCellAlignment, writtenAlignment, type Alignment } from '../tiptap/table-cells.ts'

/** Text colours of the old product; the first one resets. */
export const TEXT_COLOURS: readonly { label: string; value: string | undefined }[] = [
  { label: 'Default', value: undefined },
  { label: 'Grey', value: 'rgb(112,112,112)' },
  { label: 'Red', value: 'rgb(191,38,0)' },
  { label: 'Orange', value: 'rgb(183,95,0)' },
  { label: 'Green', value: 'rgb(0,135,90)' },
  { label: 'Teal', value: 'rgb(0,128,128)' },
  { label: 'Blue', value: 'rgb(0,101,217)' },
  { label: 'Purple', value: 'rgb(101,84,192)' },
]

export function setColour(editor: Editor, value: string | undefined): void {
  const chain = editor.chain().focus()
  if (value === undefined) chain.unsetMark('textStyle').run()
  else chain.setMark('textStyle', { attributes: { style: `color: ${value};` } }).run()
}

/** Alignments of text, in the order of menus. */
export const ALIGNMENTS: readonly { side: Alignment; label: string }[] = [
  { side: 'left', label: 'Align left' },
  { side: 'center', label: 'Align centre' },
  { side: 'right', label: 'Align right' },
]

/** Alignment of the selected cells or the current paragraph. */
export function alignmentOf({ state }: Editor): Alignment {
  const { selection } = state
  if (selection instanceof CellSelection) return cellAlignmentOf(state) ?? 'left'
  return writtenAlignment(selection.$from.parent)
}

/** Aligns the selected cells, or the selected paragraphs and headings; other styles stay. */
export function setAlignment(editor: Editor, alignment: Alignment): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state, dispatch }) => {
      const { selection } = state
      if (selection instanceof CellSelection) return setCellAlignment(alignment)(state, dispatch)
      state.doc.nodesBetween(selection.from, selection.to, (node, position) => {
        if (node.type.name !== 'paragraph' && node.type.name !== 'heading') return
        const value = alignment === 'left' ? undefined : alignment
        tr.setNodeAttribute(position, 'attributes', changeStyle(bagOf(node), 'text-align', value))
        // Bare paragraphs need an element to align.
        if (alignment !== 'left' && node.attrs['bare'] === true) tr.setNodeAttribute(position, 'bare', false)
      })
      return true
    })
    .run()
}
