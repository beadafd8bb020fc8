/** Whether the last call reached the server. Shown as a banner; see `shell/ConnectionBanner.tsx`. */
import { shared } from './shared.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
const PROBE = '/status'

const offline = shared(false)
let timer: number | undefined
let wait = FIRST_RETRY_MS

/** A call got no answer: show it, and ask again with growing pauses until one comes. */
export function reportOffline(): void {
  if (offline.get()) return
  offline.set(true)
  wait = FIRST_RETRY_MS
  schedule()
}

/** A call was answered, whatever the answer. */
export function reportOnline(): void {
  if (!offline.get()) return
  window.clearTimeout(timer)
  offline.set(false)
}

/** Asks now instead of at the next turn. */
export async function probe(): Promise<void> {
  window.clearTimeout(timer)
  try {
    await fetch(PROBE, { cache: 'no-store', credentials: 'same-origin' })
    reportOnline()
  } catch {
    schedule() // Still no answer: the next turn asks again.
  }
}

/** Believes the browser when it says that there is no network, or that there is one again. Returns a function that ends it. */
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

/** True while the server cannot be reached. */
export function useOffline(): boolean {
  return offline.use()
}

function schedule(): void {
  window.clearTimeout(timer)
  timer = window.setTimeout(() => void probe(), wait)
  wait = Math.min(wait * 2, LAST_RETRY_MS)
}
