import { sql, type Selectable } from 'kysely'
import type { ErrorValue, Phrase } from '../../error-text.ts'
import type { JobStatus } from '../jobs.ts'
import { deleteInBatches, type Database, type Queries, type WriteTransaction } from '../database/index.ts'
import type { JobTable } from './tables.ts'

/** Messages stored of one job; older ones are dropped. */
const MAX_MESSAGES = 100
const MAX_MESSAGE = 2000

/** Versions before the titles and messages of jobs were translated stored English sentences. */
type StoredMessage = Phrase | string

export type JobRow = Selectable<JobTable>

/** A job as taken by one runner: every later write names the attempt, so that a runner that lost it changes nothing. */
export interface Lease {
  readonly id: string
  readonly owner: string
  readonly attempt: number
}

/** The rows of the queue. */
export class JobStore {
  #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async insert(
    db: WriteTransaction['db'],
    job: Pick<JobRow, 'id' | 'kind' | 'title' | 'title_values' | 'owner_id' | 'input'>,
  ): Promise<void> {
    const now = Date.now()
    await db
      .insertInto('job')
      .values({
        ...job,
        state: 'queued',
        progress: 0,
        messages: '[]',
        attempt: 0,
        run_after: now,
        lease_owner: null,
        lease_until: null,
        created_at: now,
        started_at: null,
        finished_at: null,
      })
      .execute()
  }

  async get(id: string): Promise<JobStatus | undefined> {
    const row = await this.#database.read.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
    return row && statusOf(row)
  }

  async list({
    ownerId,
    start,
    limit,
  }: {
    ownerId: number | null
    start: number
    limit: number
  }): Promise<JobStatus[]> {
    let query = this.#database.read.selectFrom('job').selectAll()
    if (ownerId !== null) query = query.where('owner_id', '=', ownerId)
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').offset(start).limit(limit).execute()
    return rows.map(statusOf)
  }

  /** When the next job of these kinds may be taken: 0 for now, undefined when none waits. */
  async nextAt(kinds: readonly string[]): Promise<number | undefined> {
    const { read } = this.#database
    const queued = await read
      .selectFrom('job')
      .select('run_after as at')
      .where('state', '=', 'queued')
      .where('kind', 'in', kinds)
      .orderBy('run_after')
      .limit(1)
      .executeTakeFirst()
    const leased = await read
      .selectFrom('job')
      .select('lease_until as at')
      .where('state', '=', 'running')
      .where('kind', 'in', kinds)
      .orderBy('lease_until')
      .limit(1)
      .executeTakeFirst()
    const times = [queued?.at, leased?.at].filter(time => typeof time === 'number')
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** Whether a job of these kinds waits or runs anywhere. */
  async hasUnfinished(kinds: readonly string[]): Promise<boolean> {
    const row = await this.#database.read
      .selectFrom('job')
      .select('id')
      .where('state', 'in', ['queued', 'running'])
      .where('kind', 'in', kinds)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Takes a job whose runner stopped renewing its lease, or the one that waits longest. */
  async claim(kinds: readonly string[], owner: string, leaseMs: number): Promise<JobRow | undefined> {
    const now = Date.now()
    return this.#write(async ({ db, engine }) => {
      const inState = (state: JobRow['state']) => {
        const jobs = db
          .selectFrom('job')
          .select('id')
          .where('state', '=', state)
          .where('kind', 'in', kinds)
          .orderBy('run_after')
          .orderBy('created_at')
          .limit(1)
        // SQLite has one writer, and this transaction is it.
        return engine === 'postgres' ? jobs.forUpdate().skipLocked() : jobs
      }
      // One after the other: together they would be sorted, however many wait.
      const found =
        (await inState('running').where('lease_until', '<', now).executeTakeFirst()) ??
        (await inState('queued').where('run_after', '<=', now).executeTakeFirst())
      if (!found) return undefined
      return db
        .updateTable('job')
        .set(eb => ({
          state: 'running',
          attempt: eb('attempt', '+', 1),
          lease_owner: owner,
          lease_until: now + leaseMs,
          started_at: eb.fn.coalesce('started_at', eb.val(now)),
        }))
        .where('id', '=', found.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    })
  }

  /** Frees at once the jobs of runners that are known to have ended. */
  async releaseEnded(hasEnded: (owner: string) => boolean): Promise<void> {
    const rows = await this.#database.read
      .selectFrom('job')
      .select(['id', 'lease_owner', 'attempt'])
      .where('state', '=', 'running')
      .execute()
    const ended = rows.filter(row => row.lease_owner !== null && hasEnded(row.lease_owner))
    if (ended.length === 0) return
    await this.#write(async ({ db }) => {
      for (const row of ended) {
        await db
          .updateTable('job')
          .set({ lease_until: 0 })
          .where('id', '=', row.id)
          .where('attempt', '=', row.attempt)
          .where('state', '=', 'running')
          .execute()
      }
    })
  }

  /** Renews the lease. @returns false when the job belongs to another runner by now. */
  async renew(lease: Lease, leaseMs: number): Promise<boolean> {
    return this.#change(lease, { lease_until: Date.now() + leaseMs })
  }

  async report(lease: Lease, progress: number, message: Phrase | undefined): Promise<boolean> {
    return this.#change(lease, { progress }, message)
  }

  async finish(lease: Lease): Promise<boolean> {
    return this.#change(lease, {
      state: 'done',
      progress: 100,
      finished_at: Date.now(),
      lease_owner: null,
      lease_until: null,
    })
  }

  async fail(lease: Lease, message: Phrase): Promise<boolean> {
    return this.#change(
      lease,
      { state: 'failed', finished_at: Date.now(), lease_owner: null, lease_until: null },
      message,
    )
  }

  /** Queues the job again. `attempt` is the number of attempts that count. */
  async requeue(lease: Lease, options: { runAfter: number; attempt: number }, message?: Phrase): Promise<boolean> {
    return this.#change(
      lease,
      {
        state: 'queued',
        run_after: options.runAfter,
        attempt: options.attempt,
        lease_owner: null,
        lease_until: null,
      },
      message,
    )
  }

  /** Claims one moment of a schedule for this machine. @returns false when another machine has it. */
  async claimSlot(name: string, slot: number): Promise<boolean> {
    const claimed = await this.#write(({ db }) =>
      db
        .insertInto('schedule_slot')
        .values({ name, slot })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ slot }).where('schedule_slot.slot', '<', slot))
        .returning('slot')
        .executeTakeFirst(),
    )
    return claimed !== undefined
  }

  prune(finishedBefore: number): Promise<void> {
    return deleteInBatches(
      this.#database,
      db =>
        db
          .deleteFrom('job')
          .where('id', 'in', db.selectFrom('job').select('id').where('finished_at', '<', finishedBefore).limit(500))
          .executeTakeFirst(),
      { invalidates: false },
    )
  }

  /**
   * Nothing cached is made from the queue: the progress of a job must not invalidate pages. A job whose state is lost
   * runs again, as one whose process has died.
   */
  #write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#database.transaction(work, { invalidates: false, durable: false })
  }

  async #change(lease: Lease, changes: Partial<JobRow>, message?: Phrase): Promise<boolean> {
    return this.#write(async ({ db }) => {
      const messages = message === undefined ? {} : { messages: await withMessage(db, lease.id, message) }
      const result = await db
        .updateTable('job')
        .set({ ...changes, ...messages })
        .where('id', '=', lease.id)
        .where('state', '=', 'running')
        .where('lease_owner', '=', lease.owner)
        .where('attempt', '=', lease.attempt)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    })
  }
}

async function withMessage(db: Queries, id: string, message: Phrase): Promise<string> {
  const row = await db.selectFrom('job').select('messages').where('id', '=', id).executeTakeFirst()
  const before = JSON.parse(row?.messages ?? '[]') as StoredMessage[]
  return JSON.stringify([...before, bounded(message)].slice(-MAX_MESSAGES))
}

/** A message whose values are not longer than is stored. */
function bounded({ key, values = {} }: Phrase): Phrase {
  const cut = (value: ErrorValue) => (typeof value === 'string' ? value.slice(0, MAX_MESSAGE) : value)
  return { key, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)])) }
}

function statusOf(row: JobRow): JobStatus {
  return {
    id: row.id,
    kind: row.kind,
    title: { key: row.title, values: row.title_values === null ? undefined : JSON.parse(row.title_values) },
    ownerId: row.owner_id,
    state: row.state,
    progress: row.progress,
    messages: (JSON.parse(row.messages) as StoredMessage[]).map(one => (typeof one === 'string' ? { key: one } : one)),
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

/** Wakes the runners of other machines when the running transaction commits. */
export async function notifyOthers(tx: WriteTransaction, channel: string): Promise<void> {
  if (tx.engine === 'postgres') await sql`select pg_notify(${channel}, '')`.execute(tx.db)
}
