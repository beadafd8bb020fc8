import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, pageSchema, pagingQuery } from '#platform/wire.ts'
import { person } from '#features/content/contract.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'
import { THREADS_PAGE_SIZE } from './shared.ts'

/** A comment below a page, rendered, with what the reader may do. */
export const commentView = z.object({
  id: z.string(),
  /** The comment that it answers; null on the first level. */
  parentId: z.string().nullable(),
  author: person.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  html: z.string(),
  may: z.object({ update: z.boolean(), delete: z.boolean() }),
})
export type CommentView = z.output<typeof commentView>

export const threads = pageSchema(commentView).extend({
  /** All comments below the page that the reader may see, answers too. */
  total: z.number(),
  mayComment: z.boolean(),
})
export type Threads = z.output<typeof threads>

/** The first threads below a page, as the page's answer has them. */
export interface CommentsPart extends Omit<Threads, '_links'> {
  pageId: string
  more: boolean
}

/**
 * Threads below a page, oldest first: `limit` and `start` count comments of the first level; each comes with its answers,
 * of which one call gives `MOST_ANSWERS` at most.
 */
export const listThreads = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/content/:id/comments', tag: 'screens', summary: 'Threads below a page',
  params: z.object({ id: contentId }), query: z.object(pagingQuery(THREADS_PAGE_SIZE)), response: threads,
})

/** The thread that holds one comment: the comment that begins it first, and its answers. */
const thread = z.object({
  results: z.array(commentView),
  location: z.enum(['footer', 'inline', 'resolved']),
  /** The words that a comment on marked text is about. */
  selection: z.string().nullable(),
})
export type ThreadView = z.output<typeof thread>
export const getThread = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/content/:id/comments/:commentId', tag: 'screens', summary: 'The thread of one comment of a page',
  params: z.object({ id: contentId, commentId: contentId }), response: thread,
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
  ...form, path: '/pages/doaddcomment.action', summary: 'Add a comment by a form', bodyLimit: CONTENT_BODY_LIMIT,
  body: z.object({ pageId: contentId, parentId: z.union([z.literal(''), contentId]).optional(), ...text }),
})
export const editCommentAction = endpoint({
  ...form, path: '/pages/doeditcomment.action', summary: 'Change a comment by a form', bodyLimit: CONTENT_BODY_LIMIT,
  body: z.object({ pageId: contentId, commentId: contentId, ...text }),
})
