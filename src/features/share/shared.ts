/** Width of the dialog in px. */
export const SHARE_WIDTH = 250
/** After the pointer has left it for so long, the dialog closes. */
export const SHARE_HIDE_DELAY_MS = 3_600_000
export const MAX_NOTE = 2000
