/** Whether the document's session is still valid. See `shell/ConnectionBanner.tsx`. */
import { getAccessMode } from '#platform/access-mode-contract.ts'
import { pageData } from './session.ts'
import { shared } from './shared.ts'

/** Header with the user of each answer, as in the old product. */
const READER = 'x-ausername'

const ended = shared(false)
let wasAway = false

/** Notes the user of an answer. Foreign answers (proxies) have none. */
export function noteReader(headers: Headers): void {
  const reader = headers.get(READER)
  const user = reader === null ? null : pageData().user
  if (!user) return
  const isOther = reader !== encodeURIComponent(user.username)
  wasAway ||= isOther
  ended.set(isOther)
}

/** True from the first answer for another user until one for the same user. */
export function sessionHasEnded(): boolean {
  return ended.get()
}

/** Whether the user signed in again, so that session data of the document is stale. */
export function hadToSignIn(): boolean {
  return wasAway
}

export function useSessionHasEnded(): boolean {
  return ended.use()
}

/** Adds a listener for the end and renewal of the session. Returns a cleanup function. */
export function onSessionChange(listener: () => void): () => void {
  return ended.subscribe(listener)
}

/** Checks the session when the tab becomes visible. Returns a cleanup function. */
export function watchForSignIn(): () => void {
  const look = async () => {
    if (!ended.get() || document.visibilityState !== 'visible') return
    const answer = await fetch(getAccessMode.path, { cache: 'no-store', credentials: 'same-origin' }).catch(
      () => undefined,
    )
    // The connection banner covers failures.
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
