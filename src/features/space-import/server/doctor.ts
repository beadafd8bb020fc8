import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { DoctorCheck, Finding } from '#platform/server/doctor.ts'

/** Findings of one run; the first are enough to see the cause. */
const MAX_ROWS = 1000

/** Checks of what imports have stored. */
export const importChecks: readonly DoctorCheck[] = [
  { name: 'Histories of imported pages hold what was published', run: importedDrafts },
]

/**
 * Finds drafts of edits that imports of earlier versions stored as former versions. In an export, such a draft has a low
 * number and is at least as new as the published text, so its time is not before that of the version that follows it.
 */
async function* importedDrafts({ database: { read } }: App): AsyncIterable<Finding> {
  const { rows } = await sql<{ id: number; type: string; title: string; number: number }>`
    with imported as (
      select space_import_item.content_id as id from space_import
        join space_import_item on space_import_item.import_id = space_import.id
        where space_import.drafts_left_out = 0),
    suspect as (
      select content.id, content.type, content.title from imported join content on content.id = imported.id
      union
      select content.id, content.type, content.title from imported join content on content.container_id = imported.id
        where content.type = 'comment')
    select suspect.id, suspect.type, suspect.title, former.number from suspect
      join content_version former on former.content_id = suspect.id
      join content_version following on following.content_id = former.content_id and following.number = (
        select min(later.number) from content_version later
        where later.content_id = former.content_id and later.number > former.number)
    where former.at >= following.at
    order by suspect.id, former.number limit ${MAX_ROWS}`.execute(read)
  for (const { id, type, title, number } of rows) {
    yield {
      severity: 'warning',
      message:
        `Version ${number} of the ${type} ${id} "${title}" is not older than the version that follows it. ` +
        'It may be a draft that was never published and that an import of an earlier version of Oxbow brought in: ' +
        'look at it in the history, and delete it there if it is one.',
    }
  }
}
