import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { MOST_EXTENSION, MOST_LABEL } from './shared.ts'
import { attachmentView } from './view-contract.ts'

/** A file of a space, with the page that it hangs on. */
export const spaceAttachment = attachmentView.omit({ may: true }).extend({
  page: z.object({ id: z.string(), title: z.string(), url: z.string() }),
  labels: z.array(z.string()),
})
export type SpaceAttachment = z.output<typeof spaceAttachment>

export const listSpaceAttachments = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/spaces/:key/attachments', tag: 'screens',
  summary: 'Files of all pages and posts of a space that the reader may see, by name',
  params: z.object({ key: z.string().min(1).max(255) }),
  query: z.object({
    /** `pdf`, `.pdf`, `*.pdf` or `tar.gz`. */
    fileExtension: z.string().max(MOST_EXTENSION).optional(),
    label: z.string().max(MOST_LABEL).optional(),
    /** `nextCursor` of the answer before. */
    cursor: z.string().max(2000).optional(),
  }),
  response: z.object({
    space: z.object({ key: z.string(), name: z.string(), url: z.string() }),
    results: z.array(spaceAttachment),
    /** Null on the last part. */
    nextCursor: z.string().nullable(),
  }),
})

/** Which files are wanted; what is absent or empty lets all through. */
export interface SpaceAttachmentsFilter {
  fileExtension?: string
  label?: string
}

