import { z } from 'zod'
import { setting } from '#platform/server/settings.ts'

/** Files larger than so many bytes are sent in chunks of that size; 0 sends every file whole. */
export const attachmentChunkSize = setting(
  'attachments.chunk-size',
  z
    .number()
    .int()
    .min(0)
    .max(2 ** 30),
  0,
)

/** Largest attachment in bytes; 5 GB until an administrator says otherwise. */
export const maxAttachmentSize = setting(
  'attachments.max-size',
  z
    .number()
    .int()
    .min(1)
    .max(2 ** 50),
  5 * 2 ** 30,
)
