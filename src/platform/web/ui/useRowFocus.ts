import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { offerFocus } from './focus-home.ts'

const ROWS = 'tbody > tr, li'
const STOPS = 'a[href], button, input'

/**
 * Keeps the focus in a list whose rows go away under it, as when one removes them one after the other: it moves to the same
 * place of the row that comes up, or to the list itself. Gives what the list's element takes as `onFocus`.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): (event: FocusEvent<HTMLElement>) => void {
  const held = useRef<{ element: Element; row: number; stop: number } | null>(null)
  const take = useEffectEvent(() => {
    const { element, row, stop } = held.current ?? {}
    if (!element || element.isConnected || document.activeElement !== document.body) return false
    const next = row === undefined || row < 0 ? undefined : [...(list.current?.querySelectorAll(ROWS) ?? [])].slice(0, row + 1).at(-1)
    const stops = [...(next?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
    const target = stops[stop ?? 0] ?? stops[0] ?? list.current
    // What is off until the work is done takes it then: it is drawn anew, and this asked again.
    if (!target || target.matches(':disabled')) return false
    held.current = null
    target.focus({ preventScroll: target === list.current })
    return true
  })
  useEffect(() => offerFocus(() => take()), [])
  useEffect(() => {
    const frame = requestAnimationFrame(() => take())
    return () => cancelAnimationFrame(frame)
  })
  return ({ target }) => {
    // Menus of the rows tell of their focus too, and lie elsewhere.
    if (!list.current?.contains(target)) return
    const row = target.closest(ROWS)
    held.current = {
      element: target,
      row: row ? [...list.current.querySelectorAll(ROWS)].indexOf(row) : -1,
      stop: row ? [...row.querySelectorAll(STOPS)].indexOf(target) : 0,
    }
  }
}
