import { createElement as h, type ReactNode } from 'react'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { DocumentParts } from '#platform/server/http/document.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { firstValue, handleScreen, screenFrame, type ScreenRequest } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { captchaForComment } from '#features/captcha/server/index.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import { storageOf, type ContentRow } from '#features/content-core/server/read.ts'
import { storageToText } from '../../plain-text.ts'
import { CommentScreenView, RemoveCommentView, type SentForm } from '../../view/CommentFormView.tsx'
import { views } from './threads.ts'

/** The forms for comments at separate addresses, for readers without script and where the form in the page fails. */
export function commentScreens(app: App): void {
  handleScreen(app, '/pages/addcomment.action', 'The form for a comment', async asked => {
    const page = await pageIn(asked)
    await authorise(asked.ctx, page, 'createComment')
    return screen(asked.ctx, newComment(page.id, null), page)
  })
  handleScreen(app, '/pages/replycomment.action', 'The form for an answer to a comment', async asked => {
    const { page, comment } = await commentIn(asked)
    await authorise(asked.ctx, page, 'createComment')
    const [view] = await views(asked.ctx, page, [comment])
    return screen(asked.ctx, newComment(page.id, comment.id), page, view?.html)
  })
  handleScreen(app, '/pages/editcomment.action', 'The form for a change of a comment', async asked => {
    const { page, comment } = await commentIn(asked)
    await authorise(asked.ctx, comment, 'update')
    const storage = (await storageOf(asked.ctx.app, [comment])).get(comment.id) ?? ''
    return screen(asked.ctx, changedComment(page.id, comment.id, storage), page)
  })
  handleScreen(app, '/pages/removecomment.action', 'Asks before a comment is deleted', async asked => {
    const { page, comment } = await commentIn(asked)
    await authorise(asked.ctx, comment, 'delete')
    const [view] = await views(asked.ctx, page, [comment])
    const { ctx } = asked
    const title = readerOf(ctx).t('Are you sure you want to delete the comment?')
    return whole(
      ctx,
      title,
      page,
      h(RemoveCommentView, {
        pageId: page.id,
        commentId: comment.id,
        html: view?.html ?? '',
        reader: readerOf(ctx),
        token: ctx.authentication.xsrfToken,
      }),
    )
  })
}

/**
 * A comment of a page.
 * @throws HttpError 400 when the page has no such comment, 404 when one may not see it
 */
export async function requireComment(
  ctx: Context,
  { pageId, commentId }: { pageId: number; commentId: number },
): Promise<ContentRow> {
  const row = await requireContent(ctx, commentId)
  if (row.type !== 'comment' || row.container_id !== pageId) {
    throw badRequest('there is no such comment on this page', { field: 'commentId' })
  }
  return row
}

function newComment(pageId: number, parentId: number | null): SentForm {
  return {
    title: parentId === null ? 'Write a comment' : 'Reply to a comment',
    action: `/pages/doaddcomment.action?pageId=${pageId}`,
    pageId,
    hidden: { plain: 'true', ...(parentId === null ? {} : { parentId: String(parentId) }) },
    field: 'content',
    text: '',
  }
}

function changedComment(pageId: number, commentId: number, storage: string): SentForm {
  const text = storageToText(storage)
  const base = {
    title: 'Edit comment',
    action: `/pages/doeditcomment.action?pageId=${pageId}&commentId=${commentId}`,
    pageId,
  }
  return text === undefined
    ? { ...base, hidden: {}, field: 'wysiwygContent', text: storage }
    : { ...base, hidden: { plain: 'true' }, field: 'content', text }
}

function screen(ctx: Context, form: SentForm, page: ContentRow, answered?: string): DocumentParts {
  const reader = readerOf(ctx)
  const isNew = form.action.startsWith('/pages/doaddcomment')
  const view = h(CommentScreenView, {
    form,
    reader,
    token: ctx.authentication.xsrfToken,
    answered,
    captcha: isNew ? captchaForComment(ctx) : undefined,
  })
  return whole(ctx, reader.t(form.title), page, view)
}

function whole(ctx: Context, title: string, page: ContentRow, view: ReactNode): DocumentParts {
  const breadcrumbs = [{ label: page.title, href: pagePath(page.id) }]
  return { title, main: screenFrame(ctx, { title, breadcrumbs, width: 'normal' }, view), isWhole: true }
}

function idIn({ query }: ScreenRequest, name: string): number {
  const id = Number(firstValue(query[name]))
  if (!Number.isSafeInteger(id) || id < 1) throw badRequest('is required', { field: name, forPrograms: true })
  return id
}

/** The subject of comments: a page, post or file. */
async function pageIn(asked: ScreenRequest): Promise<ContentRow> {
  const page = await requireContent(asked.ctx, idIn(asked, 'pageId'))
  if (page.type === 'comment') throw notFound()
  return page
}

async function commentIn(asked: ScreenRequest): Promise<{ page: ContentRow; comment: ContentRow }> {
  const page = await pageIn(asked)
  const comment = await requireComment(asked.ctx, { pageId: page.id, commentId: idIn(asked, 'commentId') })
  return { page, comment }
}
