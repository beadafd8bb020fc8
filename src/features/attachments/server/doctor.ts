import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { DoctorCheck, Finding } from '#platform/server/doctor.ts'

const BATCH = 1000

/** Conditions that hold for every attachment; whether its bytes are there is a check of the platform's. */
export const attachmentChecks: readonly DoctorCheck[] = [
  { name: 'Every attachment has its current version', run: currentVersions },
  { name: 'Attachments are as open as their pages', run: places },
]

async function* currentVersions({ database }: App): AsyncIterable<Finding> {
  for (let after = 0; ;) {
    const rows = await database.read
      .selectFrom('content')
      .leftJoin('attachment', 'attachment.content_id', 'content.id')
      .leftJoin('attachment_version', join =>
        join
          .onRef('attachment_version.content_id', '=', 'content.id')
          .onRef('attachment_version.number', '=', 'content.version'),
      )
      .select(['content.id', 'content.version'])
      .where('content.type', '=', 'attachment')
      .where('content.id', '>', after)
      .where(
        sql<boolean>`(attachment.sha256 is null or attachment_version.sha256 is null or attachment.sha256 <> attachment_version.sha256)`,
      )
      .orderBy('content.id')
      .limit(BATCH)
      .execute()
    for (const { id, version } of rows) {
      yield {
        severity: 'error',
        message: `The attachment att${id} does not have the bytes of its version ${version}. Upload it again.`,
      }
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}

async function* places({ database }: App): AsyncIterable<Finding> {
  for (let after = 0; ;) {
    const rows = await database.read
      .selectFrom('content as file')
      .leftJoin('content as page', 'page.id', 'file.container_id')
      .select(['file.id', 'file.container_id', 'page.id as page'])
      .where('file.type', '=', 'attachment')
      .where('file.id', '>', after)
      .where(
        sql<boolean>`(page.id is null or file.space_id <> page.space_id or file.guard_id is distinct from page.guard_id)`,
      )
      .orderBy('file.id')
      .limit(BATCH)
      .execute()
    for (const { id, container_id, page } of rows) {
      yield page === null
        ? { severity: 'error', message: `The attachment att${id} hangs on no page.` }
        : {
            severity: 'error',
            message: `The attachment att${id} is not guarded as its page ${container_id} is. Move it away and back.`,
          }
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}
