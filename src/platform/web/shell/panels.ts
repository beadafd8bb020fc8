/** Closes open top bar panels. */
export function closePanels(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) panel.hidePopover()
}
