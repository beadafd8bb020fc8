/** The layout engine (ELK, compiled to JavaScript): a worker in the browser, in process elsewhere; loaded lazily. */
import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js'

const ALGORITHMS = ['layered', 'mrtree', 'stress', 'sporeOverlap']
/** Timeout, ms. */
const LONGEST = 30_000

/** The layout failed: timeout, or refused by the engine. */
export class LayoutError extends Error {
  override name = 'LayoutError'
  /** English key of i18n for the message, and its values. */
  readonly text: string
  readonly values: Readonly<Record<string, string | number>>

  constructor(text: string, values: Readonly<Record<string, string | number>> = {}, options?: ErrorOptions) {
    super(
      text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])),
      options,
    )
    this.text = text
    this.values = values
  }
}

let engine: Promise<ELK> | undefined

/**
 * Positions the nodes of a graph and routes its edges.
 * @throws LayoutError; or the signal's reason
 */
export async function runElk(graph: ElkNode, signal?: AbortSignal): Promise<ElkNode> {
  signal?.throwIfAborted()
  const mine = (engine ??= start())
  const elk = await mine.catch((error: unknown) => {
    engine = undefined
    throw new LayoutError('The layout engine did not start.', {}, { cause: error })
  })
  signal?.throwIfAborted()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    // A worker cannot be interrupted: it is terminated, and the next layout starts another.
    if (engine === mine) engine = undefined
    endWorker(elk)
    reject(reason)
  }
  const onAbort = () => stop(signal?.reason)
  const timer = setTimeout(
    () => stop(new LayoutError('The layout takes too long. Arrange fewer objects at a time.')),
    LONGEST,
  )
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([elk.layout(graph), stopped])
  } catch (error) {
    if (error instanceof LayoutError || signal?.aborted) throw error
    throw new LayoutError('The layout failed.', {}, { cause: error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

async function start(): Promise<ELK> {
  const { default: module } = await import('elkjs/lib/elk-api.js')
  // Bundlers export the class itself, Node the module's exports.
  const Elk = 'default' in module ? module.default : module
  const workerFactory =
    typeof Worker === 'function'
      ? () => new Worker(new URL('./elk.worker.ts', import.meta.url), { type: 'module' })
      : await inProcess()
  return new Elk({ workerFactory, algorithms: ALGORITHMS })
}

/** Excluded from the browser's bundle, which has workers: the engine is a megabyte. */
async function inProcess(): Promise<() => Worker> {
  const { createEngine } = await import(/* @vite-ignore */ './elk-in-process.ts')
  return createEngine
}

/** The in-process engine has nothing to terminate. */
function endWorker(elk: ELK): void {
  if (typeof Worker === 'function') elk.terminateWorker()
}
