import { join } from 'node:path'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../message-of.ts'
import { HttpError } from '../http/errors.ts'
import { packageRoot } from '../package.ts'
import type { Ask, FromThread, ToThread, WorkerTask } from './task.ts'

/**
 * Length of an input, in UTF-16 units, from which a thread works on it: some ten milliseconds of work, against which
 * the way there and back is short.
 */
const LARGE = 64 * 1024
/** Threads that work at the same time: two, and one more for what would otherwise wait for tasks of other lanes. */
const MOST_THREADS = 3
/** ms in which a thread has to be ready. */
const START_TIME = 60_000
/** ms for a task. */
const TIME = 60_000
/** MB of a thread's heap. */
const MEMORY = 1024
/** ms between two looks at what a task has used of the processor. */
const LOOK = 250
/** Idle ms before a thread ends to free its memory. */
const IDLE = 30_000

/** Queue of a task: saves of users, everything else, and conversions of visitors without an account. */
export type Lane = 'saves' | 'others' | 'visitors'

interface LaneLimits {
  /** Tasks of this lane, and of those below it, that are worked on at the same time. */
  readonly atOnce: number
  /** Tasks that may wait, with their inputs in memory. */
  readonly waiting: number
  /** Length from which a thread works on an input. */
  readonly large: number
  /** ms for a task. */
  readonly time: number
  /** ms of the processor for a task; unlimited if absent. */
  readonly processor?: number
}

/** Lanes, those that go first at the beginning. A thread is left for each lane above, whatever the others do. */
const LANES: Readonly<Record<Lane, LaneLimits>> = {
  saves: { atOnce: MOST_THREADS, waiting: 40, large: LARGE, time: TIME },
  others: { atOnce: 2, waiting: 40, large: LARGE, time: TIME },
  visitors: { atOnce: 1, waiting: 8, large: 2 * 1024, time: TIME, processor: 3000 },
}
const ORDER: readonly Lane[] = ['saves', 'others', 'visitors']

/** Seconds after which a client may try again. */
const RETRY_AFTER = '10'

/** A task was not done: its thread has ended, or there is none for it now. */
export class WorkerError extends HttpError {
  override name = 'WorkerError'
  /** It was begun: it will hardly end better another time. */
  readonly wasBegun: boolean

  constructor(key: string, { wasBegun, cause }: { wasBegun: boolean; cause?: unknown }) {
    super(503, key, { headers: { 'retry-after': RETRY_AFTER }, cause })
    this.wasBegun = wasBegun
  }
}

export interface WorkerPoolOptions {
  /** Length from which a thread works on an input; for tests. */
  large?: number
  /** ms for a task; for tests. */
  time?: number
  /** MB of a thread's heap; for tests. */
  memory?: number
  /** Tasks of a lane that may wait; for tests. */
  waiting?: number
  /** The module that calls `serveTasks`; for tests. */
  script?: string
}

interface TaskOptions {
  readonly lane?: Lane
  readonly ask?: Ask
  readonly transfer?: readonly ArrayBuffer[]
}

interface Job {
  readonly lane: Lane
  readonly task: string
  readonly input: unknown
  readonly transfer: readonly ArrayBuffer[]
  readonly ask: Ask
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
  /** Error of the first question that could not be answered. */
  failure?: unknown
}

interface Thread {
  readonly worker: Worker
  isReady: boolean
  job: Job | undefined
  clock: NodeJS.Timeout | undefined
}

/**
 * Threads for work that would hold up the event loop, and with it everybody. One that takes too long or too much
 * memory is ended, and only its task fails.
 */
export class WorkerPool {
  readonly #lanes: Readonly<Record<Lane, LaneLimits>>
  readonly #memory: number
  readonly #script: string
  readonly #waiting: Readonly<Record<Lane, Job[]>> = { saves: [], others: [], visitors: [] }
  readonly #threads = new Set<Thread>()
  #isClosed = false

  constructor({ large, time = TIME, memory = MEMORY, waiting, script }: WorkerPoolOptions = {}) {
    const limitsOf = (lane: Lane): LaneLimits => ({
      ...LANES[lane],
      ...(large !== undefined && { large }),
      ...(waiting !== undefined && { waiting }),
      time,
    })
    this.#lanes = { saves: limitsOf('saves'), others: limitsOf('others'), visitors: limitsOf('visitors') }
    this.#memory = memory
    this.#script = script ?? defaultScript()
  }

  /** Whether a thread works on an input of this length. */
  isLarge(length: number, lane: Lane = 'others'): boolean {
    return length >= this.#lanes[lane].large
  }

  /**
   * Does a task: a small one at once, a large one in a thread when it is its turn. Errors of the task are thrown, and
   * before them the error of the first question that it asked in vain.
   * @param length of the input, in UTF-16 units: by it the task is small or large
   * @param options.lane of those who wait for it
   * @param options.ask answers the task's questions
   * @param options.transfer memory of the input that a thread gets without a copy, unusable here from then on
   * @throws WorkerError when it takes too long or too much memory, or its thread ends otherwise; at once when too many
   *   of its lane wait
   */
  async run<Input, Result>(
    { name, run }: WorkerTask<Input, Result>,
    input: Input,
    length: number,
    { lane = 'others', ask = nothingToAsk, transfer = [] }: TaskOptions = {},
  ): Promise<Result> {
    if (!this.isLarge(length, lane)) return run(input, ask)
    if (this.#isClosed) throw stopped()
    if (this.#waiting[lane].length >= this.#lanes[lane].waiting)
      throw new WorkerError('Too much is being worked on. Try again in a moment.', { wasBegun: false })
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting[lane].push({ lane, task: name, input, transfer, ask, resolve, reject })
    this.#next()
    return promise
  }

  /** Ends the threads; what they work on fails, and what waits. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const lane of ORDER) for (const job of this.#waiting[lane].splice(0)) job.reject(stopped())
    await Promise.all([...this.#threads].map(thread => this.#end(thread, stopped())))
  }

  #next(): void {
    for (const lane of ORDER) {
      while (this.#waiting[lane].length > 0 && this.#mayBegin(lane)) {
        const thread = [...this.#threads].find(({ job }) => !job) ?? this.#start()
        this.#begin(thread, this.#waiting[lane].shift()!)
      }
    }
  }

  /** Whether fewer tasks are worked on than may be, in all and of this lane and those below it. */
  #mayBegin(lane: Lane): boolean {
    const busy = [...this.#threads].flatMap(({ job }) => (job ? [job.lane] : []))
    const below = busy.filter(other => ORDER.indexOf(other) >= ORDER.indexOf(lane))
    return busy.length < MOST_THREADS && below.length < this.#lanes[lane].atOnce
  }

  #begin(thread: Thread, job: Job): void {
    thread.job = job
    thread.worker.ref()
    if (thread.isReady) this.#limit(thread, job)
    else this.#limitTime(thread, START_TIME)
    this.#send(thread, { task: job.task, input: job.input }, job.transfer)
  }

  #limit(thread: Thread, job: Job): void {
    const { time, processor } = this.#lanes[job.lane]
    this.#limitTime(thread, time)
    // The thread has ended where its use cannot be read.
    if (processor !== undefined) this.#limitProcessor(thread, job, processor).catch(() => undefined)
  }

  #limitTime(thread: Thread, time: number): void {
    clearTimeout(thread.clock)
    thread.clock = setTimeout(() => void this.#end(thread, tooLong()), time)
  }

  /** Ends a thread whose task uses more of the processor; what it waits for does not count. */
  async #limitProcessor(thread: Thread, job: Job, most: number): Promise<void> {
    const before = await thread.worker.cpuUsage()
    for (;;) {
      await setTimeoutPromise(LOOK, undefined, { ref: false })
      if (thread.job !== job) return
      const { user, system } = await thread.worker.cpuUsage(before)
      if (thread.job === job && (user + system) / 1000 > most) return this.#end(thread, tooLong())
    }
  }

  #start(): Thread {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#memory } })
    const thread: Thread = { worker, isReady: false, job: undefined, clock: undefined }
    this.#threads.add(thread)
    worker.on('message', (message: FromThread) => this.#receive(thread, message))
    worker.on('error', error => void this.#end(thread, deathBy(error)))
    worker.on('exit', () => void this.#end(thread, deathBy(undefined)))
    return thread
  }

  #receive(thread: Thread, message: FromThread): void {
    const { job } = thread
    if (!job) return
    if ('ready' in message) {
      thread.isReady = true
      return this.#limit(thread, job)
    }
    if ('asked' in message) return void this.#answer(thread, job, message)
    clearTimeout(thread.clock)
    thread.job = undefined
    // Neither an idle thread nor its timer keeps the program alive.
    thread.worker.unref()
    thread.clock = setTimeout(() => void this.#end(thread, undefined), IDLE).unref()
    if ('result' in message) job.resolve(message.result as never)
    else job.reject(job.failure ?? message.error)
    this.#next()
  }

  async #answer(thread: Thread, job: Job, { question, asked }: { question: number; asked: unknown }): Promise<void> {
    let message: ToThread
    try {
      message = { question, answer: await job.ask(asked) }
    } catch (error) {
      job.failure ??= error
      message = { question, failure: messageOf(error) }
    }
    if (thread.job === job) this.#send(thread, message)
  }

  #send({ worker }: Thread, message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    worker.postMessage(message, transfer)
  }

  async #end(thread: Thread, why: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.clock)
    const { job } = thread
    thread.job = undefined
    job?.reject(why)
    this.#next()
    await thread.worker.terminate()
  }
}

const nothingToAsk: Ask = () => Promise.reject(new Error('Nobody answers this task'))

function stopped(): WorkerError {
  return new WorkerError('The server is being stopped', { wasBegun: false })
}

function tooLong(): WorkerError {
  return new WorkerError('This took too long and was given up', { wasBegun: true })
}

function deathBy(error: unknown): WorkerError {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return new WorkerError(isMemory ? 'This takes too much memory' : 'This could not be finished', {
    wasBegun: true,
    cause: error,
  })
}

function defaultScript(): string {
  const isBuilt = !import.meta.filename.endsWith('.ts')
  return join(packageRoot, isBuilt ? 'dist/worker.js' : 'src/worker.ts')
}
