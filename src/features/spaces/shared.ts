/** Users and groups whose permissions one call may set, as in the old product. */
export const MAX_SUBJECTS_PER_CALL = 40
/** The directory with the dialog for a new space open. */
export const CREATE_SPACE_PATH = '/spacedirectory/view.action?create=space'
/** Address of the picture of spaces without a logo of their own. */
export const SPACE_ICON_PATH = '/images/logo/default-space-logo.svg'
/** Bytes of a picture that becomes a logo. */
export const MAX_LOGO_BYTES = 5 * 1024 * 1024
