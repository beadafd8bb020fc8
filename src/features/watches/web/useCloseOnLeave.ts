import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Delay after the pointer has left. */
export const HOVER_CLOSE_DELAY_MS = 1000

/** Closes an inline dialog after the mouse leaves; not after touch or keyboard use. */
export function useCloseOnLeave(dialog: RefObject<HTMLElement | null>, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    let timer: number | undefined
    const leave = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || element.querySelector(':focus-visible')) return
      timer = window.setTimeout(() => closeNow(), HOVER_CLOSE_DELAY_MS)
    }
    const stay = () => window.clearTimeout(timer)
    element.addEventListener('pointerleave', leave)
    element.addEventListener('pointerenter', stay)
    return () => {
      stay()
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('pointerenter', stay)
    }
  }, [dialog])
}
