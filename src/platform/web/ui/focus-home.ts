/** What lies over the page for a while; the focus is never at home there. */
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

let home: Element | null = null
/** Lists that know a place beside the one that is gone; each says whether it took the focus. */
const neighbours = new Set<() => boolean>()

/** Remembers from now on what has the focus: before the first dialog, whose code comes when it opens. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest(OVERLAYS)) home = target
  })
}

/** Asked for another place when the focus would be lost, because what had it last is gone. Returns a function that ends it. */
export function offerFocus(take: () => boolean): () => void {
  neighbours.add(take)
  return () => neighbours.delete(take)
}

/** What is seen of a place: an entry of a panel that has closed is reached by the button of the panel. */
function shown(place: Element | null): Element | null {
  const panel = place?.closest('[popover]:not(:popover-open)')
  return panel ? document.querySelector(`[popovertarget="${CSS.escape(panel.id)}"]`) : place
}

/**
 * After a dialog has closed: where nothing has the focus, since the dialog was opened from an entry of a menu or what it was
 * opened from is gone with what it did, it goes to what had it on the page last, or beside that, or to the beginning of the screen.
 */
export function bringFocusHome(): void {
  // The dialog itself gives it back in the next frame, where it can.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const place = shown(home)
    if (place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true })
    else if (![...neighbours].some(take => take())) document.getElementById('main')?.focus({ preventScroll: true })
  }))
}
