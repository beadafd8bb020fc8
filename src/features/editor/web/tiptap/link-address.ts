import type { Editor } from '@tiptap/core'

/** Address at the end of a text; punctuation behind it is no part of it. */
export const ADDRESS_AT_END = /(?:^|[\s(])(https?:\/\/[^\s<>"]{1,2000}[^\s<>"`.,;:!?'’”)\]}])[.,;:!?'’”)\]}]*/

const AT_CURSOR = new RegExp(`${ADDRESS_AT_END.source}$`)
/** Characters before the cursor that are examined. */
const REACH = 2100

/** Links the address before the cursor, unless it is linked or code. */
export function linkAddress({ state, view, schema }: Editor): void {
  const { $from, empty } = state.selection
  const { link, wikiLink, code } = schema.marks
  if (!empty || !link || !$from.parent.isTextblock || $from.parent.type.spec.code) return
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - REACH),
    $from.parentOffset,
    undefined,
    '\ufffc',
  )
  const [whole, href] = AT_CURSOR.exec(before) ?? []
  if (whole === undefined || href === undefined) return
  const start = $from.pos - whole.length + whole.indexOf(href)
  const end = start + href.length
  if ([link, wikiLink, code].some(type => type && state.doc.rangeHasMark(start, end, type))) return
  view.dispatch(state.tr.addMark(start, end, link.create({ attributes: { href } })).removeStoredMark(link))
}
