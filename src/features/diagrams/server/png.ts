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
  /** ms per picture. */
  time: 30_000,
  /** Maximum of pixels. */
  pixels: 40_000_000,
  /** Maximum length of an SVG. */
  svg: 64 * 1024 * 1024,
  /** Queue length. */
  waiting: 200,
} as const

/** Drawing failed: too large, too slow, or too many requests. */
export class PngError extends Error {
  override name = 'PngError'
}

interface Job {
  request: PngRequest
  timeLimit: number
  resolve(png: Buffer): void
  reject(error: Error): void
}

/** Idle ms before the process ends to free its memory. */
const IDLE = 60_000
const queue: Job[] = []
let worker: ChildProcess | null = null
let current: Job | null = null
let clock: NodeJS.Timeout | undefined
let lastId = 0

/**
 * Draws an SVG of {@link renderDiagram} as PNG with the bundled fonts, and the machine's for other scripts. In a
 * process of its own, one at a time: it can be killed on timeout, unlike a thread in native code, and crashes are
 * isolated.
 * @throws PngError on timeout, for an invalid SVG, or with a full queue
 */
export async function renderPng(
  svg: string,
  { scale = 1, timeLimit = PNG_LIMITS.time }: PngOptions = {},
): Promise<Buffer> {
  if (svg.length > PNG_LIMITS.svg)
    throw new PngError(`The picture has ${svg.length} characters; at most ${PNG_LIMITS.svg} are drawn.`)
  if (queue.length >= PNG_LIMITS.waiting)
    throw new PngError('Too many pictures are being drawn. Try again in a moment.')
  const safe = await withinLimits(svg)
  const factor = Math.min(2, Math.max(0.01, scale))
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  queue.push({
    request: { id: ++lastId, svg: safe, scale: factor, pixels: PNG_LIMITS.pixels },
    timeLimit,
    resolve,
    reject,
  })
  next()
  return promise
}

export function stopPngProcess(): void {
  clearTimeout(clock)
  const stopped = worker
  worker = null
  stopped?.kill('SIGKILL')
}

function next(): void {
  if (current) return
  clearTimeout(clock)
  current = queue.shift() ?? null
  if (!current) {
    // Neither an idle process nor its timer keeps the program alive.
    worker?.unref()
    worker?.channel?.unref()
    clock = setTimeout(stopPngProcess, IDLE).unref()
    return
  }
  const { timeLimit, request } = current
  worker ??= start()
  worker.ref()
  worker.channel?.ref()
  clock = setTimeout(() => {
    stopPngProcess()
    settle(job => job.reject(new PngError(`The picture was not drawn within ${timeLimit / 1000} s.`)))
  }, timeLimit)
  worker.send(request, error => {
    if (error && current?.request.id === request.id) fail(error.message)
  })
}

function start(): ChildProcess {
  const isBuilt = !import.meta.filename.endsWith('.ts')
  const script = isBuilt ? join(packageRoot, 'dist/diagram-png.js') : join(import.meta.dirname, 'png-process.ts')
  const started = fork(script, {
    serialization: 'advanced',
    execArgv: [],
    env: bareEnvironment(),
    stdio: 'ignore',
  })
  started.on('message', (answer: PngAnswer) => {
    if (answer.id !== current?.request.id) return
    settle(job =>
      'png' in answer
        ? job.resolve(bufferOf(answer.png))
        : job.reject(new PngError(`The picture cannot be drawn: ${answer.error}`)),
    )
  })
  const ended = (why: string) => {
    if (worker !== started) return
    worker = null
    fail(why)
  }
  started.on('error', error => ended(error.message))
  started.on('exit', (code, signal) => ended(`the process ended with ${signal ?? code}`))
  return started
}

/** The same memory. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function fail(why: string): void {
  if (current) settle(job => job.reject(new PngError(`The picture cannot be drawn: ${why}`)))
}

/** Completes the current job and starts the next. */
function settle(answer: (job: Job) => void): void {
  const job = current
  current = null
  if (job) answer(job)
  next()
}
