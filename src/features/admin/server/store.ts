import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Queries } from '#platform/server/database/index.ts'
import type { SystemInfo } from '../contract.ts'

/** The database's version, and its size in bytes. */
export async function databaseFacts({ database }: App): Promise<SystemInfo['database']> {
  const { engine, read } = database
  const query =
    engine === 'sqlite'
      ? sql<{ version: string; size: number }>`select sqlite_version() as version,
        (select page_count from pragma_page_count) * (select page_size from pragma_page_size) as size`
      : sql<{
          version: string
          size: number
        }>`select current_setting('server_version') as version, pg_database_size(current_database()) as size`
  const row = (await query.execute(read)).rows[0]
  return { engine, version: row?.version ?? '', size: Number(row?.size ?? 0) }
}

/** How much the wiki holds. */
export async function countAll({ database: { read } }: App): Promise<SystemInfo['counts']> {
  const all = await sql<{ spaces: number; users: number; contents: number; bytes: number | null }>`select
    (select count(*) from space where status <> 'deleting') as spaces,
    (select count(*) from account where active = 1) as users,
    (select count(*) from content where status = 'current') as contents,
    (select sum(size) from attachment_version) as bytes`.execute(read)
  const row = all.rows[0]
  return {
    spaces: Number(row?.spaces ?? 0),
    users: Number(row?.users ?? 0),
    contents: Number(row?.contents ?? 0),
    attachmentBytes: Number(row?.bytes ?? 0),
  }
}

/** How far each subscriber of the event log has come. */
export async function eventCursors(db: Queries) {
  return db.selectFrom('event_cursor').select(['subscriber', 'position']).orderBy('subscriber').execute()
}

/** How many jobs wait, run, and have failed. */
export async function countJobs({ database: { read } }: App): Promise<SystemInfo['jobs']> {
  const rows = await read
    .selectFrom('job')
    .select(['state', eb => eb.fn.countAll<number>().as('number')])
    .where('state', 'in', ['queued', 'running', 'failed'])
    .groupBy('state')
    .execute()
  const of = (state: string) => Number(rows.find(row => row.state === state)?.number ?? 0)
  return { queued: of('queued'), running: of('running'), failed: of('failed') }
}
