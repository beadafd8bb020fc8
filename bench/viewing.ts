/** How long page views wait while something else is done. */
export interface Waits {
  views: number
  /** Milliseconds, as the others. */
  p50: number
  p99: number
  most: number
}

/** Milliseconds between two page views: many readers, and a server that is not at its limit. */
const VIEW_EVERY_MS = 10
const POLL_MS = 250

/** Views pages one after the other at a steady pace, whether or not those before were answered. */
export function viewing(
  addresses: readonly string[],
  authorization: string,
  everyMs: number = VIEW_EVERY_MS,
): { stop: () => Promise<Waits> } {
  const pending: Promise<number>[] = []
  let next = 0
  const timer = setInterval(
    () => pending.push(view(addresses[next++ % addresses.length] ?? '', authorization)),
    everyMs,
  )
  return {
    async stop() {
      // At least each page once.
      while (pending.length < addresses.length) await pause(POLL_MS)
      clearInterval(timer)
      return waitsOf(await Promise.all(pending))
    },
  }
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

async function view(address: string, authorization: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(address, { headers: { authorization } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return performance.now() - began
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
