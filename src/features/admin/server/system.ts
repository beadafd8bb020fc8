import { newestEventId } from '#platform/server/events/events.ts'
import { totalmem } from 'node:os'
import type { App } from '#platform/server/app.ts'
import { version } from '#platform/server/package.ts'
import { isoTime } from '#platform/wire.ts'
import type { SystemInfo } from '../contract.ts'
import { countAll, countJobs, databaseFacts, eventCursors } from './store.ts'

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
    counts: await countAll(app),
    events: await eventFacts(app),
    jobs: await countJobs(app),
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

async function eventFacts({ database: { read } }: App): Promise<SystemInfo['events']> {
  const newest = await newestEventId(read)
  const cursors = await eventCursors(read)
  return {
    newest,
    subscribers: cursors.map(row => ({ name: row.subscriber, behind: Math.max(0, newest - row.position) })),
  }
}
