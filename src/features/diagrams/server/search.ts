import type { App } from '#platform/server/app.ts'
import type { SearchableText } from '#features/search/server/index.ts'
import { DIAGRAM_TYPE, GLIFFY_TYPE } from '../names.ts'
import { readerOf } from './read.ts'

/** Maximum of indexed characters per diagram. */
const MAX_TEXT = 1_000_000

/** Indexes the text of all pages of diagrams. */
export function diagramText(app: App): SearchableText {
  return {
    type: 'attachment',
    async load(db, ids) {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('attachment')
        .select(['content_id', 'sha256', 'size'])
        .where('content_id', 'in', [...ids])
        .where('media_type', 'in', [DIAGRAM_TYPE, GLIFFY_TYPE])
        .execute()
      const texts = new Map<number, string>()
      for (const row of rows) {
        // Lost files are the doctor's business; the remaining ones must still be indexed.
        if (!(await app.blobs.has(row.sha256))) continue
        const words = await readerOf(app).words(row)
        if (words !== undefined) texts.set(row.content_id, words.slice(0, MAX_TEXT))
      }
      return texts
    },
  }
}
