import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { DoctorCheck, Finding } from '#platform/server/doctor.ts'
import { INDEX_FORMAT } from './indexing/rebuild.ts'
import { SUBSCRIBER } from './indexing/store.ts'

/** The first are enough to see that something is wrong. */
const MAX_ROWS = 1000

/** Every content that can be found is in the index, as it is now. */
export const coverageCheck: DoctorCheck = { name: 'Everything that can be found is in the search index', run: coverage }

async function* coverage({ database: { read } }: App): AsyncIterable<Finding> {
  const state = await read.selectFrom('search_state').select(['format', 'phase']).executeTakeFirst()
  // The whole index is about to be rewritten.
  if (state?.format !== INDEX_FORMAT || state.phase !== null) return
  // One statement, so that it sees one moment: what the log still holds for the index is not missing, only late.
  const { rows } = await sql<{ id: number; indexed: number | null }>`
    select content.id, search_document.version as indexed from content
    left join search_document on search_document.content_id = content.id
    where content.status = 'current' and (search_document.id is null or search_document.version <> content.version)
      and not exists (select 1 from event where event.content_id = content.id
        and event.id > coalesce((select position from event_cursor where subscriber = ${SUBSCRIBER}), 0))
    order by content.id limit ${MAX_ROWS}`.execute(read)
  for (const { id, indexed } of rows) {
    const what =
      indexed === null ? 'is not in the search index' : `is in the search index as it was at version ${indexed}`
    yield {
      severity: 'warning',
      message: `The content ${id} ${what}, so that searches miss it. Run \`oxbow search rebuild\`.`,
    }
  }
}
