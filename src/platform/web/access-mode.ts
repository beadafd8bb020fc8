/** Read-only mode of the wiki, tracked while a document is open. See `shell/AccessModeBanner.tsx`. */
import { type AccessModeStatus, getAccessMode } from '#platform/access-mode-contract.ts'
import { pageData } from './session.ts'
import { shared } from './shared.ts'

const POLL_MS = 30_000

export interface AccessModeState extends AccessModeStatus {
  /** Read-only mode ended while the document was open. */
  isBack: boolean
}

/** Last answer since the document loaded. */
const latest = shared<AccessModeState | null>(null)
let checkedAt = 0

function current(): AccessModeState {
  return latest.get() ?? { ...pageData().accessMode, isBack: false }
}

export function useAccessMode(): AccessModeState {
  return latest.use() ?? current()
}

/** Whether the wiki is read-only, as far as known. */
export function isReadOnly(): boolean {
  return current().mode === 'READ_ONLY'
}

/** Fetches the mode; also after a refused call, so that the banner shows the reason. */
export async function checkAccessMode(): Promise<void> {
  checkedAt = Date.now()
  const response = await fetch(getAccessMode.path, { cache: 'no-store', credentials: 'same-origin' }).catch(
    () => undefined,
  )
  // The connection banner covers failures.
  if (!response?.ok) return
  const next = (await response.json()) as AccessModeStatus
  const { mode, banner, isBack } = current()
  if (next.mode === mode && next.banner === banner) return
  latest.set({ ...next, isBack: next.mode === 'READ_WRITE' && (isBack || mode === 'READ_ONLY') })
}

/**
 * Tracks the mode: polls every half minute while read-only, otherwise when the tab becomes visible. Returns a cleanup
 * function.
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
