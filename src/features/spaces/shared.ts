/** Subjects per call, as in the old product. */
export const MAX_SUBJECTS_PER_CALL = 40
/** Directory with the create dialog open. */
export const CREATE_SPACE_PATH = '/spacedirectory/view.action?create=space'
/** Default space logo. */
export const SPACE_ICON_PATH = '/images/logo/default-space-logo.svg'
/** Bytes of a picture that becomes a logo. */
export const MAX_LOGO_BYTES = 5 * 1024 * 1024
