import { randomUUID } from 'node:crypto'
import type { Phrase } from '../../error-text.ts'
import type { App } from '../app.ts'
import type { Database, WriteTransaction } from '../database/index.ts'
import { EVENT_CHANNEL } from '../events/events.ts'
import { HttpError } from '../http/errors.ts'
import type { JobClass, JobKind, JobRun, Jobs, JobStatus, NewJob } from '../jobs.ts'
import type { Log } from '../log.ts'
import { hasEnded, registerRunner, unregisterRunner } from './runner-name.ts'
import { Schedules } from './schedules.ts'
import { JobStore, leaseOf, notifyOthers, type JobRow, type Lease, type Takeable } from './store.ts'

export interface QueueOptions {
  /** Jobs of each class that one process works on at a time. */
  places: Readonly<Record<JobClass, number>>
  /** A runner that has not renewed its lease for this long counts as dead. Clocks of machines may differ by less. */
  leaseMs: number
  /** Delay before attempt `n + 1`, when attempt `n` (from 1) failed. */
  backoffMs(attempt: number): number
  /** Looks at the queue at least this often, in case a wake-up was lost. */
  pollMs: number
  /** How long `stop` waits for running work to respond to its signal. */
  stopMs: number
}

/** Places of a process that is one of several: together they do about as much. */
export const ONE_OF_EACH: QueueOptions['places'] = {
  prompt: 1,
  tasks: 1,
  deliveries: 1,
  upkeep: 1,
  pictures: 1,
  files: 1,
}

const DEFAULTS: QueueOptions = {
  places: { ...ONE_OF_EACH, prompt: 2, tasks: 2, deliveries: 2, pictures: 2 },
  leaseMs: 60_000,
  backoffMs: attempt => Math.min(2000 * 4 ** (attempt - 1), 60 * 60 * 1000) * (0.75 + Math.random() / 2),
  pollMs: 5000,
  stopMs: 7000,
}
const DEFAULT_ATTEMPTS = 3
const DEFAULT_CLASS: JobClass = 'tasks'
/** Classes in the order in which jobs are begun. */
const CLASSES: readonly JobClass[] = ['prompt', 'tasks', 'deliveries', 'upkeep', 'pictures', 'files']
/** Progress without a message is stored at most this often: each store is a write. */
const PROGRESS_MS = 250
const KEEP_FINISHED_MS = 30 * 24 * 60 * 60 * 1000

/** The queue of one process. The rows are authoritative; this holds only what the process works on. */
export class Queue implements Jobs {
  #options: QueueOptions
  #database: Database
  #log: Log
  #store: JobStore
  #schedules: Schedules
  #kinds = new Map<string, JobKind>()
  #app: App | undefined
  #name = registerRunner()
  #running = new Map<string, { controller: AbortController; finished: Promise<void>; lease: Lease }>()
  #filling: Promise<void> | undefined
  #needsRefill = false
  #timer: NodeJS.Timeout | undefined
  /** Jobs that this process has queued and not taken yet: they are due. */
  #announced = new Set<string>()
  /** When another job may be due, as far as this process knows. */
  #lookAt = 0
  /** A class had no free place when the queue was looked at last. */
  #wasFull = false
  /** Classes of the jobs that transactions have taken as they queued them. */
  #takenIn = new WeakMap<WriteTransaction, readonly JobClass[]>()
  #stopped = false
  #unsubscribe = () => {}
  #waiting = new Set<() => void>()

  constructor(database: Database, log: Log, options: Partial<QueueOptions>) {
    this.#database = database
    this.#log = log
    this.#options = { ...DEFAULTS, ...options }
    this.#store = new JobStore(database)
    this.#schedules = new Schedules(this.#store, log)
  }

  define(kind: JobKind): void {
    if (this.#kinds.has(kind.kind)) throw new Error(`Two jobs are of the kind ${kind.kind}`)
    this.#kinds.set(kind.kind, kind)
  }

  async enqueue(job: NewJob, tx?: WriteTransaction): Promise<string> {
    const kind = this.#kinds.get(job.kind)
    if (!kind) throw new Error(`No job of the kind ${job.kind} is defined`)
    if (!tx) return this.#database.transaction(own => this.enqueue(job, own), { invalidates: false })
    const id = randomUUID()
    const chargedTo = job.chargedTo === undefined ? job.ownerId : job.chargedTo
    const isTaken = chargedTo === null && this.#mayTakeAtOnce(tx, classOf(kind))
    const row = await this.#store.insert(
      tx.db,
      {
        id,
        kind: job.kind,
        class: classOf(kind),
        title: job.title,
        title_values: job.values ? JSON.stringify(job.values) : null,
        owner_id: job.ownerId,
        charged_to: chargedTo,
        input: JSON.stringify(job.input ?? {}),
      },
      isTaken ? { owner: this.#name, ms: this.#options.leaseMs } : undefined,
    )
    if (isTaken) tx.afterCommit(() => void this.#beginTaken(row))
    else {
      await notifyOthers(tx, EVENT_CHANNEL)
      tx.afterCommit(() => this.#announce(id))
    }
    return id
  }

  #announce(id: string): void {
    this.#announced.add(id)
    this.#fill()
  }

  /** Whether a job may be taken as it is queued, which saves a transaction: nothing waits, and there is a place for it. */
  #mayTakeAtOnce(tx: WriteTransaction, name: JobClass): boolean {
    if (!this.#app || this.#stopped || this.#announced.size > 0 || Date.now() >= this.#lookAt) return false
    const taken = this.#takenIn.get(tx) ?? []
    const busy = this.#busyPlaces(name) + taken.filter(each => each === name).length
    if (busy >= this.#options.places[name]) return false
    this.#takenIn.set(tx, [...taken, name])
    return true
  }

  /** Begins a job that was taken as it was queued; it waits if another has the place by now. */
  async #beginTaken(row: JobRow): Promise<void> {
    const lease = leaseOf(row, this.#name)
    if (this.#app && !this.#stopped && this.#hasPlace(row.class)) {
      this.#begin(this.#app, row)
      return
    }
    try {
      await this.#putBack(lease)
      this.#announce(row.id)
    } catch (error) {
      this.#log.error({ job: row.id, kind: row.kind, err: error }, 'a job could not be queued')
    }
  }

  async enqueueOnce({ kind, title }: { kind: string; title: string }): Promise<void> {
    if (!(await this.#store.hasUnfinished([kind]))) await this.enqueue({ kind, title, ownerId: null })
  }

  get(id: string): Promise<JobStatus | undefined> {
    return this.#store.get(id)
  }

  list(options: { ownerId: number | null; start: number; limit: number }): Promise<JobStatus[]> {
    return this.#store.list(options)
  }

  schedule(name: string, cron: string, work: (app: App) => Promise<void>): void {
    this.#schedules.add(name, cron, work)
  }

  async start(app: App): Promise<void> {
    this.#app = app
    await this.#store.releaseEnded(hasEnded)
    await this.#store.classify([...this.#kinds.values()].map(kind => [kind.kind, classOf(kind)] as const))
    // Other machines announce jobs with their events; in this process `enqueue` does.
    if (this.#database.engine === 'postgres') {
      this.#unsubscribe = this.#database.onEvents(origin => {
        if (origin !== 'own') this.#look()
      })
    }
    this.schedule('jobs.prune', '17 3 * * *', () => this.#store.prune(Date.now() - KEEP_FINISHED_MS))
    this.#schedules.start(app)
    this.#fill()
  }

  async idle(): Promise<void> {
    if (!this.#app) throw new Error('Jobs have not been started')
    for (;;) {
      await this.#schedules.idle()
      const kinds = [...this.#kinds.keys()]
      if (this.#stopped || kinds.length === 0) return
      if (this.#running.size === 0 && !(await this.#store.hasUnfinished(kinds))) return
      this.#look()
      await this.#change()
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    clearTimeout(this.#timer)
    const running = [...this.#running.values()]
    for (const { controller } of running) controller.abort(new Error('Oxbow is shutting down'))
    const finished = Promise.all([...running.map(run => run.finished), this.#schedules.stop(), this.#filling])
    const late = await Promise.race([finished.then(() => false), after(this.#options.stopMs).then(() => true)])
    // Work that ignores its signal loses its lease, so that another process need not wait for it to end.
    if (late) for (const { lease } of this.#running.values()) await this.#putBack(lease)
    unregisterRunner(this.#name)
    this.#notifyWaiting()
  }

  /** {@link #fill}, where others may have queued jobs, or one that was held back may be due. */
  #look(): void {
    this.#lookAt = 0
    this.#fill()
  }

  /** Takes jobs until all places are busy or none waits for one; then sets the timer for the next that is due. */
  #fill(): void {
    if (this.#stopped || !this.#app) return
    if (this.#filling) this.#needsRefill = true
    else this.#filling = this.#fillUp(this.#app)
  }

  async #fillUp(app: App): Promise<void> {
    let delay = this.#options.pollMs
    do {
      this.#needsRefill = false
      try {
        delay = await this.#take(app)
      } catch (error) {
        if (this.#stopped) break
        this.#log.error({ err: error }, 'the job queue could not be read; trying again')
        this.#lookAt = 0
        delay = this.#options.pollMs
      }
    } while (this.#needsRefill)
    this.#filling = undefined
    this.#fillIn(delay)
  }

  #fillIn(delay: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#timer = setTimeout(() => this.#fill(), delay).unref()
  }

  /** @returns milliseconds until the queue should be looked at again. */
  async #take(app: App): Promise<number> {
    const kinds = [...this.#kinds.keys()]
    while (kinds.length > 0 && !this.#stopped) {
      const classes = CLASSES.filter(name => this.#hasPlace(name))
      this.#wasFull = classes.length < CLASSES.length
      if (classes.length === 0) break
      if (this.#announced.size === 0 && !(await this.#isDue({ kinds, classes })))
        return Math.max(1, Math.min(this.#lookAt - Date.now() + 1, this.#options.pollMs))
      // A job that `stop` puts back is not for this queue any more.
      if (this.#stopped) break
      const row = await this.#store.claim({ kinds, classes }, this.#name, this.#options.leaseMs)
      if (!row) {
        // Another machine was quicker, or those announced wait for a place.
        if (this.#announced.size === 0) {
          this.#lookAt &&= Date.now() + this.#options.pollMs
          break
        }
        this.#announced.clear()
        this.#lookAt = 0
        continue
      }
      // Another job than those announced: there may be more.
      if (!this.#announced.delete(row.id)) this.#lookAt = 0
      if (this.#stopped) await this.#putBack(leaseOf(row, this.#name))
      else this.#begin(app, row)
    }
    return this.#options.pollMs
  }

  /** Looks at the queue if something may be due. */
  async #isDue(takeable: Takeable): Promise<boolean> {
    const now = Date.now()
    if (now < this.#lookAt) return false
    this.#lookAt = now + this.#options.pollMs
    const next = (await this.#store.nextAt(takeable)) ?? Infinity
    // It is 0 where others have queued a job meanwhile.
    this.#lookAt = Math.min(next, this.#lookAt)
    return next <= Date.now()
  }

  #hasPlace(name: JobClass): boolean {
    return this.#busyPlaces(name) < this.#options.places[name]
  }

  #busyPlaces(name: JobClass): number {
    return [...this.#running.values()].filter(({ lease }) => lease.class === name).length
  }

  #begin(app: App, row: JobRow): void {
    const lease = leaseOf(row, this.#name)
    const controller = new AbortController()
    const finished = this.#runToEnd(app, row, lease, controller)
    this.#running.set(row.id, { controller, finished, lease })
  }

  async #runToEnd(app: App, row: JobRow, lease: Lease, controller: AbortController): Promise<void> {
    let isDone = false
    try {
      isDone = await this.#run(app, row, lease, controller)
    } catch (error) {
      this.#log.error({ job: row.id, kind: row.kind, err: error }, 'the outcome of a job could not be stored')
    }
    this.#running.delete(row.id)
    this.#notifyWaiting()
    // Others may have waited for its place, or for the account that is charged for it; it may be tried again.
    if (this.#wasFull || row.charged_to !== null || !isDone) this.#lookAt = 0
    this.#fill()
  }

  /** @returns whether the job is done */
  async #run(app: App, row: JobRow, lease: Lease, controller: AbortController): Promise<boolean> {
    const kind = this.#kinds.get(row.kind)
    if (!kind) {
      await this.#putBack(lease)
      return false
    }
    const attempts = kind.attempts ?? DEFAULT_ATTEMPTS
    if (row.attempt > attempts) {
      const reason: Phrase = {
        key: 'The work was interrupted {{attempts}} times and is not tried again',
        values: { attempts },
      }
      await kind.givenUp?.({ app, input: inputOf(row) }, reason)
      await this.#store.fail(lease, reason)
      return false
    }
    const heart = this.#beat(lease, controller)
    try {
      const isLastAttempt = row.attempt >= attempts
      let isFinished = false
      const finish = async (tx: WriteTransaction): Promise<void> => {
        if (!(await this.#store.finishIn(tx, lease))) throw new Error('The job was taken over by another process')
        isFinished = true
      }
      await kind.run({ ...this.#runOf(app, row, lease, controller), isLastAttempt, finish })
      if (!isFinished) await this.#store.finish(lease)
      return true
    } catch (error) {
      if (controller.signal.aborted) await this.#putBack(lease)
      else await this.#failed(row, lease, attempts, error)
      return false
    } finally {
      clearInterval(heart)
    }
  }

  #runOf(app: App, row: JobRow, lease: Lease, { signal }: AbortController): Omit<JobRun, 'isLastAttempt' | 'finish'> {
    let storedAt = 0
    return {
      app,
      id: row.id,
      ownerId: row.owner_id,
      input: inputOf(row),
      signal,
      progress: async (percent: number, message?: Phrase) => {
        signal.throwIfAborted()
        if (message === undefined && Date.now() - storedAt < PROGRESS_MS) return
        storedAt = Date.now()
        await this.#store.report(lease, Math.max(0, Math.min(100, Math.round(percent))), message)
      },
    }
  }

  async #failed(row: JobRow, lease: Lease, attempts: number, error: unknown): Promise<void> {
    this.#log.error({ job: row.id, kind: row.kind, attempt: row.attempt, err: error }, 'a job failed')
    // An input that is refused is refused at the next attempt too.
    const refused = error instanceof HttpError && error.status < 500
    const message: Phrase =
      error instanceof HttpError
        ? { key: error.text.key, values: error.text.values }
        : { key: 'An unexpected error occurred; the log has it under job {{id}}', values: { id: row.id } }
    if (refused || row.attempt >= attempts) {
      await this.#store.fail(lease, message)
      return
    }
    const runAfter = Math.round(Date.now() + this.#options.backoffMs(row.attempt))
    await this.#store.requeue(lease, { runAfter, attempt: row.attempt }, message)
  }

  /** An attempt that the shutdown cut off does not count. */
  async #putBack(lease: Lease): Promise<void> {
    await this.#store.requeue(lease, { runAfter: Date.now(), attempt: lease.attempt - 1 })
  }

  /** Renews the lease while work runs; stops the work when another machine has taken it. */
  #beat(lease: Lease, controller: AbortController): NodeJS.Timeout {
    const renew = async (): Promise<void> => {
      try {
        const held = await this.#store.renew(lease, this.#options.leaseMs)
        if (!held && this.#running.get(lease.id)?.lease === lease)
          controller.abort(new Error('The job was taken over by another process'))
      } catch (error) {
        this.#log.warn({ job: lease.id, err: error }, 'the lease of a job could not be renewed')
      }
    }
    return setInterval(() => void renew(), this.#options.leaseMs / 4).unref()
  }

  /** Resolves at the next change in this process, or soon, for changes of other machines. */
  async #change(): Promise<void> {
    const { promise: changed, resolve: wake } = Promise.withResolvers<void>()
    this.#waiting.add(wake)
    const timer = setTimeout(wake, 50)
    await changed
    clearTimeout(timer)
    this.#waiting.delete(wake)
  }

  #notifyWaiting(): void {
    for (const wake of this.#waiting) wake()
  }
}

function classOf(kind: JobKind): JobClass {
  return kind.class ?? DEFAULT_CLASS
}

function inputOf({ input }: JobRow): JobRun['input'] {
  return JSON.parse(input) as Record<string, unknown>
}

function after(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds).unref())
}
