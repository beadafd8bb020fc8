/** Hover or focus time before a tip. */
export const SIDEBAR_TIP_MS = 500
const GAP_PX = 8

/** Sidebar tooltips from `data-tip`, after 500 ms. A single element on top, because the sidebar clips its content. */
export function showTips(box: HTMLElement): () => void {
  const tip = document.createElement('div')
  tip.className = 'ox-tip'
  tip.popover = 'manual'
  tip.role = 'tooltip'
  document.body.append(tip)
  let timer = 0
  let shownFor: Element | null = null
  const hide = () => {
    window.clearTimeout(timer)
    shownFor = null
    if (tip.matches(':popover-open')) tip.hidePopover()
  }
  const show = (target: HTMLElement) => {
    if (!target.isConnected) return
    tip.textContent = target.dataset['tip'] ?? ''
    tip.showPopover()
    const at = target.getBoundingClientRect()
    const edge = box.getBoundingClientRect()
    const size = tip.getBoundingClientRect()
    const left =
      document.dir === 'rtl'
        ? edge.left - size.width - GAP_PX
        : Math.min(edge.right + GAP_PX, innerWidth - size.width - GAP_PX)
    tip.style.left = `${Math.max(GAP_PX, left)}px`
    tip.style.top = `${Math.min(Math.max(GAP_PX, at.top + (at.height - size.height) / 2), innerHeight - size.height - GAP_PX)}px`
  }
  const wait = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
    if (target === shownFor) return
    hide()
    if (!target || (event.type === 'focusin' && !target.matches(':focus-visible'))) return
    shownFor = target
    timer = window.setTimeout(() => show(target), SIDEBAR_TIP_MS)
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  }
  const starts = ['pointerover', 'focusin'] as const
  const ends = ['pointerleave', 'pointerdown', 'focusout', 'dragstart', 'wheel'] as const
  for (const name of starts) box.addEventListener(name, wait)
  for (const name of ends) box.addEventListener(name, hide, { passive: true })
  document.addEventListener('keydown', escape)
  return () => {
    for (const name of starts) box.removeEventListener(name, wait)
    for (const name of ends) box.removeEventListener(name, hide)
    document.removeEventListener('keydown', escape)
    hide()
    tip.remove()
  }
}
