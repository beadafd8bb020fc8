import { z } from 'zod'
import { setting } from '#platform/server/settings.ts'

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
