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
  if (!isOther) asked.set(false)
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

/** Whether the user wants to log in again on this screen. */
const asked = shared(false)

/** Opens the dialog to log in again, which leaves the screen as it is. */
export function askToSignIn(): void {
  asked.set(true)
}

/** Closes the dialog. */
export function leaveSignIn(): void {
  asked.set(false)
}

export function useSignInAsked(): boolean {
  return asked.use()
}

/** Asks the server whether the user is signed in again. */
export async function lookForSession(): Promise<void> {
  const answer = await fetch(getAccessMode.path, { cache: 'no-store', credentials: 'same-origin' }).catch(
    () => undefined,
  )
  // The connection banner covers failures.
  if (answer) noteReader(answer.headers)
}

/** Checks the session when the tab becomes visible. Returns a cleanup function. */
export function watchForSignIn(): () => void {
  const listener = () => {
    if (ended.get() && document.visibilityState === 'visible') void lookForSession()
  }
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('focus', listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('focus', listener)
  }
}
