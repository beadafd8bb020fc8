/** Screen on which administrators choose the shortcuts of the app switcher. */
export const NAVIGATOR_PATH = '/plugins/servlet/customize-application-navigator'
/** Screen on which administrators of a space edit its related links. */
export const CONTENT_LINKS_PATH = '/plugins/servlet/custom-content-links-admin'

export function contentLinksHref(entityKey: string): string {
  return `${CONTENT_LINKS_PATH}?entityKey=${encodeURIComponent(entityKey)}`
}

/** The feature by which the dialog shows administrators the administration of linked applications. */
export const ADMIN_SHORTCUTS_FEATURE = 'rotp.admin.shortcuts'
/** Key of the user data that says that no applications are suggested to the user any more. */
export const NO_THANKS = 'key-no-thanks'

/** Longest text of a shortcut in the dialog, in characters. */
const MAX_TEXT = 210

/** A text that fits into the dialog: cut at a space, with an ellipsis, where it is too long. */
export function truncated(text: string): string {
  if (text.length <= MAX_TEXT) return text
  const space = text.lastIndexOf(' ', MAX_TEXT)
  return `${text.slice(0, space > 0 ? space : MAX_TEXT)}…`
}
