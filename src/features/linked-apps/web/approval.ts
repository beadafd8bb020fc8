import { useEffect, useEffectEvent } from 'react'
import { t } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { Outcome } from '../shared.ts'
import { failureWords } from '../words.ts'

/** Tells the other windows of this browser how asking for approval ended. */
const CHANNEL = 'oxbow-linked-applications'
const WINDOW = 'oxbow-approval'
const SIZE = 'popup,width=640,height=720'

/** This window has opened one to approve, of which the outcome is not known; afterwards it reloads, or stays. */
let asking: 'reloads' | 'stays' | undefined

/**
 * Opens a window in which the user approves an application. `reloads: false` keeps this document afterwards.
 * @returns false where the browser blocks it
 */
export function openApproval(href: string, { reloads = true }: { reloads?: boolean } = {}): boolean {
  const isOpen = window.open(href, WINDOW, SIZE) !== null
  asking = !isOpen ? undefined : reloads ? 'reloads' : 'stays'
  return isOpen
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
    const was = asking
    asking = undefined
    if (outcome === 'approved' && was === 'reloads') {
      handlers.beforeReload()
      location.reload()
    } else if (outcome === 'approved') handlers.refresh()
    else if (outcome === 'failed' && was) {
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
