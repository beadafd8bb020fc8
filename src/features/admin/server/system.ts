import { newestEventId } from '#platform/server/events/events.ts'
import { totalmem } from 'node:os'
import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import { version } from '#platform/server/package.ts'
import { isoTime } from '#platform/wire.ts'
import type { SystemInfo } from '../contract.ts'

const MEMORY = 'admin.memory'

/** How the wiki is doing. Counts go over indexes, or over what the database knows of itself. */
export async function readSystemInfo(app: App): Promise<SystemInfo> {
  const memory = await memoryOf(app)
  return {
    version,
    nodeVersion: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    database: await databaseFacts(app),
    home: app.config.home,
    startedAt: isoTime(Date.now() - Math.round(process.uptime() * 1000)),
    memory: { ...memory, machine: totalmem() },
    counts: await counts(app),
    events: await eventFacts(app),
    jobs: await jobFacts(app),
  }
}

/** Has this process answer others that ask how much memory it takes. */
export function tellMemory({ peers }: App): void {
  peers.handle(MEMORY, ownMemory)
}

/** Bytes that the processes of this server take together. */
async function memoryOf({ peers }: App): Promise<{ used: number; heap: number }> {
  const all = [ownMemory(), ...((await peers.ask(MEMORY)) as ReturnType<typeof ownMemory>[])]
  return {
    used: all.reduce((sum, { used }) => sum + used, 0),
    heap: all.reduce((sum, { heap }) => sum + heap, 0),
  }
}

function ownMemory() {
  const { rss, heapUsed } = process.memoryUsage()
  return { used: rss, heap: heapUsed }
}

async function databaseFacts({ database }: App): Promise<SystemInfo['database']> {
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

async function counts({ database: { read } }: App): Promise<SystemInfo['counts']> {
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

async function eventFacts({ database: { read } }: App): Promise<SystemInfo['events']> {
  const last = await newestEventId(read)
  const cursors = await read
    .selectFrom('event_cursor')
    .select(['subscriber', 'position'])
    .orderBy('subscriber')
    .execute()
  return {
    newest: last,
    subscribers: cursors.map(row => ({ name: row.subscriber, behind: Math.max(0, last - row.position) })),
  }
}

async function jobFacts({ database: { read } }: App): Promise<SystemInfo['jobs']> {
  const rows = await read
    .selectFrom('job')
    .select(['state', eb => eb.fn.countAll<number>().as('number')])
    .where('state', 'in', ['queued', 'running', 'failed'])
    .groupBy('state')
    .execute()
  const of = (state: string) => Number(rows.find(row => row.state === state)?.number ?? 0)
  return { queued: of('queued'), running: of('running'), failed: of('failed') }
}
