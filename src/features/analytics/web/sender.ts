/** The queue of this tab. Loaded with the first event. */
import { call } from '#platform/web/api.ts'
import { randomId } from '#platform/web/random-id.ts'
import { publishEvents } from '../contract.ts'
import { EventQueue } from './event-queue.ts'

const TIMEOUT_MS = 20_000

export const queue = new EventQueue({
  store: window.localStorage,
  owner: randomId(),
  publish: async events => {
    await call(publishEvents, { body: events }, { signal: AbortSignal.timeout(TIMEOUT_MS), signInOn401: false })
  },
  warn: message => console.warn(message),
})

window.addEventListener('pagehide', () => {
  const events = queue.leave()
  if (events.length > 0)
    navigator.sendBeacon(publishEvents.path, new Blob([JSON.stringify(events)], { type: 'application/json' }))
})
