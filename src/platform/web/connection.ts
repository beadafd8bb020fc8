/** Reachability of the server. See `shell/ConnectionBanner.tsx`. */
import { shared } from './shared.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
const PROBE = '/status'

const offline = shared(false)
let timer: number | undefined
let wait = FIRST_RETRY_MS

/** Reports an unanswered call; starts probing with backoff. */
export function reportOffline(): void {
  if (offline.get()) return
  offline.set(true)
  wait = FIRST_RETRY_MS
  schedule()
}

/** Reports an answered call. */
export function reportOnline(): void {
  if (!offline.get()) return
  window.clearTimeout(timer)
  offline.set(false)
}

export async function probe(): Promise<void> {
  window.clearTimeout(timer)
  try {
    await fetch(PROBE, { cache: 'no-store', credentials: 'same-origin' })
    reportOnline()
  } catch {
    schedule() // Retries later.
  }
}

/** Follows the browser's online and offline events. Returns a cleanup function. */
export function watchNetwork(): () => void {
  const back = () => {
    if (offline.get()) void probe()
  }
  window.addEventListener('offline', reportOffline)
  window.addEventListener('online', back)
  return () => {
    window.removeEventListener('offline', reportOffline)
    window.removeEventListener('online', back)
  }
}

export function useOffline(): boolean {
  return offline.use()
}

function schedule(): void {
  window.clearTimeout(timer)
  timer = window.setTimeout(() => void probe(), wait)
  wait = Math.min(wait * 2, LAST_RETRY_MS)
}
