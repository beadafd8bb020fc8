import { CONVERSION, type ConversionStatus } from '../shared.ts'

/** ms until the first look at what is in progress, and by how much later each next one is. */
export const POLLING_PERIOD = 1000
export const POLLING_BACKOFF = 1.25
/** Looks until one gives up, after about four minutes. */
const MOST_LOOKS = 18

export interface ConversionPoll {
  /** Statuses of files by their ids. */
  ask: (ids: readonly string[]) => Promise<Readonly<Record<string, number>>>
  onStatus: (id: string, status: ConversionStatus) => void
  signal: AbortSignal
}

/**
 * Asks how far conversions are until each is done or has failed: at once, then after 1000 ms, and each time after 1.25
 * times as long as the time before.
 */
export async function pollConversions(
  ids: readonly string[],
  { ask, onStatus, signal }: ConversionPoll,
): Promise<void> {
  let left = [...ids]
  let period = POLLING_PERIOD
  for (let look = 0; left.length > 0 && look < MOST_LOOKS; look++) {
    if (look > 0) {
      await pause(period, signal)
      period *= POLLING_BACKOFF
    }
    if (signal.aborted) return
    const statuses = await ask(left)
    left = left.filter(id => {
      const status = statuses[id] as ConversionStatus | undefined
      if (status === undefined) return false
      onStatus(id, status)
      return status === CONVERSION.inProgress || status === CONVERSION.busy
    })
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
