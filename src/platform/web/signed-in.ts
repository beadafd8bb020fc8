/** Whether the session of the person whom this document was made for still holds. Shown as a banner; see `shell/ConnectionBanner.tsx`. */
import { useSyncExternalStore } from 'react'
import { getAccessMode } from '#platform/access-mode-contract.ts'
import { pageData } from './session.ts'

/** By this header each answer says who asked, as the old product's do. */
const READER = 'x-ausername'

let hasEnded = false
let wasAway = false
const listeners = new Set<() => void>()

/** Takes from an answer who asked. What comes from elsewhere, e.g. from a proxy, says nothing. */
export function noteReader(headers: Headers): void {
  const reader = headers.get(READER)
  const user = reader === null ? null : pageData().user
  if (!user) return
  const ended = reader !== encodeURIComponent(user.username)
  if (ended === hasEnded) return
  hasEnded = ended
  wasAway = true
  for (const listener of listeners) listener()
}

/** True from the first answer that was given to somebody else, until one is given to the same person again. */
export function sessionHasEnded(): boolean {
  return hasEnded
}

/** True when the person has signed in again since, so that what this document knows of its session is of no use. */
export function hadToSignIn(): boolean {
  return wasAway
}

export function useSessionHasEnded(): boolean {
  return useSyncExternalStore(onSessionChange, sessionHasEnded)
}

/** Calls back when the session has ended, and when the same person is signed in again. Returns a function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks, each time that somebody comes back to this tab, whether they have signed in elsewhere. Returns a function that stops it. */
export function watchForSignIn(): () => void {
  const look = async () => {
    if (!hasEnded || document.visibilityState !== 'visible') return
    const answer = await fetch(getAccessMode.path, { cache: 'no-store', credentials: 'same-origin' }).catch(() => undefined)
    // Without an answer the banner of the lost connection speaks.
    if (answer) noteReader(answer.headers)
  }
  const listener = () => void look()
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('focus', listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('focus', listener)
  }
}
