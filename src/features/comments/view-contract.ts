import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, pageSchema, pagingQuery } from '#platform/wire.ts'
import { person } from '#features/content/contract.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'
import { THREADS_PAGE_SIZE } from './shared.ts'

/** Rendered comment with the reader's permissions. */
export const commentView = z.object({
  id: z.string(),
  /** Parent comment; null for roots. */
  parentId: z.string().nullable(),
  author: person.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  html: z.string(),
  may: z.object({ update: z.boolean(), delete: z.boolean() }),
  /** Data of other features, by part. */
  parts: z.record(z.string(), z.unknown()),
})
export type CommentView = z.output<typeof commentView>

export const threads = pageSchema(commentView).extend({
  /** Visible comments of the page, replies included. */
  total: z.number(),
  mayComment: z.boolean(),
  /** Whether this reader's comments need a captcha. */
  needsCaptcha: z.boolean(),
})
export type Threads = z.output<typeof threads>

/** First threads of a page, as embedded in the page's answer. */
export interface CommentsPart extends Omit<Threads, '_links'> {
  pageId: string
  more: boolean
}

/**
 * Threads of a page, oldest first. `limit` and `start` count root comments; replies are included, `MOST_ANSWERS` per
 * call at most.
 */
export const listThreads = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/comments',
  tag: 'screens',
  summary: 'Threads below a page',
  params: z.object({ id: contentId }),
  query: z.object(pagingQuery(THREADS_PAGE_SIZE)),
  response: threads,
})

/** Thread of one comment, root first. */
const thread = z.object({
  results: z.array(commentView),
  location: z.enum(['footer', 'inline', 'resolved']),
  /** Selected text that the comment annotates. */
  selection: z.string().nullable(),
})
export type ThreadView = z.output<typeof thread>
export const getThread = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/comments/:commentId',
  tag: 'screens',
  summary: 'The thread of one comment of a page',
  params: z.object({ id: contentId, commentId: contentId }),
  response: thread,
})

const form = { method: 'POST', encoding: 'form', tag: 'comments', status: 302 } as const
const text = {
  /** Storage format. */
  wysiwygContent: z.string().optional(),
  /** Wiki markup, or plain text with `plain`. */
  content: z.string().optional(),
  plain: z.string().max(10).optional(),
}
export const addCommentAction = endpoint({
  ...form,
  path: '/pages/doaddcomment.action',
  summary: 'Add a comment by a form',
  // Visitors have no token; of who is signed in it is required.
  allowWithoutToken: true,
  bodyLimit: CONTENT_BODY_LIMIT,
  body: z.object({ pageId: contentId, parentId: z.union([z.literal(''), contentId]).optional(), ...text }),
})
export const removeCommentAction = endpoint({
  ...form,
  path: '/pages/doremovecomment.action',
  summary: 'Delete a comment by a form',
  body: z.object({ pageId: contentId, commentId: contentId }),
})
export const editCommentAction = endpoint({
  ...form,
  path: '/pages/doeditcomment.action',
  summary: 'Change a comment by a form',
  bodyLimit: CONTENT_BODY_LIMIT,
  body: z.object({ pageId: contentId, commentId: contentId, ...text }),
})
