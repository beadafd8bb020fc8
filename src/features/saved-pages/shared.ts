export const SAVED_PATH = '/users/viewmyfavourites.action'
/** Pages that the screen shows at once. */
export const SAVED_AT_ONCE = 50

/** What the button of a page says. A key of i18n. */
export function savedTitle(isSaved: boolean): string {
  return isSaved ? 'Saved for later' : 'Save for later'
}
