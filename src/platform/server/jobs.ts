import type { ErrorValues, Phrase } from '../error-text.ts'
import type { App } from './app.ts'
import type { WriteTransaction } from './database/index.ts'

/**
 * Classes of jobs. Each has its own places in a process, so that no class waits for another:
 *
 * - `prompt`: short work that users wait for, such as mail, notifications and rewritten links
 * - `tasks`: long work that a user has asked for, such as exports, imports, deletions and backups
 * - `deliveries`: messages to other servers, which may be slow
 * - `upkeep`: work over the whole wiki, such as building an index
 * - `pictures`: drawing diagrams that were saved
 * - `files`: reading of uploaded files, which may be hostile
 */
export type JobClass = 'prompt' | 'tasks' | 'deliveries' | 'upkeep' | 'pictures' | 'files'

/** Progress of a job that a user waits for, as `/rest/api/longtask` shows it. */
export interface JobStatus {
  /** UUID. */
  readonly id: string
  /** Registered kind, e.g. `space.delete`. */
  readonly kind: string
  /** Translated when it is shown, e.g. "Deleting space {{key}}". */
  readonly title: Phrase
  readonly ownerId: number | null
  readonly state: 'queued' | 'running' | 'done' | 'failed'
  /** 0 to 100. */
  readonly progress: number
  readonly messages: readonly Phrase[]
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
}

/** Context of the work of a job. Work must be repeatable: after a crash it runs again from the start. */
export interface JobRun {
  readonly app: App
  readonly id: string
  readonly ownerId: number | null
  readonly input: Record<string, unknown>
  /** Whether the job fails for good when this attempt fails. */
  readonly isLastAttempt: boolean
  /**
   * Marks the job as done with the last transaction of its work, which writes nothing more after it.
   * @throws if another runner has taken the job
   */
  finish(tx: WriteTransaction): Promise<void>
  /** Aborted at shutdown; the job is then queued again. */
  readonly signal: AbortSignal
  /**
   * Stores progress (0 to 100) and optionally a message for people. Without a message it is stored a few times a second
   * at most, so call it as often as you like. @throws the signal's reason once it is aborted
   */
  progress(percent: number, message?: Phrase): Promise<void>
}

export interface JobKind {
  readonly kind: string
  /** Default `tasks`. */
  readonly class?: JobClass
  /** Attempts before the job counts as failed; default 3, with growing delays. */
  readonly attempts?: number
  /**
   * Called when the job fails without another run since it was interrupted too often, such as by the end of its process
   * each time: for the kind's records that would say for ever that it runs.
   */
  givenUp?(run: Pick<JobRun, 'app' | 'input'>, reason: Phrase): Promise<void>
  /** Throws when the work failed. An `HttpError` below 500 means that trying again is of no use. */
  run(run: JobRun): Promise<void>
}

export interface NewJob {
  kind: string
  /** English text with `{{named}}` places, which is the key of its translations. */
  title: string
  /** Values for the places of the title. */
  values?: ErrorValues
  ownerId: number | null
  /**
   * Account whose budget pays for the job; default the owner. Of one account, one job of a class runs at a time, and
   * while its budget is used up, jobs of others go first.
   */
  chargedTo?: number | null
  input?: Record<string, unknown>
}

/** Background work: stored in the database, taken by one machine at a time, retried, resumed after a crash. */
export interface Jobs {
  define(kind: JobKind): void
  /** Queues a job. Pass the running transaction so that the job exists when, and only when, its cause commits. */
  enqueue(job: NewJob, tx?: WriteTransaction): Promise<string>
  /**
   * Queues a job unless one of its kind waits or runs: for work on the whole wiki that each start asks for until it is
   * done. Machines that start at the same moment may queue one each.
   */
  enqueueOnce(job: { kind: string; title: string }): Promise<void>
  get(id: string): Promise<JobStatus | undefined>
  list(options: { ownerId: number | null; start: number; limit: number }): Promise<JobStatus[]>
  /** Runs `work` on a schedule (cron expression of five parts, server time), on one machine of a cluster. */
  schedule(name: string, cron: string, work: (app: App) => Promise<void>): void
  /** Resolves when nothing is queued or running. For tests. */
  idle(): Promise<void>
  start(app: App): Promise<void>
  stop(): Promise<void>
}
