import type { App } from '#platform/server/app.ts'
import type { SearchableText } from '#features/search/server/index.ts'
import { DIAGRAM_TYPE, GLIFFY_TYPE } from '../names.ts'
import { readerOf } from './read.ts'

/** Words of one diagram that are searched. */
const MAX_TEXT = 1_000_000

/** Diagrams are found by the words in them, those of all their pages. */
export function diagramText(app: App): SearchableText {
  return {
    type: 'attachment',
    async load(db, ids) {
      if (ids.length === 0) return new Map()
      const rows = await db.selectFrom('attachment').select(['content_id', 'sha256', 'size'])
        .where('content_id', 'in', [...ids]).where('media_type', 'in', [DIAGRAM_TYPE, GLIFFY_TYPE]).execute()
      const texts = new Map<number, string>()
      for (const row of rows) {
        // A file that is lost is for the doctor to tell: all that was written after it must still be found.
        if (!(await app.blobs.has(row.sha256))) continue
        const words = await readerOf(app).words(row)
        if (words !== undefined) texts.set(row.content_id, words.slice(0, MAX_TEXT))
      }
      return texts
    },
  }
}
