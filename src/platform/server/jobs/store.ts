import { sql, type Selectable } from 'kysely'
import type { ErrorValue, Phrase } from '../../error-text.ts'
import type { JobClass, JobStatus } from '../jobs.ts'
import {
  deleteInBatches,
  preparedInsert,
  type Database,
  type Queries,
  type WriteTransaction,
} from '../database/index.ts'
import { budgetIsUsedUp, pay, prunePaid } from './budget.ts'
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
  readonly class: JobClass
  readonly chargedTo: number | null
  /** When the runner took it. */
  readonly since: number
}

/** The lease of a job that a runner has just taken. */
export function leaseOf(row: JobRow, owner: string): Lease {
  return { id: row.id, owner, attempt: row.attempt, class: row.class, chargedTo: row.charged_to, since: Date.now() }
}

/** Jobs that a runner can take now. */
export interface Takeable {
  readonly kinds: readonly string[]
  /** Classes with a free place, those that go first at the beginning. */
  readonly classes: readonly JobClass[]
}

/** The rows of the queue. */
export class JobStore {
  #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @param lease who takes it at once, and for how long; without, it waits */
  async insert(
    db: WriteTransaction['db'],
    job: Pick<JobRow, 'id' | 'kind' | 'class' | 'title' | 'title_values' | 'owner_id' | 'charged_to' | 'input'>,
    lease?: { owner: string; ms: number },
  ): Promise<JobRow> {
    const now = Date.now()
    const row: JobRow = {
      ...job,
      state: lease ? 'running' : 'queued',
      progress: 0,
      messages: '[]',
      attempt: lease ? 1 : 0,
      run_after: now,
      lease_owner: lease?.owner ?? null,
      lease_until: lease ? now + lease.ms : null,
      created_at: now,
      started_at: lease ? now : null,
      finished_at: null,
    }
    await insertJobs(db, [row])
    return row
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

  /** Gives waiting and running jobs the class that their kind has in this version. */
  async classify(kinds: Iterable<readonly [kind: string, JobClass]>): Promise<void> {
    const byClass = Map.groupBy(kinds, ([, name]) => name)
    await this.#write(async ({ db }) => {
      for (const [name, members] of byClass) {
        await db
          .updateTable('job')
          .set({ class: name })
          .where('state', 'in', ['queued', 'running'])
          .where('class', '<>', name)
          .where(
            'kind',
            'in',
            members.map(([kind]) => kind),
          )
          .execute()
      }
    })
  }

  /** When the next job may be taken: 0 for now, undefined when none waits. */
  async nextAt({ kinds, classes }: Takeable): Promise<number | undefined> {
    const { read } = this.#database
    const leased = read
      .selectFrom('job')
      .select(({ fn }) => fn.min('lease_until').as('lease_until'))
      .where('state', '=', 'running')
      .where('kind', 'in', kinds)
    const found = await read
      .selectNoFrom([
        ...classes.map(name => takeable(read, name, kinds).select('run_after').orderBy('run_after').limit(1).as(name)),
        leased.as('leased'),
      ])
      .executeTakeFirst()
    const times = Object.values(found ?? {}).filter(time => typeof time === 'number')
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

  /**
   * Takes the job that waits longest in the first class that has one; jobs of accounts whose budget is used up go last.
   * Jobs whose runner stopped renewing its lease are queued again first, behind those that wait.
   */
  async claim({ kinds, classes }: Takeable, owner: string, leaseMs: number): Promise<JobRow | undefined> {
    const now = Date.now()
    return this.#write(async tx => {
      await requeueLost(tx.db, kinds, now)
      for (const name of classes) {
        const found = await firstDue(tx, name, kinds, now)
        if (!found) continue
        return tx.db
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
      }
      return undefined
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
    return this.#write(tx => this.finishIn(tx, lease))
  }

  async finishIn(tx: WriteTransaction, lease: Lease): Promise<boolean> {
    return end(tx.db, lease, { state: 'done', progress: 100, finished_at: Date.now() })
  }

  async fail(lease: Lease, message: Phrase): Promise<boolean> {
    return this.#end(lease, { state: 'failed', finished_at: Date.now() }, message)
  }

  /** Queues the job again. `attempt` is the number of attempts that count. */
  async requeue(lease: Lease, options: { runAfter: number; attempt: number }, message?: Phrase): Promise<boolean> {
    return this.#end(lease, { state: 'queued', run_after: options.runAfter, attempt: options.attempt }, message)
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

  async prune(finishedBefore: number): Promise<void> {
    await this.#write(({ db }) => prunePaid(db))
    await deleteInBatches(
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
    return this.#write(({ db }) => changeLeased(db, lease, changes, message))
  }

  async #end(lease: Lease, changes: Partial<JobRow>, message?: Phrase): Promise<boolean> {
    return this.#write(({ db }) => end(db, lease, changes, message))
  }
}

const insertJobs = preparedInsert('job', [
  'id',
  'kind',
  'class',
  'title',
  'title_values',
  'owner_id',
  'charged_to',
  'input',
  'state',
  'progress',
  'messages',
  'attempt',
  'run_after',
  'lease_owner',
  'lease_until',
  'created_at',
  'started_at',
  'finished_at',
])

/** Ends the lease; the account that is charged for the job pays for the time that it has run. */
async function end(db: Queries, lease: Lease, changes: Partial<JobRow>, message?: Phrase): Promise<boolean> {
  const isHeld = await changeLeased(db, lease, { ...changes, lease_owner: null, lease_until: null }, message)
  if (isHeld) await pay(db, lease)
  return isHeld
}

/** Jobs of a class that wait, without those of accounts of which one is running. */
function takeable(db: Queries, name: JobClass, kinds: readonly string[]) {
  const busy = db
    .selectFrom('job as other')
    .select('other.charged_to')
    .where('other.state', '=', 'running')
    .where('other.class', '=', name)
    .where('other.charged_to', 'is not', null)
  return db
    .selectFrom('job')
    .where('state', '=', 'queued')
    .where('class', '=', name)
    .where('kind', 'in', kinds)
    .where(eb => eb.or([eb('charged_to', 'is', null), eb('charged_to', 'not in', busy)]))
}

/** The job of a class to be taken next. */
async function firstDue(
  { db, engine }: WriteTransaction,
  name: JobClass,
  kinds: readonly string[],
  now: number,
): Promise<{ id: string } | undefined> {
  const due = takeable(db, name, kinds)
    .select('id')
    .where('run_after', '<=', now)
    .orderBy('run_after')
    .orderBy('created_at')
    .limit(1)
  // SQLite has one writer, and this transaction is it.
  const first = engine === 'postgres' ? due.forUpdate().skipLocked() : due
  const within = first.where(eb =>
    eb.or([eb('charged_to', 'is', null), eb('charged_to', 'not in', budgetIsUsedUp(db, name, now))]),
  )
  return (await within.executeTakeFirst()) ?? first.executeTakeFirst()
}

/** Queues jobs of dead runners again, behind those that wait: they may be what killed the runner. */
async function requeueLost(db: Queries, kinds: readonly string[], now: number): Promise<void> {
  const lost = await db
    .selectFrom('job')
    .select('id')
    .where('state', '=', 'running')
    .where('kind', 'in', kinds)
    .where('lease_until', '<', now)
    .execute()
  for (const { id } of lost) {
    await db
      .updateTable('job')
      .set({ state: 'queued', run_after: now, lease_owner: null, lease_until: null })
      .where('id', '=', id)
      .where('state', '=', 'running')
      // Another machine may have been quicker.
      .where('lease_until', '<', now)
      .execute()
  }
}

async function changeLeased(
  db: Queries,
  lease: Lease,
  changes: Partial<JobRow>,
  message: Phrase | undefined,
): Promise<boolean> {
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
