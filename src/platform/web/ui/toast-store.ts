/** Messages that come and go at the corner of the window ("flags"). */
import { messageOf } from '#platform/message-of.ts'
import { shared } from '../shared.ts'

export interface ToastContent {
  kind?: 'info' | 'success' | 'warning' | 'error'
  title: string
  body?: string
  /** One thing to do about it, e.g. Undo. The toast closes when it is done. */
  action?: { label: string; run: () => void }
  /** Milliseconds until it closes by itself; null keeps it. Default 6 s, with something to do about it 12 s; errors stay. */
  closeAfter?: number | null
}

export interface Toast extends ToastContent {
  id: number
}

const CLOSE_AFTER_MS = 6_000
const CLOSE_ACTION_AFTER_MS = 12_000
const MOST = 4

const toasts = shared<readonly Toast[]>([])
let nextId = 1
let paused = false
const timers = new Map<number, number>()

/** Shows a message; returns a function that closes it. At most four show; the oldest gives way. */
export function showToast(content: ToastContent): () => void {
  const toast: Toast = { ...content, id: nextId++ }
  toasts.set([...toasts.get(), toast].slice(-MOST))
  arm(toast)
  return () => closeToast(toast.id)
}

/** Says that something failed, and why. @param title what did not happen @param thrown what was caught */
export function showFailure(title: string, thrown: unknown): void {
  showToast({ kind: 'error', title, body: messageOf(thrown) })
}

/** Takes a message away; one that is gone already is no error. */
export function closeToast(id: number): void {
  window.clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.set(toasts.get().filter(toast => toast.id !== id))
}

/** While the pointer or the focus is on the messages, none closes by itself. */
export function pauseToasts(pause: boolean): void {
  if (paused === pause) return
  paused = pause
  for (const toast of toasts.get()) {
    if (pause) window.clearTimeout(timers.get(toast.id))
    else arm(toast)
  }
}

/** The messages that show now, oldest first. */
export function useToasts(): readonly Toast[] {
  return toasts.use()
}

function usualTime({ kind, action }: Toast): number | null {
  if (kind === 'error') return null
  return action ? CLOSE_ACTION_AFTER_MS : CLOSE_AFTER_MS
}

function arm(toast: Toast): void {
  const after = toast.closeAfter === undefined ? usualTime(toast) : toast.closeAfter
  if (after === null || paused) return
  timers.set(toast.id, window.setTimeout(() => closeToast(toast.id), after))
}
