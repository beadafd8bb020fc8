import { useSyncExternalStore } from 'react'
import { friendlyTime } from '#platform/friendly-time.ts'
import { locale } from './i18n.ts'

const MINUTE_MS = 60_000
let now = Date.now()

function subscribe(listener: () => void): () => void {
  const timer = window.setInterval(() => {
    now = Date.now()
    listener()
  }, MINUTE_MS)
  return () => window.clearInterval(timer)
}

/** Epoch milliseconds, brought up to date each minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now, () => now)
}

/** Says when something was, in words that stay true while the screen is open. Takes ISO 8601. */
export function useWhen(): (iso: string) => string {
  const at = useNow()
  return iso => friendlyTime(Date.parse(iso), Math.max(at, Date.parse(iso)), locale())
}
