/** Lets the button of narrow screens open and close the search of a tree. */
export function flyout(macro: HTMLElement, signal: AbortSignal): void {
  const whole = macro.querySelector<HTMLElement>('.plugin_pagetree_flyout')
  const button = whole?.querySelector<HTMLElement>('.plugin_pagetree_flyout_button')
  if (!whole || !button) return
  const open = (isOpen: boolean) => {
    button.ariaExpanded = String(isOpen)
    if (isOpen) whole.querySelector<HTMLElement>('input[name="queryString"]')?.focus()
  }
  button.addEventListener('click', () => open(button.ariaExpanded !== 'true'), { signal })
  whole.addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape' || button.ariaExpanded !== 'true') return
      open(false)
      button.focus()
    },
    { signal },
  )
  document.addEventListener(
    'pointerdown',
    event => {
      if (event.target instanceof Node && !whole.contains(event.target)) open(false)
    },
    { signal },
  )
}
