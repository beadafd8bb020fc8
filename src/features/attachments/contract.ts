import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, expandQuery, looseBoolean, looseInteger, pagingQuery, pageSchema } from '#platform/wire.ts'
import { content, contentInput } from '#features/content/contract.ts'
import { MOST_CHUNKS } from './shared.ts'

const TAG = 'attachments'
const CHILD = '/rest/api/content/:id/child/attachment'

/** Databases reject NUL characters in text. */
const plain = (max: number) =>
  z
    .string()
    .max(max)
    .refine(text => !text.includes('\0'), 'control characters are not allowed')
/** File names have 255 characters at most; longer input is rejected early. */
const nameParameter = plain(2000).min(1, 'is required')
/** Treats an empty parameter as absent. */
const unlessEmpty = (text: z.ZodString) =>
  z
    .literal('')
    .transform(() => undefined)
    .or(text)
    .optional()
const pageParams = z.object({ id: contentId })
const attachmentParams = z.object({ id: contentId, aid: contentId })

/** Attachment of the REST interface. The comment is in two places because clients read either. */
export const attachment = content.extend({
  type: z.literal('attachment'),
  metadata: z.object({ mediaType: z.string(), comment: z.string() }).loose(),
  extensions: z.object({ mediaType: z.string(), fileSize: z.number(), comment: z.string() }).loose(),
})
const attachments = pageSchema(attachment)

/** Form parts, for the OpenAPI document; the server streams them. */
const fileForm = z.object({
  file: z.string().meta({ format: 'binary' }),
  comment: z.string().optional(),
  minorEdit: z.string().optional(),
})

export const listAttachments = endpoint({
  method: 'GET',
  path: CHILD,
  tag: TAG,
  summary: 'Attachments of a page by name',
  params: pageParams,
  query: z.object({
    filename: unlessEmpty(nameParameter),
    mediaType: unlessEmpty(plain(255)),
    expand: expandQuery,
    ...pagingQuery(50),
  }),
  response: attachments,
})

export const createAttachments = endpoint({
  method: 'POST',
  path: CHILD,
  tag: TAG,
  encoding: 'multipart',
  summary: 'Attach files: parts "file" (repeatable), "comment", "minorEdit"',
  params: pageParams,
  query: z.object({ allowDuplicated: looseBoolean.default(false), expand: expandQuery }),
  body: fileForm,
  response: attachments,
})

export const putAttachments = endpoint({
  method: 'PUT',
  path: CHILD,
  tag: TAG,
  encoding: 'multipart',
  summary: 'Attach files; a file whose name is taken becomes its next version',
  params: pageParams,
  query: z.object({ expand: expandQuery }),
  body: fileForm,
  response: attachments,
})

export const updateAttachmentData = endpoint({
  method: 'POST',
  path: `${CHILD}/:aid/data`,
  tag: TAG,
  encoding: 'multipart',
  summary: 'A new version of an attachment',
  params: attachmentParams,
  query: z.object({ expand: expandQuery }),
  body: fileForm,
  response: attachment,
})

export const updateAttachment = endpoint({
  method: 'PUT',
  path: `${CHILD}/:aid`,
  tag: TAG,
  summary: 'Change name, comment or media type, or move to another page',
  params: attachmentParams,
  query: z.object({ expand: expandQuery }),
  body: contentInput,
  response: attachment,
})

export const moveAttachment = endpoint({
  method: 'POST',
  path: `${CHILD}/:aid/move`,
  tag: TAG,
  summary: 'Rename, or move to another page',
  params: attachmentParams,
  query: z.object({ newName: nameParameter.optional(), newContentId: contentId.optional() }),
  response: attachment,
})

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: `${CHILD}/:aid`,
  tag: TAG,
  summary: 'Move an attachment to the trash',
  params: attachmentParams,
  status: 204,
})

export const deleteAttachmentVersion = endpoint({
  method: 'DELETE',
  path: `${CHILD}/:aid/version/:version`,
  tag: TAG,
  summary: 'Remove an older version for good',
  params: attachmentParams.extend({ version: looseInteger }),
  status: 204,
})

/** `modificationDate` and `api` are in links of answers; the former identifies a version. */
const fileQuery = z.object({
  version: looseInteger.optional().catch(undefined),
  modificationDate: looseInteger.optional().catch(undefined),
  /** Sends the file as a download whatever its type. */
  download: looseBoolean.optional().catch(undefined),
})
const fileParams = z.object({ pageId: contentId, filename: nameParameter })

export const downloadAttachment = endpoint({
  method: 'GET',
  path: '/download/attachments/:pageId/:filename',
  tag: TAG,
  summary: 'The bytes of an attachment, or a range of them',
  params: fileParams,
  query: fileQuery,
})

export const downloadThumbnail = endpoint({
  method: 'GET',
  path: '/download/thumbnails/:pageId/:filename',
  tag: TAG,
  summary: 'A picture made small, 300 × 300 at most by default',
  params: fileParams,
  query: fileQuery.extend({
    width: looseInteger.optional().catch(undefined),
    height: looseInteger.optional().catch(undefined),
  }),
})

export const removeAttachmentAction = endpoint({
  method: 'POST',
  path: '/json/removeattachment.action',
  tag: TAG,
  encoding: 'form',
  summary: 'Move an attachment to the trash, or remove one version, by file name',
  body: z
    .object({
      pageId: contentId,
      filename: nameParameter.optional(),
      fileName: nameParameter.optional(),
      version: z
        .literal('')
        .transform(() => undefined)
        .or(looseInteger)
        .optional(),
    })
    .refine(body => (body.filename ?? body.fileName) !== undefined, {
      error: 'filename: is required',
      params: { forPrograms: true },
    }),
  response: z.object({ success: z.literal(true) }),
})

/** The token may be in a form part; the handler checks it. */
export const attachFilesAction = endpoint({
  method: 'POST',
  path: '/pages/doattachfile.action',
  tag: TAG,
  encoding: 'multipart',
  allowWithoutToken: true,
  summary: 'Attach files by a form: every file part counts, whatever its name; "comment_0" goes with the first',
  query: z.object({ pageId: contentId.optional() }),
  status: 302,
})

export const dropUpload = endpoint({
  method: 'POST',
  path: '/plugins/drag-and-drop/upload.action',
  tag: TAG,
  encoding: 'bytes',
  summary: 'Attach one file whose bytes are the body, or the next chunk of one; a taken name gets its next version',
  query: z.object({
    pageId: contentId.optional(),
    draftId: contentId.optional(),
    filename: nameParameter,
    size: looseInteger.optional(),
    mimeType: z.string().max(255).optional(),
    minorEdit: looseBoolean.optional(),
    /** Of a file that is sent in chunks: which one, from 0, and how many there are. */
    chunk: looseInteger.optional(),
    chunks: z.coerce.number().int().min(1).max(MOST_CHUNKS).optional(),
    uploadId: z.string().max(64).optional(),
    /** Sent by uploaders and ignored; the page decides. */
    spaceKey: z.string().max(255).optional(),
  }),
})

export const filesById = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/rest/files/1.0/files/content/:pageId/byAttachmentIds',
  tag: TAG,
  summary: 'What the previewer shows of files',
  params: z.object({ pageId: contentId }),
  body: z.object({ attachmentIds: z.array(contentId).max(500) }).loose(),
  response: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      version: z.number(),
      containerId: z.string(),
      mediaType: z.string(),
      niceType: z.string(),
      fileSize: z.number(),
      comment: z.string(),
      downloadUrl: z.string(),
      thumbnailUrl: z.string().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    }),
  ),
})
