import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, looseInteger } from '#platform/wire.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'

const TAG = 'comments'
const ROOT = '/rest/inlinecomments/1.0/comments'

const written = {
  authorDisplayName: z.string(),
  authorUserName: z.string(),
  authorAvatarUrl: z.string(),
  /** HTML. */
  body: z.string(),
  /** Epoch milliseconds. */
  lastModificationDate: z.number(),
  commentDateUrl: z.string(),
  hasDeletePermission: z.boolean(),
  hasEditPermission: z.boolean(),
}

/** Comment that begins a thread on marked text. */
const inlineComment = z.object({
  id: z.number(),
  ...written,
  originalSelection: z.string(),
  containerId: z.number(),
  /** Current version of the page. */
  containerVersion: z.number(),
  parentCommentId: z.literal('0'),
  /** Epoch milliseconds of this answer. */
  lastFetchTime: z.string(),
  hasResolvePermission: z.boolean(),
  hasReplyPermission: z.boolean(),
  resolveProperties: z.object({ resolved: z.boolean(), resolvedTime: z.number(), resolvedByDangling: z.boolean() }),
  serializedHighlights: z.string(),
  deleted: z.boolean(),
  active: z.boolean(),
  /** `ac:ref` of the marker in the page. */
  markerRef: z.string(),
  /** Whether the page has no such marker any more. */
  dangling: z.boolean(),
})
export type InlineComment = z.output<typeof inlineComment>

const reply = z.object({ id: z.number(), ...written, commentId: z.number() })
export type Reply = z.output<typeof reply>

/** Storage format; further fields of the entity are taken and not read. */
const body = z.string().max(CONTENT_BODY_LIMIT)

const params = z.object({ id: contentId })

export const listInline = endpoint({
  method: 'GET',
  path: ROOT,
  tag: TAG,
  summary: 'Threads on marked text of a page, resolved ones too',
  query: z.object({ containerId: contentId }),
  response: z.array(inlineComment),
})

export const createInline = endpoint({
  method: 'POST',
  path: ROOT,
  tag: TAG,
  summary: 'Comment on selected text of a page; 412 when the text is not found, 409 when the page is a newer one',
  body: z
    .object({
      containerId: contentId,
      containerVersion: looseInteger.optional(),
      parentCommentId: z.union([z.string(), z.number()]).optional(),
      body,
      originalSelection: z.string().min(1).max(10_000),
      matchIndex: looseInteger.default(0),
      numMatches: looseInteger.default(1),
      /** JSON of `[[text, path, offset, length], …]`: the parts of the selection that are text of the page itself. */
      serializedHighlights: z.string().max(100_000).optional(),
    })
    .loose(),
  bodyLimit: CONTENT_BODY_LIMIT,
  response: inlineComment,
})

export const updateInline = endpoint({
  method: 'PUT',
  path: `${ROOT}/:id`,
  tag: TAG,
  summary: 'Change the text of a comment on marked text, or of an answer to one',
  params,
  body: z.object({ body }).loose(),
  bodyLimit: CONTENT_BODY_LIMIT,
  response: inlineComment.or(reply),
})

export const deleteInline = endpoint({
  method: 'DELETE',
  path: `${ROOT}/:id`,
  tag: TAG,
  summary: 'Delete a thread with its marker, or one answer',
  params,
  status: 204,
})

const flag = z.enum(['true', 'false']).transform(value => value === 'true')
const resolve = {
  path: `${ROOT}/:id/resolve/:resolved/dangling/:dangling`,
  tag: TAG,
  summary: 'Resolve a thread or open it again; dangling when its marked text is gone',
  params: z.object({ id: contentId, resolved: flag, dangling: flag }),
  body: z.unknown(),
  response: inlineComment,
}
export const resolveInline = endpoint({ method: 'PUT', ...resolve })
/** The same call by the method that other clients use. */
export const resolveInlineByPost = endpoint({ method: 'POST', ...resolve })

export const listReplies = endpoint({
  method: 'GET',
  path: `${ROOT}/:id/replies`,
  tag: TAG,
  summary: 'Answers of a thread on marked text',
  params,
  response: z.array(reply),
})

export const createReply = endpoint({
  method: 'POST',
  path: `${ROOT}/:id/replies`,
  tag: TAG,
  summary: 'Answer a comment on marked text',
  params,
  query: z.object({ containerId: contentId.optional() }),
  body: z.object({ body }).loose(),
  bodyLimit: CONTENT_BODY_LIMIT,
  response: reply,
})

export const threadOfReply = endpoint({
  method: 'GET',
  path: `${ROOT}/replies/:id/commentId`,
  tag: TAG,
  summary: 'Id of the comment that begins the thread of an answer',
  params,
  response: z.number(),
})

export const listForEditor = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/inline-comments',
  tag: TAG,
  summary: 'Threads on marked text for those who edit the page: with those on text that is not published yet',
  params,
  response: z.array(inlineComment.extend({ isDraft: z.boolean() })),
})

/** References of markers that the editor sets. */
const MARKER_REF = /^[\w-]{1,200}$/

export const createOnDraft = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/content/:id/inline-comments',
  tag: TAG,
  summary: 'Comment on text that is marked in the draft; readers see it when the marker is published',
  params,
  /** `ref`: reference of the marker in the draft. */
  body: z.object({
    ref: z.string().regex(MARKER_REF, 'must be letters, digits and hyphens'),
    originalSelection: z.string().min(1).max(10_000),
    body,
  }),
  bodyLimit: CONTENT_BODY_LIMIT,
  response: inlineComment,
})

/** Thread as a page's answer names it. */
export interface InlineThread {
  id: string
  ref: string
  resolved: boolean
  dangling: boolean
  /** Ids of its answers. */
  replies: string[]
}

/** The part of a page's answer with its threads, in the order of the text. */
export interface InlinePart {
  threads: InlineThread[]
}
