/** Whether the wiki may be changed, followed while a document is open. Shown as a banner; see `shell/AccessModeBanner.tsx`. */
import { type AccessModeStatus, getAccessMode } from '#platform/access-mode-contract.ts'
import { pageData } from './session.ts'
import { shared } from './shared.ts'

const POLL_MS = 30_000

export interface AccessModeState extends AccessModeStatus {
  /** It was read-only while this document was open, and is no longer. */
  isBack: boolean
}

/** What was last heard since the document came. */
const heard = shared<AccessModeState | null>(null)
let checkedAt = 0

function current(): AccessModeState {
  return heard.get() ?? { ...pageData().accessMode, isBack: false }
}

/** Whether the wiki may be changed, kept current. */
export function useAccessMode(): AccessModeState {
  return heard.use() ?? current()
}

/** Whether the wiki cannot be changed right now, as far as this document knows. */
export function isReadOnly(): boolean {
  return current().mode === 'READ_ONLY'
}

/** Asks now. A call that was refused because the wiki is read-only does so, so that the banner says why. */
export async function checkAccessMode(): Promise<void> {
  checkedAt = Date.now()
  const response = await fetch(getAccessMode.path, { cache: 'no-store', credentials: 'same-origin' }).catch(() => undefined)
  // Without an answer the banner of the lost connection speaks; the next turn asks again.
  if (!response?.ok) return
  const next = (await response.json()) as AccessModeStatus
  const { mode, banner, isBack } = current()
  if (next.mode === mode && next.banner === banner) return
  heard.set({ ...next, isBack: next.mode === 'READ_WRITE' && (isBack || mode === 'READ_ONLY') })
}

/**
 * Follows the mode until the returned function is called: while the wiki is read-only, every half minute; otherwise when
 * somebody comes back to this tab. A tab that nobody looks at does not ask.
 */
export function watchAccessMode(): () => void {
  const check = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= POLL_MS) void checkAccessMode()
  }
  checkedAt = Date.now()
  const timer = window.setInterval(() => {
    if (current().mode === 'READ_ONLY') check()
  }, POLL_MS / 2)
  document.addEventListener('visibilitychange', check)
  return () => {
    window.clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}
