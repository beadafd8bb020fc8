/**
 * Names of events with the names of their properties. Extended by the feature that stores events (declaration merging).
 */
export interface TrackedEvents {}
export type TrackedEvent = keyof TrackedEvents

/** Receives tracked events. */
export type Tracker = (name: TrackedEvent, properties?: Readonly<Record<string, unknown>>) => void

let tracker: Tracker | undefined

/** Sets the receiver of tracked events. There is one; without it, events are dropped. */
export function registerTracker(added: Tracker): void {
  tracker = added
}

/**
 * Reports a user's action to the tracker, which decides whether it is recorded.
 * @param properties texts, numbers and booleans
 */
export const track: Tracker = (name, properties) => tracker?.(name, properties)
