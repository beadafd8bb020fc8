/** What a PostgreSQL snapshot sees, as `pg_current_snapshot()` prints it: `xmin:xmax:xip,xip,…`. */
export interface Snapshot {
  /** Transactions from this one on had not ended. */
  readonly end: number
  /** Those before `end` that had not ended either. */
  readonly running: ReadonlySet<number>
}

/** @throws Error when the text is no snapshot */
export function parseSnapshot(text: string): Snapshot {
  const [, end, running] = /^\d+:(\d+):([\d,]*)$/.exec(text) ?? []
  if (end === undefined || running === undefined) throw new Error(`PostgreSQL answered a snapshot that cannot be read: ${text.slice(0, 100)}`)
  return { end: Number(end), running: new Set(running === '' ? [] : running.split(',').map(Number)) }
}

/** More are not looked at one by one. */
const MOST_ENDED = 1000

/**
 * Transactions that had ended by the later snapshot and not by the earlier one: all that can make a difference between
 * what the two see. Undefined when they are too many to name, or when the later one is no later.
 */
export function endedBetween(earlier: Snapshot, later: Snapshot): number[] | undefined {
  if (later.end < earlier.end || later.end - earlier.end > MOST_ENDED) return undefined
  const ended = [...earlier.running]
  for (let id = earlier.end; id < later.end; id++) ended.push(id)
  return ended.filter(id => !later.running.has(id))
}
