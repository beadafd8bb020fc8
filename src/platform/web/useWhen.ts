import { friendlyTime } from '#platform/friendly-time.ts'
import { locale } from './i18n.ts'
import { shared } from './shared.ts'

const MINUTE_MS = 60_000
const clock = shared(Date.now())

/** Starts updating {@link useNow}. */
export function startClock(): void {
  window.setInterval(() => clock.set(Date.now()), MINUTE_MS)
}

/** Epoch milliseconds, updated each minute. */
export const useNow: () => number = clock.use

/** Hook that returns a live relative-time formatter for ISO 8601. */
export function useWhen(): (iso: string) => string {
  const at = useNow()
  return iso => friendlyTime(Date.parse(iso), at, locale())
}
