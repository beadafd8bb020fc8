import type { Tracker } from '#platform/web/tracking.ts'
import { type EVENTS, RECORDING_META } from '../shared.ts'

type StoredEvents = typeof EVENTS
declare module '#platform/web/tracking.ts' {
  interface TrackedEvents extends StoredEvents {}
}

let sender: Promise<typeof import('./sender.ts')> | undefined
let loaded: typeof import('./sender.ts') | undefined

/**
 * Records a user's action, unless use is not recorded or they asked not to be tracked. Costs nothing but memory until
 * the queue is flushed.
 */
export const record: Tracker = (name, properties) => {
  if (!isRecorded()) return
  const event = { name, properties, time: Date.now() }
  if (loaded) loaded.queue.push(event)
  else void loadSender().then(({ queue }) => queue.push(event), forget)
}

/** Loads the queue, for events that fire when the page is left. */
export function prepareTracking(): void {
  if (isRecorded()) loadSender().catch(forget)
}

async function loadSender(): Promise<typeof import('./sender.ts')> {
  sender ??= import('./sender.ts')
  loaded = await sender
  return loaded
}

/** Without the code, or without storage, nothing is recorded; the next event tries again. */
function forget(): void {
  sender = undefined
}

function isRecorded(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (doNotTrack === '1' || globalPrivacyControl === true) return false
  return document.querySelector(`meta[name="${RECORDING_META}"]`) !== null
}
