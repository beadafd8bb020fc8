/** Smallest limit that still lets people attach a picture. */
export const MIN_ATTACHMENT_BYTES = 1024 * 1024
export const MAX_ATTACHMENT_BYTES = 2 ** 50
