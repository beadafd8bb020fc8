/** Keys in code and preformatted text: they change the indentation of lines and never replace what is selected. */
import type { Node as ProseNode } from '@tiptap/pm/model'
import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state'

const INDENT = '  '

/** Indents the selected lines; without a selection it inserts blanks at the cursor. */
export const indentCode: Command = (state, dispatch) => {
  const lines = selectedLines(state)
  if (!lines) return false
  const { tr, selection, schema } = state
  const isOnly = lines.length === 1
  const places = selection.empty
    ? [selection.from]
    : lines.filter(({ text }) => isOnly || text !== '').map(({ at }) => at)
  for (const at of places.toReversed()) tr.insert(at, schema.text(INDENT))
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Removes a step of indentation from the selected lines, or from that of the cursor. */
export const outdentCode: Command = (state, dispatch) => {
  const lines = selectedLines(state)
  if (!lines) return false
  const { tr } = state
  for (const { text, at } of lines.toReversed()) {
    const blanks = /^(?:\t| {1,2})/.exec(text)?.[0].length ?? 0
    if (blanks > 0) tr.delete(at, at + blanks)
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

interface Line {
  readonly text: string
  /** Position of its first character. */
  readonly at: number
}

/** Lines of code that the selection touches; undefined for a selection of anything else. */
function selectedLines({ selection }: EditorState): Line[] | undefined {
  const { $from, $to } = selection
  if (!(selection instanceof TextSelection) || !$from.sameParent($to) || $from.parent.type.spec.code !== true)
    return undefined
  // A selection that ends at the start of a line does not touch it.
  return linesOf($from.parent, $from.start()).filter(
    ({ text, at }) => at + text.length >= $from.pos && (at < $to.pos || at <= $from.pos),
  )
}

function linesOf(block: ProseNode, start: number): Line[] {
  const all = block.textBetween(0, block.content.size, '', node => (node.type.name === 'hardBreak' ? '\n' : '\uFFFC'))
  let at = start
  return all.split('\n').map(text => {
    const line = { text, at }
    at += text.length + 1
    return line
  })
}
