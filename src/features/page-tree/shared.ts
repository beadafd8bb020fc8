/** Address at which trees read the pages below a page. */
export const NATURAL_CHILDREN = '/plugins/pagetree/naturalchildren.action'
/** Levels that mean all of them. */
export const EVERY_LEVEL = 999
