import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, pageSchema, pagingQuery } from '#platform/wire.ts'
import { person } from '#features/content/contract.ts'
import { ATTACHMENTS_PAGE_SIZE } from './shared.ts'

/** Calls of the attachments screen; clients use those of `contract.ts`. */
const TAG = 'screens'
/** File as listed on the screen. */
export const attachmentView = z.object({
  /** Content id, without the prefix `att`. */
  id: z.string(),
  name: z.string(),
  version: z.number(),
  mediaType: z.string(),
  /** Readable type. */
  niceType: z.string(),
  size: z.number(),
  comment: z.string(),
  author: person.nullable(),
  at: z.string(),
  downloadUrl: z.string(),
  /** Viewer of the wiki; null for what the browser opens. */
  viewUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  may: z.object({ update: z.boolean(), delete: z.boolean(), restore: z.boolean() }),
})
export type AttachmentView = z.output<typeof attachmentView>

export const listAttachmentViews = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/attachments',
  tag: TAG,
  summary: 'Attachments of a page with what the reader may do',
  params: z.object({ id: contentId }),
  query: z.object(pagingQuery(ATTACHMENTS_PAGE_SIZE)),
  response: pageSchema(attachmentView).extend({
    mayAttach: z.boolean(),
    /** Bytes. */
    maxSize: z.number(),
    /** Bytes of the chunks in which larger files are sent; 0 for whole files. */
    chunkSize: z.number(),
  }),
})

export const attachmentVersionView = z.object({
  number: z.number(),
  size: z.number(),
  comment: z.string(),
  author: person.nullable(),
  at: z.string(),
  downloadUrl: z.string(),
})
export type AttachmentVersionView = z.output<typeof attachmentVersionView>
export const listAttachmentVersions = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/attachments/:aid/versions',
  tag: TAG,
  summary: 'Versions of an attachment, newest first',
  params: z.object({ id: contentId, aid: contentId }),
  query: z.object(pagingQuery(20)),
  response: pageSchema(attachmentVersionView),
})
