export const SAVED_PATH = '/users/viewmyfavourites.action'
/** Page size of the screen. */
export const SAVED_AT_ONCE = 50

/** i18n key of the button. */
export function savedTitle(isSaved: boolean): string {
  return isSaved ? 'Saved for later' : 'Save for later'
}
