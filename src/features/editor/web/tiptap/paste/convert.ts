import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Transaction } from '@tiptap/pm/state'
import { macroSource } from '#language/editor/index.ts'
import { macroOfAddress } from './conversions.ts'

/**
 * Puts a macro in place of a link that was pasted, if a feature knows one for its address and the link is still there.
 * Undo brings the link back.
 */
export async function convertLink(editor: Editor, from: number, href: string): Promise<void> {
  let start = from
  const follow = ({ transaction }: { transaction: Transaction }) => {
    start = transaction.mapping.map(start, -1)
  }
  editor.on('transaction', follow)
  try {
    const macro = await macroOfAddress(href)
    if (!macro || editor.isDestroyed || !editor.isEditable) return
    const { tr, doc, schema } = editor.state
    const end = start + href.length
    const { link, code } = schema.marks
    if (end > doc.content.size || doc.textBetween(start, end) !== href || !link) return
    if (!doc.rangeHasMark(start, end, link) || (code && doc.rangeHasMark(start, end, code))) return
    const { parent, depth } = doc.resolve(start)
    const attrs = { source: macroSource(macro.name, macro.parameters) }
    if (macro.isInline) tr.replaceWith(start, end, schema.node('opaqueInline', attrs))
    // A table between the words of a sentence would part it: there the link stays.
    else if (parent.type.name === 'paragraph' && parent.textContent === href && depth === 1)
      tr.replaceWith(start - 1, start - 1 + parent.nodeSize, [
        schema.node('opaqueBlock', attrs),
        schema.node('paragraph'),
      ])
    else return
    editor.view.dispatch(closeHistory(tr))
  } finally {
    editor.off('transaction', follow)
  }
}
