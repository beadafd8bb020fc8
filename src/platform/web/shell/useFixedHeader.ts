import { type RefObject, useEffect } from 'react'
import { debounce } from '../debounce.ts'
import {
  AT_TOP,
  CLOSE_POPUPS_DEBOUNCE_MS,
  RESIZE_DEBOUNCE_MS,
  reset,
  scrolled,
  type HeaderState,
} from './fixed-header.ts'
import { closePanels } from './panels.ts'

/** Sets `data-fixed`, `data-hidden` and `data-overlay` on the header while scrolling, for CSS. */
export function useFixedHeader(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return
    let state: HeaderState = AT_TOP
    // Before it sticks, its page offset is its visible place.
    let offset = 0
    const show = (next: HeaderState) => {
      if (next.isHidden && !state.isHidden) closeSoon()
      state = next
      element.toggleAttribute('data-fixed', next.isFixed)
      // Focused content stays visible.
      element.toggleAttribute('data-hidden', next.isHidden && !element.contains(document.activeElement))
      element.toggleAttribute('data-overlay', next.isOverlay)
    }
    const measure = () => {
      offset = Math.max(
        0,
        (element.parentElement?.parentElement?.getBoundingClientRect().top ?? 0) +
          scrollY -
          parseFloat(getComputedStyle(element).top),
      )
      show(scrolled(state, scrollY, offset))
    }
    const onScroll = () => show(scrolled(state, scrollY, offset))
    const onUse = () => show(reset(state))
    const closeSoon = debounce(closePanels, CLOSE_POPUPS_DEBOUNCE_MS)
    const onResize = debounce(measure, RESIZE_DEBOUNCE_MS)
    measure()
    const actions = element.querySelector('#navigation')
    document.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onResize)
    element.addEventListener('focusin', onUse)
    for (const type of ['pointerover', 'click'] as const) actions?.addEventListener(type, onUse)
    return () => {
      closeSoon.cancel()
      onResize.cancel()
      document.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onResize)
      element.removeEventListener('focusin', onUse)
      for (const type of ['pointerover', 'click'] as const) actions?.removeEventListener(type, onUse)
    }
  }, [bar])
}
