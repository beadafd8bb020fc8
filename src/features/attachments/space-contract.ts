import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { MOST_EXTENSION, MOST_LABEL } from './shared.ts'
import { attachmentView } from './view-contract.ts'

/** File of a space, with its page. */
export const spaceAttachment = attachmentView.omit({ may: true }).extend({
  page: z.object({ id: z.string(), title: z.string(), url: z.string() }),
  labels: z.array(z.string()),
})
export type SpaceAttachment = z.output<typeof spaceAttachment>

export const listSpaceAttachments = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/spaces/:key/attachments',
  tag: 'screens',
  summary: 'Files of all pages and posts of a space that the reader may see, by name',
  params: z.object({ key: z.string().min(1).max(255) }),
  query: z.object({
    /** `pdf`, `.pdf`, `*.pdf` or `tar.gz`. */
    fileExtension: z.string().max(MOST_EXTENSION).optional(),
    label: z.string().max(MOST_LABEL).optional(),
    /** `nextCursor` of the previous answer. */
    cursor: z.string().max(2000).optional(),
  }),
  response: z.object({
    space: z.object({ key: z.string(), name: z.string(), url: z.string() }),
    results: z.array(spaceAttachment),
    /** Null on the last part. */
    nextCursor: z.string().nullable(),
  }),
})

/** Filter; absent or empty fields match all. */
export interface SpaceAttachmentsFilter {
  fileExtension?: string
  label?: string
}
