/** Plain text pastes: addresses become links, code from editors code blocks. */
import type { Editor } from '@tiptap/core'
import { codeHead } from './code-head.ts'
import { addressIn } from './address.ts'
import { convertLink } from './convert.ts'

/** Handles pastes better understood as text; false leaves them to the editor. */
export function takeText(editor: Editor, data: DataTransfer | null): boolean {
  const text = data?.getData('text/plain') ?? ''
  const { selection } = editor.state
  if (!data || text === '' || selection.$from.parent.type.spec.code) return false
  const language = codeLanguage(data)
  if (language !== undefined && text.trim().includes('\n')) {
    const node = {
      type: 'codeBlock',
      attrs: { attributes: { 'ac:name': 'code' }, head: codeHead(language) },
      content: [{ type: 'text', text: text.replaceAll('\r\n', '\n') }],
    }
    return editor.chain().focus().insertContent(node).run()
  }
  if (data.types.includes('text/html')) return false
  const address = addressIn(text, location.origin)
  if (!address) return false
  const { shown, mark } = address
  const isWords =
    !selection.empty &&
    selection.$from.sameParent(selection.$to) &&
    editor.state.doc.textBetween(selection.from, selection.to).trim() !== ''
  if (isWords) {
    const attrs = mark.type === 'wikiLink' ? { ...mark.attrs, body: 'plain' } : mark.attrs
    return editor
      .chain()
      .focus()
      .unsetMark('link')
      .unsetMark('wikiLink')
      .setMark(mark.type, attrs)
      .setTextSelection(selection.to)
      .run()
  }
  const { from } = selection
  const isPasted = editor
    .chain()
    .focus()
    .insertContent({ type: 'text', text: shown, marks: [mark] })
    .unsetMark(mark.type)
    .run()
  if (isPasted && mark.type === 'link') convertLink(editor, from, shown).catch(reportError)
  return isPasted
}

/** Language of what a code editor copied; empty for plain text, undefined for other programs. */
export function codeLanguage(data: DataTransfer): string | undefined {
  return data.types.includes('vscode-editor-data') ? languageOf(data.getData('vscode-editor-data')) : undefined
}

/** Language in a code editor's clipboard type. */
function languageOf(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    const mode = typeof value === 'object' && value !== null && 'mode' in value ? value.mode : undefined
    if (typeof mode !== 'string') return undefined
    return /^[\w+#-]{1,30}$/.test(mode) && mode !== 'plaintext' ? mode.replace('shellscript', 'bash') : ''
  } catch {
    // Foreign data under this type: paste as text.
    return undefined
  }
}
