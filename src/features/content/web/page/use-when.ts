import { useSyncExternalStore } from 'react'
import { locale } from '#platform/web/i18n.ts'
import { whenWords } from '../../reading.ts'

const MINUTE_MS = 60_000
let now = Date.now()

function subscribe(listener: () => void): () => void {
  const timer = window.setInterval(() => {
    now = Date.now()
    listener()
  }, MINUTE_MS)
  return () => window.clearInterval(timer)
}

/** Says when something was, in words that stay true while the page is open. */
export function useWhen(): (iso: string) => string {
  const at = useSyncExternalStore(subscribe, () => now)
  return iso => whenWords(iso, Math.max(at, Date.parse(iso)), locale())
}
