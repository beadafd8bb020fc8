/** Overlays; focus is not restored into them. */
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

let home: Element | null = null
/** Callbacks of lists that can focus a neighbour of a removed row; true when they did. */
const neighbours = new Set<() => boolean>()

/** Starts tracking the focus, before the first dialog. */
export function trackFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest(OVERLAYS)) home = target
  })
}

/** Registers a fallback for a lost focus target. Returns a cleanup function. */
export function registerFocusFallback(take: () => boolean): () => void {
  neighbours.add(take)
  return () => neighbours.delete(take)
}

/** Visible substitute of an element: an entry of a closed panel is represented by its button. */
function shown(place: Element | null): Element | null {
  const panel = place?.closest('[popover]:not(:popover-open)')
  return panel ? document.querySelector(`[popovertarget="${CSS.escape(panel.id)}"]`) : place
}

/**
 * Restores a focus that a closed dialog has lost, because its opener was in a menu or is gone: to the last element on
 * the page, a neighbour, or the start of the screen.
 */
export function restoreFocus(): void {
  // The dialog restores the focus itself in the next frame where possible.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const place = shown(home)
      if (place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true })
      else if (![...neighbours].some(take => take())) document.getElementById('main')?.focus({ preventScroll: true })
    }),
  )
}
