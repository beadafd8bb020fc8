/** Keys in code and preformatted text: they change the indentation of lines and never replace what is selected but for Enter. */
import type { Node as ProseNode, ResolvedPos } from '@tiptap/pm/model'
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

const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Breaks the line and keeps its indentation, one step deeper behind an opening bracket. */
export const breakCodeLine: Command = (state, dispatch) => {
  const line = selectedLines(state)?.[0]
  if (!line) return false
  const { tr, selection } = state
  const before = line.text.slice(0, selection.from - line.at)
  const indent = /^[ \t]*/.exec(before)?.[0] ?? ''
  const bracket = BRACKETS[before.trimEnd().at(-1) ?? '']
  const deeper = bracket === undefined ? '' : indent.startsWith('\t') ? '\t' : INDENT
  const closes = bracket !== undefined && textAfter(selection.$to).trimStart().startsWith(bracket)
  const at = selection.from + 1 + indent.length + deeper.length
  tr.insertText(`\n${indent}${deeper}${closes ? `\n${indent}` : ''}`).setSelection(TextSelection.create(tr.doc, at))
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Rest of the line behind a position. */
function textAfter({ parent, parentOffset }: ResolvedPos): string {
  return parent.textBetween(parentOffset, parent.content.size, '', '\uFFFC').split('\n', 1)[0] ?? ''
}

/** Blank lines at the end of code, from which Enter leaves it. */
const BLANK_LINES = /\n[ \t]*\n[ \t]*$/

/** Continues behind a code block from the second of two blank lines at its end, which go. */
export const leaveCode: Command = (state, dispatch) => {
  const { tr, selection, schema } = state
  const { $from, empty } = selection
  const { parent } = $from
  if (!empty || parent.type.name !== 'codeBlock' || $from.parentOffset < parent.content.size) return false
  const blank = BLANK_LINES.exec(parent.textContent)?.[0]
  if (blank === undefined) return false
  tr.delete($from.pos - blank.length, $from.pos)
  const after = tr.selection.$from.after()
  const next = tr.doc.nodeAt(after)
  const isLine = next?.type.name === 'paragraph' && next.content.size === 0
  if (!isLine) tr.insert(after, schema.node('paragraph'))
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView())
  return true
}

/** Selects the code at the cursor; the text around it only when all of the code is selected already. */
export const selectCode: Command = ({ tr, selection, doc }, dispatch) => {
  const { $from, $to } = selection
  const isInCode = selection instanceof TextSelection && $from.sameParent($to) && $from.parent.type.spec.code === true
  if (!isInCode || $to.pos - $from.pos === $from.parent.content.size) return false
  dispatch?.(tr.setSelection(TextSelection.create(doc, $from.start(), $from.end())))
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
