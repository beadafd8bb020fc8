import type { SearchableText } from '#features/search/server/index.ts'
import { attachmentComments } from '../store.ts'

/** Attachments are found by their comments too, not by their names alone. */
export const commentText: SearchableText = {
  type: 'attachment',
  async load(db, ids) {
    const rows = ids.length === 0 ? [] : await attachmentComments(db, ids)
    return new Map(rows.map(row => [row.content_id, row.comment]))
  },
}
