import type { SearchableText } from '#features/search/server/index.ts'

/** Attachments are found by their comments too, not by their names alone. */
export const commentText: SearchableText = {
  type: 'attachment',
  async load(db, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db.selectFrom('attachment').select(['content_id', 'comment'])
      .where('content_id', 'in', [...ids]).where('comment', '<>', '').execute()
    return new Map(rows.map(row => [row.content_id, row.comment]))
  },
}
