import { friendlyTime } from '#platform/friendly-time.ts'
import { locale } from './i18n.ts'
import { shared } from './shared.ts'

const MINUTE_MS = 60_000
const clock = shared(Date.now())

/** Keeps {@link useNow} up to date from now on, for the whole document. */
export function startClock(): void {
  window.setInterval(() => clock.set(Date.now()), MINUTE_MS)
}

/** Epoch milliseconds, brought up to date each minute. */
export const useNow: () => number = clock.use

/** Says when something was, in words that stay true while the screen is open. Takes ISO 8601. */
export function useWhen(): (iso: string) => string {
  const at = useNow()
  return iso => friendlyTime(Date.parse(iso), at, locale())
}
