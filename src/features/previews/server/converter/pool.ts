import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bareEnvironment } from '#platform/server/bare-environment.ts'
import { packageRoot } from '#platform/server/package.ts'
import { LIMITS, type ConvertAnswer, type ConvertRequest, type ConvertResult, type ConvertTask } from './protocol.ts'

/** Processes that convert at the same time. */
const AT_ONCE = 2
/** Those of them that may do a task at the same time: the words of files never take both. */
const MOST: Readonly<Record<ConvertTask, number>> = { preview: AT_ONCE, text: 1 }
/** Idle ms before a process ends to free its memory. */
const IDLE = 60_000
/** ms between looks at what a process that works takes of memory and processor. */
const LOOK_EVERY = 200

/** A file cannot be converted; the message is an English key of i18n. */
export class ConvertError extends Error {
  override name = 'ConvertError'
}

/** Too many files wait. */
export class ConverterBusy extends Error {
  override name = 'ConverterBusy'
}

export interface ConvertOrder extends Omit<ConvertRequest, 'id' | 'bytes'> {
  /** Reads the file. Called when it is its turn, so that files that wait take no memory. */
  read(): Promise<Uint8Array>
}

export interface ConverterOptions {
  /** ms for a file; for tests. */
  time?: number
  /** ms of the processor for the words of a file; for tests. */
  processor?: number
  /** Files that may wait for each task; for tests. */
  waiting?: number
}

interface Job {
  id: number
  order: ConvertOrder
  resolve(result: ConvertResult): void
  reject(error: Error): void
}

interface Worker {
  process: ChildProcess | undefined
  job: Job | undefined
  clock: NodeJS.Timeout | undefined
  look: NodeJS.Timeout | undefined
}

/**
 * Converts files in separate processes, which are killed when they take too long or too much memory: unlike a thread, a
 * process can be ended at any time, and its crash affects no other.
 */
export class Converter {
  readonly #time: number
  readonly #processor: number
  readonly #mostWaiting: number
  readonly #queues: Readonly<Record<ConvertTask, Job[]>> = { preview: [], text: [] }
  readonly #workers: Worker[] = Array.from({ length: AT_ONCE }, () => ({
    process: undefined,
    job: undefined,
    clock: undefined,
    look: undefined,
  }))
  #lastId = 0

  constructor({ time = LIMITS.time, processor = LIMITS.processor, waiting = LIMITS.waiting }: ConverterOptions = {}) {
    this.#time = time
    this.#processor = processor
    this.#mostWaiting = waiting
  }

  /**
   * Converts a file when it is its turn. Errors of `read` are passed on.
   * @throws ConvertError when it cannot be read, takes too long or too much memory
   * @throws ConverterBusy at once when too many wait
   */
  async convert(order: ConvertOrder): Promise<ConvertResult> {
    const queue = this.#queues[order.task]
    if (queue.length >= this.#mostWaiting) throw new ConverterBusy('Too many files are being converted')
    const { promise, resolve, reject } = Promise.withResolvers<ConvertResult>()
    queue.push({ id: ++this.#lastId, order, resolve, reject })
    for (const worker of this.#workers) this.#next(worker)
    return promise
  }

  /** Ids of the processes that run. */
  get processes(): number[] {
    return this.#workers.flatMap(({ process: { pid } = {} }) => (pid === undefined ? [] : [pid]))
  }

  /** Ends the processes; what they work on fails. */
  stop(): void {
    for (const worker of this.#workers) this.#end(worker)
  }

  #next(worker: Worker): void {
    if (worker.job) return
    clearTimeout(worker.clock)
    clearInterval(worker.look)
    const job = this.#take()
    if (!job) {
      // Neither an idle process nor its timer keeps the program alive.
      worker.process?.unref()
      worker.process?.channel?.unref()
      worker.clock = setTimeout(() => this.#end(worker), IDLE).unref()
      return
    }
    worker.job = job
    const started = (worker.process ??= this.#start(worker))
    started.ref()
    started.channel?.ref()
    worker.clock = setTimeout(() => this.#kill(worker, 'This file takes too long to be shown'), this.#time)
    void this.#watch(worker, job)
    void this.#send(worker, job, started)
  }

  /** The next file: of the task that fewer processes do, so that neither waits for the other. */
  #take(): Job | undefined {
    const busy = (task: ConvertTask) => this.#workers.filter(({ job }) => job?.order.task === task).length
    const tasks: readonly ConvertTask[] = busy('text') < busy('preview') ? ['text', 'preview'] : ['preview', 'text']
    const task = tasks.find(one => this.#queues[one].length > 0 && busy(one) < MOST[one])
    return task && this.#queues[task].shift()
  }

  async #send(worker: Worker, { id, order: { read, ...order }, reject }: Job, to: ChildProcess): Promise<void> {
    const isCurrent = () => worker.job?.id === id
    try {
      const bytes = await read()
      if (!isCurrent()) return
      to.send({ ...order, id, bytes } satisfies ConvertRequest, error => {
        if (error && isCurrent()) this.#kill(worker, 'This file cannot be shown')
      })
    } catch (error) {
      if (!isCurrent()) return
      worker.job = undefined
      reject(error instanceof Error ? error : new Error(String(error)))
      this.#next(worker)
    }
  }

  #start(worker: Worker): ChildProcess {
    const isBuilt = !import.meta.filename.endsWith('.ts')
    const script = isBuilt ? join(packageRoot, 'dist/convert.js') : join(import.meta.dirname, 'process.ts')
    const started = fork(script, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${LIMITS.memory / 2}`],
      env: bareEnvironment(),
      stdio: 'ignore',
    })
    started.on('message', (answer: ConvertAnswer) => {
      const { job } = worker
      if (worker.process !== started || answer.id !== job?.id) return
      worker.job = undefined
      if ('result' in answer) job.resolve(answer.result)
      else
        job.reject(
          new ConvertError(answer.isRefusal ? answer.error : 'This file cannot be shown', { cause: answer.error }),
        )
      this.#next(worker)
    })
    const ended = () => {
      if (worker.process !== started) return
      worker.process = undefined
      this.#kill(worker, 'This file cannot be shown')
    }
    started.on('error', ended)
    started.on('exit', ended)
    return started
  }

  async #watch(worker: Worker, job: Job): Promise<void> {
    const before = await processorOf(worker.process?.pid)
    if (worker.job !== job) return
    worker.look = setInterval(() => {
      void this.#weigh(worker, job)
      if (job.order.task === 'text') void this.#limitProcessor(worker, job, before)
    }, LOOK_EVERY).unref()
  }

  async #limitProcessor(worker: Worker, job: Job, before: number): Promise<void> {
    const used = (await processorOf(worker.process?.pid)) - before
    if (used > this.#processor && worker.job === job) this.#kill(worker, 'This file takes too long to be shown')
  }

  /** Native memory and buffers have no separate limit. */
  async #weigh(worker: Worker, job: Job): Promise<void> {
    const pid = worker.process?.pid
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const kilobytes = Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0)
    if (kilobytes > LIMITS.memory * 1024 && worker.job === job)
      this.#kill(worker, 'This file takes too much memory to be shown')
  }

  #kill(worker: Worker, why: string): void {
    const { job } = worker
    worker.job = undefined
    this.#end(worker)
    job?.reject(new ConvertError(why))
    if (job) this.#next(worker)
  }

  #end(worker: Worker): void {
    clearTimeout(worker.clock)
    clearInterval(worker.look)
    const { process: ended, job } = worker
    worker.process = undefined
    worker.job = undefined
    ended?.kill('SIGKILL')
    job?.reject(new ConvertError('This file cannot be shown'))
  }
}

/** ms of the processor that a process has used; 0 where the system does not tell it. */
async function processorOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // Behind the name in brackets, which may hold anything: fields 14 and 15 of proc(5), in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}
