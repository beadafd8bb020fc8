/** Background colours and text alignment of table cells. */
import type { Node as ProseNode } from '@tiptap/pm/model'
import type { Command, EditorState, Transaction } from '@tiptap/pm/state'
import { cellAround, CellSelection } from '@tiptap/pm/tables'
import { bagOf, changeBag, changeStyle } from './attribute-bag.ts'

/** Names of cell colours in the storage format; readers see one background for each. */
export const CELL_COLOURS = ['grey', 'red', 'yellow', 'green', 'blue'] as const
export type CellColour = (typeof CELL_COLOURS)[number]

export type Alignment = 'left' | 'center' | 'right'

const COLOUR = 'data-highlight-colour'
const ALIGN = 'text-align'

interface PlacedCell {
  readonly cell: ProseNode
  readonly at: number
}

/** The selected cells, or the one at the cursor. */
function selectedCells({ selection }: EditorState): readonly PlacedCell[] {
  const cells: PlacedCell[] = []
  if (selection instanceof CellSelection) {
    selection.forEachCell((cell, at) => cells.push({ cell, at }))
    return cells
  }
  const place = cellAround(selection.$from)
  return place?.nodeAfter ? [{ cell: place.nodeAfter, at: place.pos }] : []
}

/** Colour of the first selected cell as written: a name or a hexadecimal value. */
export function cellColourOf(state: EditorState): string | undefined {
  const first = selectedCells(state)[0]
  return first && bagOf(first.cell)[COLOUR]
}

/** Sets the background of the selected cells; undefined removes it. */
export function setCellColour(colour: CellColour | undefined): Command {
  return changeCells((tr, { cell, at }) => {
    const bag = bagOf(cell)
    const classes = (bag['class'] ?? '').split(/\s+/).filter(name => name !== '' && !name.startsWith('highlight-'))
    if (colour !== undefined) classes.push(`highlight-${colour}`)
    const change = { [COLOUR]: colour, class: classes.length > 0 ? classes.join(' ') : undefined }
    tr.setNodeAttribute(at, 'attributes', changeBag(bag, change))
  })
}

/** Alignment of the text of the first selected cell. */
export function cellAlignmentOf(state: EditorState): Alignment | undefined {
  const first = selectedCells(state)[0]
  return first && writtenAlignment(first.cell)
}

/** Alignment that a node's style names. */
export function writtenAlignment(node: ProseNode): Alignment {
  const written = /(?:^|;)\s*text-align:\s*(center|right)/.exec(bagOf(node)['style'] ?? '')?.[1]
  return written === 'center' || written === 'right' ? written : 'left'
}

/** Aligns the text of the selected cells. Paragraphs in them lose their own alignment. */
export function setCellAlignment(alignment: Alignment): Command {
  return changeCells((tr, { cell, at }) => {
    const value = alignment === 'left' ? undefined : alignment
    tr.setNodeAttribute(at, 'attributes', changeStyle(bagOf(cell), ALIGN, value))
    cell.forEach((block, offset) => {
      if (block.isTextblock && bagOf(block)['style']?.includes(ALIGN))
        tr.setNodeAttribute(at + 1 + offset, 'attributes', changeStyle(bagOf(block), ALIGN, undefined))
    })
  })
}

function changeCells(change: (tr: Transaction, cell: PlacedCell) => void): Command {
  return (state, dispatch) => {
    const cells = selectedCells(state)
    if (cells.length === 0) return false
    if (!dispatch) return true
    const { tr } = state
    for (const cell of cells) change(tr, cell)
    dispatch(tr)
    return true
  }
}
