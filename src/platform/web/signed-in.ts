/** Whether the session of the person whom this document was made for still holds. Shown as a banner; see `shell/ConnectionBanner.tsx`. */
import { getAccessMode } from '#platform/access-mode-contract.ts'
import { pageData } from './session.ts'
import { shared } from './shared.ts'

/** By this header each answer says who asked, as the old product's do. */
const READER = 'x-ausername'

const ended = shared(false)
let wasAway = false

/** Takes from an answer who asked. What comes from elsewhere, e.g. from a proxy, says nothing. */
export function noteReader(headers: Headers): void {
  const reader = headers.get(READER)
  const user = reader === null ? null : pageData().user
  if (!user) return
  const isOther = reader !== encodeURIComponent(user.username)
  wasAway ||= isOther
  ended.set(isOther)
}

/** True from the first answer that was given to somebody else, until one is given to the same person again. */
export function sessionHasEnded(): boolean {
  return ended.get()
}

/** True when the person has signed in again since, so that what this document knows of its session is of no use. */
export function hadToSignIn(): boolean {
  return wasAway
}

export function useSessionHasEnded(): boolean {
  return ended.use()
}

/** Calls back when the session has ended, and when the same person is signed in again. Returns a function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  return ended.subscribe(listener)
}

/** Asks, each time that somebody comes back to this tab, whether they have signed in elsewhere. Returns a function that stops it. */
export function watchForSignIn(): () => void {
  const look = async () => {
    if (!ended.get() || document.visibilityState !== 'visible') return
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
