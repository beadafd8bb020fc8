import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { requireTokenOfUser } from '#platform/server/http/xsrf.ts'
import { captchaIn } from '#features/captcha/server/index.ts'
import { commentPath, pagePath } from '#features/content-core/address-shared.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { purgeContent, type BodyInput } from '#features/content-core/server/write.ts'
import { pageParts } from '#features/content/server/index.ts'
import { SHOW_COMMENTS } from '../../threads.ts'
import { textToStorage } from '../../plain-text.ts'
import type { SentForm } from '../../view/CommentFormView.tsx'
import { PageCommentsView } from '../../view/CommentsView.tsx'
import {
  addCommentAction,
  editCommentAction,
  getThread,
  removeCommentAction,
  listThreads,
  type CommentsPart,
} from '../../view-contract.ts'
import { THREADS_PAGE_SIZE } from '../../shared.ts'
import { commentPlace } from '../inline.ts'
import { createComment, updateComment } from '../service.ts'
import { orRefusedForm } from './refused-form.ts'
import { requireComment } from './screens.ts'
import { commentCount } from '../store.ts'
import { loadThread, loadThreads } from './threads.ts'

/**
 * Comments on the page: its part with the first threads, the call for further ones, and the forms of the old product.
 */
export function commentViews(app: App): void {
  app.extensions.add(pageParts, {
    name: 'comments',
    count: commentCount,
    isOfPage: true,
    load: async (ctx, row, count): Promise<CommentsPart> => ({
      pageId: String(row.id),
      ...(await loadThreads(ctx, row, { start: 0, limit: THREADS_PAGE_SIZE, isEmpty: count === 0 })),
    }),
    after: (value, { reader, token }) => h(PageCommentsView, { part: value as CommentsPart, reader, token }),
  })

  app.http.handle(listThreads, async ({ ctx, params, query, request }) => {
    const { results, more, size, ...facts } = await loadThreads(ctx, await requirePage(ctx, params.id), query)
    // The links count threads; the results hold their answers too.
    const { _links } = pageOf(request, ctx.app, query, Array.from({ length: size + (more ? 1 : 0) }))
    return { results, size, _links, ...facts }
  })

  app.http.handle(getThread, async ({ ctx, params }) =>
    loadThread(ctx, await requirePage(ctx, params.id), params.commentId),
  )

  app.http.handle(addCommentAction, ({ ctx, body, request }) => {
    requireTokenOfUser(request)
    const parentId = body.parentId === '' || body.parentId === undefined || body.parentId === 0 ? null : body.parentId
    const action = `/pages/doaddcomment.action?pageId=${body.pageId}`
    const form = {
      ...sent(body),
      title: 'Write a comment',
      isNew: true,
      action,
      hidden: { ...plainField(body), ...(parentId === null ? {} : { parentId: String(parentId) }) },
    }
    return orRefusedForm(ctx, request, form, async () => {
      const row = await createComment(ctx, {
        containerId: body.pageId,
        parentId,
        body: bodyOf(body),
        place: commentPlace({}),
        captcha: captchaIn(request),
      })
      return Answer.redirect(commentPath(body.pageId, row.id), 303)
    })
  })
  app.http.handle(editCommentAction, ({ ctx, body, request }) => {
    const action = `/pages/doeditcomment.action?pageId=${body.pageId}&commentId=${body.commentId}`
    return orRefusedForm(
      ctx,
      request,
      { ...sent(body), title: 'Edit comment', action, hidden: plainField(body) },
      async () => {
        const row = await requireComment(ctx, body)
        await updateComment(ctx, row, { version: row.version + 1, body: bodyOf(body) })
        return Answer.redirect(commentPath(body.pageId, row.id), 303)
      },
    )
  })
  app.http.handle(removeCommentAction, async ({ ctx, body }) => {
    await purgeContent(ctx, await requireComment(ctx, body))
    return Answer.redirect(`${pagePath(body.pageId)}&${SHOW_COMMENTS}=true`, 303)
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
  return wysiwygContent === undefined
    ? { pageId, field: 'content', text: content }
    : { pageId, field: 'wysiwygContent', text: wysiwygContent }
}

function plainField({ plain }: SentText): Record<string, string> {
  return plain === undefined ? {} : { plain }
}

/** A page, post or file that comments belong to. */
async function requirePage(ctx: Context, id: number): Promise<ContentRow> {
  const row = await requireContent(ctx, id, { trashed: true })
  if (row.type === 'comment')
    throw badRequest('threads stand below pages, blog posts and files', {
      field: 'id',
      forPrograms: true,
    })
  return row
}

function bodyOf(input: SentText): BodyInput {
  if (input.wysiwygContent !== undefined) return { value: input.wysiwygContent, representation: 'storage' }
  if (input.plain === 'true') return { value: textToStorage(input.content ?? ''), representation: 'storage' }
  return { value: input.content ?? '', representation: 'wiki' }
}
