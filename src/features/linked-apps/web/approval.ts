import { useEffect, useEffectEvent } from 'react'
import { t } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { Outcome } from '../shared.ts'
import { failureWords } from '../words.ts'

/** Tells the other windows of this browser how asking for approval ended. */
const CHANNEL = 'oxbow-linked-applications'
const WINDOW = 'oxbow-approval'
const SIZE = 'popup,width=640,height=720'

/** Whether this window has opened one to approve, of which the outcome is not known. */
let isAsking = false

/** Opens a window in which the user approves an application. @returns false where the browser blocks it */
export function openApproval(href: string): boolean {
  isAsking = window.open(href, WINDOW, SIZE) !== null
  return isAsking
}

export interface ApprovalHandlers {
  /** Reads what is shown anew, in a window that did not ask for the approval. */
  refresh: () => void
  /** Runs before the window that asked for the approval is reloaded. */
  beforeReload: () => void
}

/** Follows approvals: the window that has opened the one to approve is reloaded, others refresh. */
export function useApproval(handlers: ApprovalHandlers): void {
  const ended = useEffectEvent((outcome: Outcome) => {
    const wasAsking = isAsking
    isAsking = false
    if (outcome === 'approved' && wasAsking) {
      handlers.beforeReload()
      location.reload()
    } else if (outcome === 'approved') handlers.refresh()
    else if (outcome === 'failed' && wasAsking) {
      const { title, message } = failureWords({ t })
      showToast({ kind: 'error', title, body: message })
    }
  })
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }: MessageEvent<Outcome>) => ended(data))
    return () => channel.close()
  }, [])
}

/** Tells other windows how the approval in this one ended. */
export function announceOutcome(outcome: Outcome): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(outcome)
  channel.close()
}
