/** Smallest limit that still allows pictures. */
export const MIN_ATTACHMENT_BYTES = 1024 * 1024
export const MAX_ATTACHMENT_BYTES = 2 ** 50

/** Chunks of files, in bytes. */
export const MIN_CHUNK_BYTES = 2 ** 20
export const MAX_CHUNK_BYTES = 2 ** 30
