import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { bareEnvironment } from '#platform/server/bare-environment.ts'
import { packageRoot } from '#platform/server/package.ts'
import { withinLimits } from './png-pictures.ts'

export interface PngOptions {
  /** 1 or 2, default 1; less beyond {@link PNG_LIMITS}. */
  scale?: number
  /** Timeout, ms; for tests. */
  timeLimit?: number
  /** Account or other source of requests. The sources take turns; one process at most draws for each. */
  source?: string
}

/** Request to the PNG process. */
export interface PngRequest {
  id: number
  svg: string
  scale: number
  /** Maximum of pixels. */
  pixels: number
}

export type PngAnswer = { id: number; png: Uint8Array } | { id: number; error: string }

export const PNG_LIMITS = {
  /** Processes that draw at the same time. */
  processes: 2,
  /** ms per picture. */
  time: 30_000,
  /** Maximum of pixels. */
  pixels: 40_000_000,
  /** Maximum length of an SVG. */
  svg: 64 * 1024 * 1024,
  /** Queue length. */
  waiting: 200,
  /** Queue length of one source. */
  waitingOfOne: 50,
} as const

/** Drawing failed: too large, too slow, or too many requests. */
export class PngError extends Error {
  override name = 'PngError'
  /** Whether the picture itself is the reason, so that it will hardly be drawn another time. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.isFinal = isFinal
  }
}

interface Job {
  source: string
  request: PngRequest
  timeLimit: number
  resolve(png: Buffer): void
  reject(error: Error): void
}

interface Worker {
  process: ChildProcess | undefined
  job: Job | undefined
  clock: NodeJS.Timeout | undefined
}

/** Idle ms before a process ends to free its memory. */
const IDLE = 60_000
/** Sources whose last turn is remembered. */
const MOST_SOURCES = 1000

const queue: Job[] = []
const workers: readonly Worker[] = Array.from({ length: PNG_LIMITS.processes }, () => ({
  process: undefined,
  job: undefined,
  clock: undefined,
}))
/** Sources in the order of their last turns. */
const turns = new Set<string>()
let lastId = 0

/**
 * Draws an SVG of {@link renderDiagram} as PNG with the bundled fonts, and the machine's for other scripts. In separate
 * processes: they can be killed on timeout, unlike a thread in native code, and crashes are isolated. A source whose
 * pictures take long keeps one process busy at most, and the others take turns with it.
 * @throws PngError on timeout, for an invalid SVG, or with a full queue
 */
export async function renderPng(
  svg: string,
  { scale = 1, timeLimit = PNG_LIMITS.time, source = '' }: PngOptions = {},
): Promise<Buffer> {
  if (svg.length > PNG_LIMITS.svg)
    throw new PngError(`The picture has ${svg.length} characters; at most ${PNG_LIMITS.svg} are drawn.`, {
      isFinal: true,
    })
  const safe = await withinLimits(svg)
  const own = queue.filter(job => job.source === source)
  if (queue.length >= PNG_LIMITS.waiting || own.length >= PNG_LIMITS.waitingOfOne)
    throw new PngError('Too many pictures are being drawn. Try again in a moment.', { isFinal: false })
  const factor = Math.min(2, Math.max(0.01, scale))
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  queue.push({
    source,
    request: { id: ++lastId, svg: safe, scale: factor, pixels: PNG_LIMITS.pixels },
    timeLimit,
    resolve,
    reject,
  })
  for (const worker of workers) next(worker)
  return promise
}

/** Ends the processes; what they draw fails, and what waits. */
export function stopPngProcesses(): void {
  const stopped = new PngError('The picture was not drawn: the wiki is being stopped.', { isFinal: false })
  for (const { reject } of queue.splice(0)) reject(stopped)
  for (const worker of workers) {
    end(worker)
    settle(worker, ({ reject }) => reject(stopped))
  }
}

/** The processes that run, and whether they draw; for tests. */
export function pngProcesses(): { pid: number; isBusy: boolean }[] {
  return workers.flatMap(({ process: { pid } = {}, job }) =>
    pid === undefined ? [] : [{ pid, isBusy: job !== undefined }],
  )
}

function next(worker: Worker): void {
  if (worker.job) return
  clearTimeout(worker.clock)
  const job = take()
  if (!job) {
    // Neither an idle process nor its timer keeps the program alive.
    worker.process?.unref()
    worker.process?.channel?.unref()
    worker.clock = setTimeout(() => end(worker), IDLE).unref()
    return
  }
  worker.job = job
  const { timeLimit, request } = job
  const started = (worker.process ??= start(worker))
  started.ref()
  started.channel?.ref()
  worker.clock = setTimeout(() => {
    end(worker)
    const late = new PngError(`The picture was not drawn within ${timeLimit / 1000} s.`, { isFinal: true })
    settle(worker, ({ reject }) => reject(late))
  }, timeLimit)
  started.send(request, error => {
    if (error && worker.job === job) settle(worker, ({ reject }) => reject(failure(error.message)))
  })
}

/** The next picture: of the source whose last turn is the longest ago, and of which none is being drawn. */
function take(): Job | undefined {
  const busy = new Set(workers.map(({ job }) => job?.source))
  const order = [...turns]
  let first: Job | undefined
  for (const job of queue) {
    if (busy.has(job.source)) continue
    if (!first || order.indexOf(job.source) < order.indexOf(first.source)) first = job
  }
  if (!first) return undefined
  queue.splice(queue.indexOf(first), 1)
  turns.delete(first.source)
  turns.add(first.source)
  for (const forgotten of [...turns].slice(0, -MOST_SOURCES)) turns.delete(forgotten)
  return first
}

function start(worker: Worker): ChildProcess {
  const isBuilt = !import.meta.filename.endsWith('.ts')
  const script = isBuilt ? join(packageRoot, 'dist/diagram-png.js') : join(import.meta.dirname, 'png-process.ts')
  const started = fork(script, {
    serialization: 'advanced',
    execArgv: [],
    env: bareEnvironment(),
    stdio: 'ignore',
  })
  started.on('message', (answer: PngAnswer) => {
    if (worker.process !== started || answer.id !== worker.job?.request.id) return
    settle(worker, job => ('png' in answer ? job.resolve(bufferOf(answer.png)) : job.reject(failure(answer.error))))
  })
  const ended = (why: string) => {
    if (worker.process !== started) return
    worker.process = undefined
    settle(worker, job => job.reject(failure(why)))
  }
  started.on('error', error => ended(error.message))
  started.on('exit', (code, signal) => ended(`the process ended with ${signal ?? code}`))
  return started
}

/** The same memory. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function failure(why: string): PngError {
  return new PngError(`The picture cannot be drawn: ${why}`, { isFinal: true })
}

function end(worker: Worker): void {
  clearTimeout(worker.clock)
  const stopped = worker.process
  worker.process = undefined
  stopped?.kill('SIGKILL')
}

/** Completes the job of a process and starts the next. */
function settle(worker: Worker, answer: (job: Job) => void): void {
  const { job } = worker
  if (!job) return
  worker.job = undefined
  answer(job)
  next(worker)
}
