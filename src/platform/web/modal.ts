/**
 * What is open above the page. React Aria's dialogs, menus and lists, and the drawer of narrow windows, make the page below
 * them inert; the browser knows its own dialogs and panels. Tooltips are manual popovers and take nothing.
 */
const OPEN_OVERLAY = '#main:is([inert], [inert] *), dialog:modal, [popover=auto]:popover-open'

/** Whether a dialog, a menu or a panel is open above the page: what is below it takes no keys and no files. */
export function hasModal(): boolean {
  return document.querySelector(OPEN_OVERLAY) !== null
}
