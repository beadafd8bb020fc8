/**
 * Open overlays. React Aria's overlays and the sidebar drawer make the page inert; native dialogs and popovers have
 * states. Tooltips are manual popovers and do not count.
 */
const OPEN_OVERLAY = '#main:is([inert], [inert] *), dialog:modal, [popover=auto]:popover-open'

/** Whether an overlay is open, so that the page ignores keys and drops. */
export function hasModal(): boolean {
  return document.querySelector(OPEN_OVERLAY) !== null
}
