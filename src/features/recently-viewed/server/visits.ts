import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { unlessOutOfSpace } from '#platform/server/no-space.ts'
import { MOST_VISITED } from '../visited.ts'
import type {} from './tables.ts'

/** Visits wait for so long, so that reading costs a write a minute at most and not one for each page. */
const FLUSH_MS = 60_000
/** More than that are written at once. */
const MOST_WAITING = 2000

interface Waiting {
  accountId: number
  contentId: number
  seenAt: number
  visits: number
}

/**
 * Visits of pages, gathered in memory and written together. A list that is asked for is written first; a process that is
 * killed forgets the visits of its last minute, which nobody was promised.
 */
export class Visits {
  #app: App
  #waiting = new Map<string, Waiting>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(app: App) {
    this.#app = app
  }

  /** Notes that the account opened the content now. */
  note(accountId: number, contentId: number): void {
    const key = `${accountId} ${contentId}`
    const before = this.#waiting.get(key)
    this.#waiting.set(key, { accountId, contentId, seenAt: Date.now(), visits: (before?.visits ?? 0) + 1 })
    if (this.#waiting.size >= MOST_WAITING) this.#flushSoon(0)
    else this.#timer ??= this.#flushSoon(FLUSH_MS)
  }

  #flushSoon(delay: number): NodeJS.Timeout {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.flush().catch((error: unknown) => this.#app.log.warn({ err: error }, 'visits of pages could not be written'))
    }, delay).unref()
    return this.#timer
  }

  /** Writes what waits; resolves when it, and what was begun before, is there. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const visits = [...this.#waiting.values()]
    this.#waiting.clear()
    // After one that failed the next one writes all the same.
    this.#writing = this.#writing.catch(() => undefined).then(async () => {
      // A list of visits can be read on a full disk; those of that time are not in it.
      if (visits.length > 0) await unlessOutOfSpace(() => this.#app.database.transaction(tx => write(tx, visits)))
    })
    return this.#writing
  }
}

async function write(tx: WriteTransaction, visits: readonly Waiting[]): Promise<void> {
  for (const { accountId, contentId, seenAt, visits: times } of visits) {
    // Account or content may be gone for good by now.
    await tx.db.insertInto('content_visit').columns(['account_id', 'content_id', 'seen_at', 'visits'])
      .expression(eb => eb.selectFrom('content').innerJoin('account', join => join.on('account.id', '=', accountId))
        .select(['account.id', 'content.id', sql<number>`cast(${seenAt} as bigint)`.as('seen_at'), sql<number>`cast(${times} as bigint)`.as('visits')])
        .where('content.id', '=', contentId))
      .onConflict(conflict => conflict.columns(['account_id', 'content_id']).doUpdateSet({
        seen_at: seenAt, visits: sql<number>`content_visit.visits + ${times}`,
      })).execute()
  }
  for (const accountId of new Set(visits.map(visit => visit.accountId))) await trim(tx, accountId)
}

/** Each user's oldest visits go. */
async function trim(tx: WriteTransaction, accountId: number): Promise<void> {
  const oldest = await tx.db.selectFrom('content_visit').select('seen_at').where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc').offset(MOST_VISITED).limit(1).executeTakeFirst()
  if (!oldest) return
  await tx.db.deleteFrom('content_visit').where('account_id', '=', accountId).where('seen_at', '<=', oldest.seen_at).execute()
}
