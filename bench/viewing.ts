import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Wiki } from './generate.ts'
import type { ServerProcess } from './server.ts'

/** How long page views wait while something else is done. */
export interface Waits {
  views: number
  /** Milliseconds, as the others. */
  p50: number
  p99: number
  most: number
}

/** Pages to view. */
export interface Viewing {
  addresses: readonly string[]
  /** The users who view them, in turn. */
  authorizations: readonly string[]
  /** Milliseconds between two views. */
  everyMs: number
}

/** Milliseconds between two page views: many readers, and a server that is not at its limit. */
const VIEW_EVERY_MS = 10

/**
 * Views pages one after the other at a steady pace, whether or not those before were answered; in a thread, so that
 * what else the bench does, such as making a text of 5 MB, is no part of how long a view takes.
 *
 * @param authorization of the user who views them, or of users who do in turn
 */
export function viewing(
  addresses: readonly string[],
  authorization: string | readonly string[],
  everyMs: number = VIEW_EVERY_MS,
): { stop: () => Promise<Waits> } {
  const workerData: Viewing = { addresses, authorizations: [authorization].flat(), everyMs }
  const thread = new Worker(new URL('./view-pages.ts', import.meta.url), { workerData })
  // Rejects when a view fails.
  const answer = once(thread, 'message')
  return {
    async stop() {
      thread.postMessage('stop')
      const [times] = (await answer) as [number[]]
      await thread.terminate()
      return waitsOf(times)
    },
  }
}

/** Paths of pages that every one of the users may see, so many at most. */
export async function pagesForAll(
  { pages }: Pick<Wiki, 'pages'>,
  { url }: Pick<ServerProcess, 'url'>,
  authorizations: readonly string[],
  most: number,
): Promise<string[]> {
  const paths: string[] = []
  for (const { path } of pages) {
    const answers = await Promise.all(
      authorizations.map(authorization => fetch(url + path, { headers: { authorization } })),
    )
    await Promise.all(answers.map(answer => answer.arrayBuffer()))
    if (answers.every(answer => answer.ok) && paths.push(path) === most) break
  }
  return paths
}

/** @param times milliseconds of each */
export function waitsOf(times: readonly number[]): Waits {
  const waits = times.toSorted((a, b) => a - b)
  const quantile = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  return { views: waits.length, p50: quantile(0.5), p99: quantile(0.99), most: waits.at(-1) ?? 0 }
}

export function said({ views, p50, p99, most }: Waits): string {
  return `p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  most ${most.toFixed(1)} ms  (${views})`
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
