import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { commentPath } from '#features/content/address-shared.ts'
import { pageParts, requireContent, type BodyInput, type ContentRow } from '#features/content/server/index.ts'
import { textToStorage } from '../../plain-text.ts'
import type { SentForm } from '../../view/CommentFormView.tsx'
import { PageCommentsView } from '../../view/CommentsView.tsx'
import { addCommentAction, editCommentAction, getThread, listThreads, type CommentsPart } from '../../view-contract.ts'
import { THREADS_PAGE_SIZE } from '../../shared.ts'
import { placeIn } from '../inline.ts'
import { createComment, updateComment } from '../service.ts'
import { orFormAgain } from './refused-form.ts'
import { loadThread, loadThreads } from './threads.ts'

/** Comments on the page: its part with the first threads, the call for further ones, and the forms of the old product. */
export function commentViews(app: App): void {
  app.extensions.add(pageParts, {
    name: 'comments',
    load: async (ctx, row): Promise<CommentsPart> => ({
      pageId: String(row.id), ...(await loadThreads(ctx, row, { start: 0, limit: THREADS_PAGE_SIZE })),
    }),
    after: (value, { reader, token }) => h(PageCommentsView, { part: value as CommentsPart, reader, token }),
  })

  app.http.handle(listThreads, async ({ ctx, params, query, request }) => {
    const { results, more, total, mayComment, size } = await loadThreads(ctx, await requirePage(ctx, params.id), query)
    // The links count threads; the results hold their answers too.
    const { _links } = pageOf(request, ctx.app, query, Array.from({ length: size + (more ? 1 : 0) }))
    return { results, start: query.start, limit: query.limit, size, _links, total, mayComment }
  })

  app.http.handle(getThread, async ({ ctx, params }) => loadThread(ctx, await requirePage(ctx, params.id), params.commentId))

  app.http.handle(addCommentAction, ({ ctx, body, request }) => {
    const parentId = body.parentId === '' || body.parentId === undefined || body.parentId === 0 ? null : body.parentId
    const action = `/pages/doaddcomment.action?pageId=${body.pageId}`
    const form = { ...sent(body), title: 'Write a comment', action, hidden: { ...plainField(body), ...(parentId === null ? {} : { parentId: String(parentId) }) } }
    return orFormAgain(ctx, request, form, async () => {
      const row = await createComment(ctx, { containerId: body.pageId, parentId, body: bodyOf(body), place: placeIn({}) })
      return Answer.redirect(commentPath(body.pageId, row.id), 303)
    })
  })
  app.http.handle(editCommentAction, ({ ctx, body, request }) => {
    const action = `/pages/doeditcomment.action?pageId=${body.pageId}&commentId=${body.commentId}`
    return orFormAgain(ctx, request, { ...sent(body), title: 'Edit comment', action, hidden: plainField(body) }, async () => {
      const row = await requireContent(ctx, body.commentId)
      if (row.type !== 'comment' || row.container_id !== body.pageId) {
        throw badRequest('there is no such comment on this page', { field: 'commentId' })
      }
      await updateComment(ctx, row, { version: row.version + 1, body: bodyOf(body) })
      return Answer.redirect(commentPath(body.pageId, row.id), 303)
    })
  })
}

interface SentText {
  pageId: number
  wysiwygContent?: string | undefined
  content?: string | undefined
  plain?: string | undefined
}

/** The text of a form, to be shown again. */
function sent({ pageId, wysiwygContent, content = '' }: SentText): Pick<SentForm, 'pageId' | 'field' | 'text'> {
  return wysiwygContent === undefined ? { pageId, field: 'content', text: content } : { pageId, field: 'wysiwygContent', text: wysiwygContent }
}

function plainField({ plain }: SentText): Record<string, string> {
  return plain === undefined ? {} : { plain }
}

async function requirePage(ctx: Context, id: number): Promise<ContentRow> {
  const row = await requireContent(ctx, id, { trashed: true })
  if (row.type !== 'page' && row.type !== 'blogpost') throw badRequest('threads stand below pages and blog posts', {
    field: 'id', forPrograms: true,
  })
  return row
}

function bodyOf(input: SentText): BodyInput {
  if (input.wysiwygContent !== undefined) return { value: input.wysiwygContent, representation: 'storage' }
  if (input.plain === 'true') return { value: textToStorage(input.content ?? ''), representation: 'storage' }
  return { value: input.content ?? '', representation: 'wiki' }
}
