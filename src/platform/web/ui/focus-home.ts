/** What lies over the page for a while; the focus is never at home there. */
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

let home: Element | null = null
/** Lists that know a place beside the one that is gone; each says whether it took the focus. */
const neighbours = new Set<() => boolean>()

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest(OVERLAYS)) home = target
  })
}

/** Asked for another place when the focus would be lost, because what had it last is gone. Returns a function that ends it. */
export function offerFocus(take: () => boolean): () => void {
  neighbours.add(take)
  return () => neighbours.delete(take)
}

/**
 * After a dialog has closed: where nothing has the focus, since the dialog was opened from an entry of a menu or what it was
 * opened from is gone with what it did, it goes to what had it on the page last, or beside that.
 */
export function bringFocusHome(): void {
  // The dialog itself gives it back in the next frame, where it can.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    if (home instanceof HTMLElement && home.isConnected) home.focus({ preventScroll: true })
    else for (const take of neighbours) if (take()) return
  }))
}
