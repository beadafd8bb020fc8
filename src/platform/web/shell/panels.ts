/** Closes the open panels of the top bar. */
export function closePanels(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) panel.hidePopover()
}
