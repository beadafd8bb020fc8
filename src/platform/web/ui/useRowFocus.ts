import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { registerFocusFallback } from './focus-restore.ts'

const ROWS = 'tbody > tr, li'
const STOPS = 'a[href], button, input'

/**
 * Retains the focus in a list whose rows are removed: moves it to the same column of the next row, or the list. Returns
 * the list's `onFocus`.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): (event: FocusEvent<HTMLElement>) => void {
  const held = useRef<{ element: Element; row: number; stop: number } | null>(null)
  const take = useEffectEvent(() => {
    const { element, row, stop } = held.current ?? {}
    if (!element || element.isConnected || document.activeElement !== document.body) return false
    const next =
      row === undefined || row < 0
        ? undefined
        : [...(list.current?.querySelectorAll(ROWS) ?? [])].slice(0, row + 1).at(-1)
    const stops = [...(next?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
    const target = stops[stop ?? 0] ?? stops[0] ?? list.current
    // A disabled target gets it after the rerender.
    if (!target || target.matches(':disabled')) return false
    held.current = null
    target.focus({ preventScroll: target === list.current })
    return true
  })
  useEffect(() => registerFocusFallback(() => take()), [])
  useEffect(() => {
    const frame = requestAnimationFrame(() => take())
    return () => cancelAnimationFrame(frame)
  })
  return ({ target }) => {
    // Portalled menus bubble focus events.
    if (!list.current?.contains(target)) return
    const row = target.closest(ROWS)
    held.current = {
      element: target,
      row: row ? [...list.current.querySelectorAll(ROWS)].indexOf(row) : -1,
      stop: row ? [...row.querySelectorAll(STOPS)].indexOf(target) : 0,
    }
  }
}
