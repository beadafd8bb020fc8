import type { App } from '#platform/server/app.ts'
import type { SearchableText } from '#features/search/server/index.ts'
import { readerOf } from './read.ts'
import { diagramsAmong } from './store.ts'

/** Maximum of indexed characters per diagram. */
const MAX_TEXT = 1_000_000

/** Indexes the text of all pages of diagrams. */
export function diagramText(app: App): SearchableText {
  return {
    type: 'attachment',
    async load(db, ids) {
      if (ids.length === 0) return new Map()
      const texts = new Map<number, string>()
      for (const row of await diagramsAmong(db, ids)) {
        // Lost files are the doctor's business; the remaining ones must still be indexed.
        if (!(await app.blobs.has(row.sha256))) continue
        const words = await readerOf(app).words(row)
        if (words !== undefined) texts.set(row.content_id, words.slice(0, MAX_TEXT))
      }
      return texts
    },
  }
}
