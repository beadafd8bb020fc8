import { z } from 'zod'
import { PROXY_SECTION, setting, WIKI_SECTION } from '#platform/server/settings.ts'

const MEGABYTE = 2 ** 20
const MAX_CHUNK = 2 ** 30
const MAX_FILE = 2 ** 50

/** Files larger than so many bytes are sent in chunks of that size; 0 sends every file whole. */
export const attachmentChunkSize = setting('attachments.chunk-size', z.number().int().min(0).max(MAX_CHUNK), 0, {
  field: 'attachmentChunkSize',
  section: PROXY_SECTION,
  order: 10,
  label: 'Send files in chunks of so many MB',
  help: 'For proxies that refuse long requests; an upload goes on after a broken connection. 0 sends every file whole.',
  control: { kind: 'megabytes' },
  accepts: z
    .literal(0)
    .or(z.number().int().min(MEGABYTE, 'must be 1 MB or more').max(MAX_CHUNK, 'must be 1 GB at most')),
})

/** Largest attachment in bytes; 5 GB until an administrator says otherwise. */
export const maxAttachmentSize = setting('attachments.max-size', z.number().int().min(1).max(MAX_FILE), 5 * 2 ** 30, {
  field: 'maxAttachmentSize',
  section: WIKI_SECTION,
  order: 20,
  label: 'Largest attachment, in MB',
  control: { kind: 'megabytes', isRequired: true },
  // The smallest limit that still allows pictures.
  accepts: z.number().int().min(MEGABYTE, 'must be 1 MB or more').max(MAX_FILE, 'must be 1 PB at most'),
})

export const attachmentSettings = [attachmentChunkSize, maxAttachmentSize]
