/** Toast messages. */
import { messageOf } from '#platform/message-of.ts'
import { shared } from '../shared.ts'
import type { AvatarPerson } from './Avatar.tsx'

export interface ToastContent {
  kind?: 'info' | 'success' | 'warning' | 'error'
  title: string
  body?: string
  /** Action, e.g. Undo; closes the toast. */
  action?: { label: string; run: () => void }
  /** Pictures of those whom it is about. */
  people?: readonly AvatarPerson[]
  /** Pictures at most; the rest is a number. */
  mostPeople?: number
  /** Of toasts with the same key one shows: the next one takes its place. */
  key?: string
  /** Called when it is closed by the user, its action or time. */
  onClose?: () => void
  /** Milliseconds until it closes; null never. Default 6 s, 12 s with an action; errors stay. */
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

/** Shows a toast; returns a close function. At most four show. */
export function showToast(content: ToastContent): () => void {
  const replaced = content.key === undefined ? undefined : toasts.get().find(({ key }) => key === content.key)
  const toast: Toast = { ...content, id: replaced?.id ?? nextId++ }
  window.clearTimeout(timers.get(toast.id))
  toasts.set(
    replaced ? toasts.get().map(other => (other === replaced ? toast : other)) : [...toasts.get(), toast].slice(-MOST),
  )
  arm(toast)
  return () => closeToast(toast.id)
}

/** Shows a success toast; returns a close function. */
export function showSuccess(title: string, more?: Partial<ToastContent>): () => void {
  return showToast({ kind: 'success', title, ...more })
}

/** Shows an error toast. @param title what did not happen @param thrown caught value */
export function showFailure(title: string, thrown: unknown): void {
  showToast({ kind: 'error', title, body: messageOf(thrown) })
}

/** Closes a toast if present. */
export function closeToast(id: number): void {
  window.clearTimeout(timers.get(id))
  timers.delete(id)
  const closed = toasts.get().find(toast => toast.id === id)
  toasts.set(toasts.get().filter(toast => toast !== closed))
  closed?.onClose?.()
}

/** Pauses the timers on hover and focus. */
export function pauseToasts(pause: boolean): void {
  if (paused === pause) return
  paused = pause
  for (const toast of toasts.get()) {
    if (pause) window.clearTimeout(timers.get(toast.id))
    else arm(toast)
  }
}

/** Visible toasts, oldest first. */
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
  timers.set(
    toast.id,
    window.setTimeout(() => closeToast(toast.id), after),
  )
}
