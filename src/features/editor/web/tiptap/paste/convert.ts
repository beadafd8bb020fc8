import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { macroSource } from '#language/editor/index.ts'
import { SEPARATE_STEP } from '#features/live-editing/web/index.ts'
import { type AddressMacro, macroOfAddress, titleOfAddress } from './conversions.ts'
import { pageById } from './page-by-id.ts'

/**
 * Puts a page link in place of a link that was pasted, if its address says the id of a page, or a macro if a feature
 * knows one for it, or else shows the link by its title. The link must be unchanged by then. Undo brings it back.
 */
export async function convertLink(editor: Editor, from: number, href: string): Promise<void> {
  let start = from
  const follow = ({ transaction }: { transaction: Transaction }) => {
    start = transaction.mapping.map(start, -1)
  }
  editor.on('transaction', follow)
  try {
    const page = await pageById(href, location.origin)
    const macro = page ? undefined : await macroOfAddress(href)
    const title = page || macro ? undefined : await titleOfAddress(href)
    if ((!page && !macro && title === undefined) || editor.isDestroyed || !editor.isEditable) return
    const { tr, doc, schema } = editor.state
    const end = start + href.length
    const { link, code } = schema.marks
    if (end > doc.content.size || doc.textBetween(start, end) !== href || !link) return
    if (!isLinkTo(doc, start, end, href) || (code && doc.rangeHasMark(start, end, code))) return
    const marks = doc.nodeAt(start)?.marks ?? []
    if (page) {
      const others = marks.filter(({ type }) => type !== link)
      tr.replaceWith(start, end, schema.text(page.shown, [...others, schema.mark(page.mark.type, page.mark.attrs)]))
    } else if (title !== undefined) tr.replaceWith(start, end, schema.text(title, marks))
    else if (macro && !putMacro(tr, start, end, macro)) return
    editor.view.dispatch(closeHistory(tr.setMeta(SEPARATE_STEP, true)))
    // Typing that goes on behind the link is another step.
    editor.view.dispatch(closeHistory(editor.state.tr))
  } finally {
    editor.off('transaction', follow)
  }
}

/** Whether all of a range is a link to an address. */
function isLinkTo(doc: Node, from: number, to: number, href: string): boolean {
  let isLink = true
  doc.nodesBetween(from, to, ({ isText, marks }) => {
    if (isText) isLink &&= marks.some(({ type, attrs }) => type.name === 'link' && attrs['attributes']?.href === href)
  })
  return isLink
}

/** Replaces an address by a macro. @returns false where it stays */
function putMacro(tr: Transaction, start: number, end: number, macro: AddressMacro): boolean {
  const { doc } = tr
  const { schema } = doc.type
  const { parent, depth } = doc.resolve(start)
  const attrs = { source: macroSource(macro.name, macro.parameters, macro.addresses) }
  if (macro.isInline) tr.replaceWith(start, end, schema.node('opaqueInline', attrs))
  // A table between the words of a sentence would part it: there the link stays.
  else if (parent.type.name === 'paragraph' && parent.content.size === end - start && depth === 1)
    tr.replaceWith(start - 1, start - 1 + parent.nodeSize, [
      schema.node('opaqueBlock', attrs),
      schema.node('paragraph'),
    ])
  else return false
  return true
}
