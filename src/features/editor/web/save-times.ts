/** Timing of autosave, without a clock: all times are milliseconds of the same monotonic clock. */

/** Pause in typing after which the server gets the text. */
const REST_MS = 2000
/** Longest time that a change waits for the server while typing goes on; leaves a second for the request. */
const SERVER_MS = 4000
/** Longest time that a change waits for the device; leaves the rest of a second for reading a long text. */
const DEVICE_MS = 800
const RETRY_MS = [5_000, 15_000, 30_000, 60_000] as const

/** Unsaved changes and since when they wait. Absent fields: nothing is waiting there. */
export interface Unsaved {
  /** Time of the first change that is not on the device. */
  readonly device?: number
  /** Times of the first and the last change since the server was last sent the text. */
  readonly server?: { readonly first: number; readonly last: number }
  /** Time of the next attempt after a failure. */
  readonly retry?: number
}

/** Times at which to save next; undefined for nothing to save. */
export interface SaveTimes {
  readonly device: number | undefined
  readonly server: number | undefined
}

/** Adds a change of the text. */
export function changedAt(unsaved: Unsaved, now: number): Unsaved {
  return {
    ...unsaved,
    device: unsaved.device ?? now,
    server: { first: unsaved.server?.first ?? now, last: now },
  }
}

/** Removes what the device has. */
export function storedOnDevice({ device: _, ...unsaved }: Unsaved): Unsaved {
  return unsaved
}

/** Removes what is sent to the server: later changes begin their own wait. */
export function sentToServer({ server: _, retry: __, ...unsaved }: Unsaved): Unsaved {
  return unsaved
}

/** Adds the next attempt after a failure that may pass. @param failures number of failures before this one */
export function failedAt(unsaved: Unsaved, now: number, failures: number): Unsaved {
  const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? SERVER_MS
  return { ...unsaved, retry: now + wait }
}

/** Times of the next saves. Typing never postpones them beyond the limits above. */
export function saveTimes({ device, server, retry }: Unsaved): SaveTimes {
  const typed = server && Math.min(server.last + REST_MS, server.first + SERVER_MS)
  return {
    device: device === undefined ? undefined : device + DEVICE_MS,
    server: typed === undefined || retry === undefined ? (typed ?? retry) : Math.min(typed, retry),
  }
}
