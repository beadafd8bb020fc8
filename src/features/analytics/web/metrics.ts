export const NAVIGATION_METRICS = 'browser.metrics.navigation'
const SAMPLED = 0.1
const MAX_MS = 12_000
const BUCKET_MS = 100

/** Whether this page is one of the ten percent that are measured. @param random from 0 to 1 */
export function isSampled(random: number): boolean {
  return random < SAMPLED
}

/** A time as it is reported: the beginning of its bucket of 100 ms, or `x` where it is too long to mean anything. */
export function metricValue(milliseconds: number): string {
  return milliseconds > MAX_MS ? 'x' : String(Math.floor(milliseconds / BUCKET_MS) * BUCKET_MS)
}
