/** The calls by which the old product's pages write comments. */
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'

const MAX_UUID = 100

const action = z.object({
  id: z.string(),
  label: z.string(),
  url: z.string(),
  style: z.string(),
  tooltip: z.string().nullable(),
})

/** A comment with its text and what its reader may do with it. */
export const quickComment = z.object({
  id: z.number(),
  /** Rendered. */
  html: z.string(),
  /** Whether `html` can be shown as it is. */
  asyncRenderSafe: z.boolean(),
  /** Id of the page. */
  ownerId: z.number(),
  /** 0 for a comment on the page itself. */
  parentId: z.number(),
  isInlineComment: z.boolean(),
  primaryActions: z.array(action),
  secondaryActions: z.array(action),
})
export type QuickComment = z.output<typeof quickComment>

const form = { encoding: 'form', tag: 'comments', bodyLimit: CONTENT_BODY_LIMIT, response: quickComment } as const
const fields = z.object({
  /** Storage format. */
  html: z.string().default(''),
  /** Whether to watch the page from now on. */
  watch: z.string().max(10).optional(),
  /** Made by the client for each comment: sent again, it makes no second one. */
  uuid: z.string().max(MAX_UUID).optional(),
  /** `true` for an answer with actions. */
  actions: z.string().max(10).optional(),
})
const path = '/rest/tinymce/1/content/:id'

export const quickAddComment = endpoint({
  ...form,
  method: 'POST',
  path: `${path}/comment`,
  summary: 'Adds a comment to a page or post',
  params: z.object({ id: contentId }),
  body: fields,
})
export const quickReply = endpoint({
  ...form,
  method: 'POST',
  path: `${path}/comments/:commentId/comment`,
  summary: 'Answers a comment',
  params: z.object({ id: contentId, commentId: contentId }),
  body: fields,
})
const change = { path: `${path}/comments/:commentId`, params: z.object({ id: contentId, commentId: contentId }) }
export const quickChangeComment = endpoint({
  ...form,
  ...change,
  method: 'PUT',
  summary: 'Changes a comment',
  body: fields,
})
/** The documents leave the method open. */
export const quickChangeCommentByPost = endpoint({
  ...form,
  ...change,
  method: 'POST',
  summary: 'Changes a comment; the same as by PUT',
  body: fields,
})
