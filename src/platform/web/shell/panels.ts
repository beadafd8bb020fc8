/** Closes the open panels of the top bar, e.g. before something else takes the focus by a shortcut. */
export function closePanels(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) panel.hidePopover()
}
