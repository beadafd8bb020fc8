/** Pasted Markdown: the text itself first, and then its blocks in a second step, which undo takes back. */
import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { isMarkdown } from './markdown-signs.ts'
import { isQuicklyParsed } from '#language/markdown/quickly.ts'
import { codeLanguage } from './paste.ts'
import { pasteCharacters } from './plain.ts'

/** Length beyond which text stays text, to keep the page responsive. */
const MOST_TEXT = 200_000

/** Handles pastes of Markdown; false leaves them to others. */
export function takeMarkdown(editor: Editor, data: DataTransfer | null): boolean {
  const text = data?.getData('text/plain') ?? ''
  const { selection } = editor.state
  if (!data || text.length > MOST_TEXT || selection.$from.parent.type.spec.code) return false
  // Programs that send HTML have understood the text already, except for editors of code.
  if (data.types.includes('text/html') && codeLanguage(data) !== 'markdown') return false
  if (selection instanceof CellSelection || !isMarkdown(text) || !isQuicklyParsed(text)) return false
  const { from } = selection
  pasteCharacters(editor.view, text)
  void format(editor, text, { from, to: editor.state.selection.to })
  return true
}

interface Range {
  from: number
  to: number
}

/** Replaces pasted text with its blocks, unless it was changed while the parser was loaded. */
async function format(editor: Editor, text: string, range: Range): Promise<void> {
  const written = ({ from, to }: Range): string => editor.state.doc.textBetween(from, to, '\n')
  const before = written(range)
  const follow = ({ transaction: { mapping } }: { transaction: Transaction }): void => {
    Object.assign(range, { from: mapping.map(range.from, 1), to: mapping.map(range.to, -1) })
  }
  editor.on('transaction', follow)
  try {
    const { htmlOf } = await import('./markdown-html.ts')
    const html = htmlOf(text)
    if (!editor.isDestroyed && editor.isEditable && written(range) === before) replace(editor, html, range)
  } catch (error) {
    // Without the parser, the text stays as it was pasted.
    console.warn('Markdown was pasted as text', error)
  } finally {
    editor.off('transaction', follow)
  }
}

function replace(editor: Editor, html: string, { from, to }: Range): void {
  const { view, state } = editor
  const { doc, tr, selection } = state
  /** Cursor of those who have typed on or gone elsewhere. */
  let cursor = selection.to === to ? undefined : selection.from
  const follow = ({ transaction }: { transaction: Transaction }): void => {
    cursor = cursor === undefined ? undefined : transaction.mapping.map(cursor)
  }
  view.dispatch(closeHistory(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to)))))
  editor.on('transaction', follow)
  view.pasteHTML(html, new Event('paste') as ClipboardEvent)
  editor.off('transaction', follow)
  if (cursor !== undefined)
    view.dispatch(editor.state.tr.setSelection(TextSelection.near(editor.state.doc.resolve(cursor))))
}
