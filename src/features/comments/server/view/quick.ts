import type { BodyOf } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { friendlyTime, fullTime } from '#platform/friendly-time.ts'
import { captchaIn } from '#features/captcha/server/index.ts'
import { commentPath } from '#features/content-core/address-shared.ts'
import { permissionsOn, requireContent } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { setContentWatch } from '#features/watches/server/index.ts'
import { editCommentPath, removeCommentPath, replyCommentPath } from '../../addresses.ts'
import {
  quickAddComment,
  quickChangeComment,
  quickChangeCommentByPost,
  quickReply,
  type QuickComment,
} from '../../quick-contract.ts'
import { commentPlace } from '../inline.ts'
import { createComment, updateComment } from '../service.ts'
import { commentOf } from '../store.ts'
import { requireComment } from './screens.ts'
import { views } from './threads.ts'

type Fields = BodyOf<typeof quickAddComment>

/** The calls by which pages of the old product write comments, on the same service as all others. */
export function quickCommentCalls(app: App): void {
  const add = async (
    ctx: Context,
    { pageId, parentId }: { pageId: number; parentId: number | null },
    { html, uuid, watch, actions }: Fields,
    captcha: ReturnType<typeof captchaIn>,
  ) => {
    const body = { value: html, representation: 'editor' }
    const row = await createComment(ctx, {
      containerId: pageId,
      parentId,
      body,
      place: commentPlace({}),
      captcha,
      uuid,
    })
    const page = await requireContent(ctx, pageId)
    if (watch === 'true' && ctx.viewer.userId !== null) await setContentWatch(ctx, page, ctx.viewer.userId, true)
    return quickCommentOf(ctx, page, row, actions === 'true')
  }
  app.http.handle(quickAddComment, ({ ctx, params, body, request }) =>
    add(ctx, { pageId: params.id, parentId: null }, body, captchaIn(request)),
  )
  app.http.handle(quickReply, ({ ctx, params, body, request }) =>
    add(ctx, { pageId: params.id, parentId: params.commentId }, body, captchaIn(request)),
  )
  for (const endpoint of [quickChangeComment, quickChangeCommentByPost] as const) {
    app.http.handle(endpoint, async ({ ctx, params, body }) => {
      const row = await requireComment(ctx, { pageId: params.id, commentId: params.commentId })
      const text = { value: body.html, representation: 'editor' }
      const changed = await updateComment(ctx, row, { version: row.version + 1, body: text })
      return quickCommentOf(ctx, await requireContent(ctx, params.id), changed, body.actions === 'true')
    })
  }
}

/** A comment as those calls answer it. */
async function quickCommentOf(
  ctx: Context,
  page: ContentRow,
  row: ContentRow,
  withActions: boolean,
): Promise<QuickComment> {
  const [view] = await views(ctx, page, [row])
  const mayReply = (await permissionsOn(ctx, page)).createComment
  const t = ctx.app.texts.for(ctx.locale)
  const action = (id: string, label: string, style: string, url: string, tooltip: string | null = null) => ({
    id,
    label,
    url,
    style,
    tooltip,
  })
  const place = [page.id, row.id] as const
  const permalink = commentPath(...place)
  const written = fullTime(row.created_at, ctx.locale, ctx.viewer.timeZone)
  const ago = friendlyTime(row.created_at, Date.now(), ctx.locale, ctx.viewer.timeZone)
  return {
    id: row.id,
    html: view?.html ?? '',
    asyncRenderSafe: true,
    ownerId: page.id,
    parentId: row.parent_id ?? 0,
    isInlineComment: (await commentOf(ctx.app.database.read, row.id))?.location === 'inline',
    primaryActions: withActions
      ? [
          ...(mayReply
            ? [action('reply-comment', t('Reply'), 'action-reply-comment', replyCommentPath(...place))]
            : []),
          ...(view?.may.update
            ? [action('edit-comment', t('Edit'), 'comment-action-edit', editCommentPath(...place))]
            : []),
          ...(view?.may.delete
            ? [action('remove-comment', t('Delete'), 'comment-action-remove', removeCommentPath(...place))]
            : []),
          action('comment-date', ago, 'comment-date', permalink, written),
        ]
      : [],
    secondaryActions: withActions
      ? [action('comment-permalink', t('Permanent link'), 'comment-permalink', permalink, t('Permanent link'))]
      : [],
  }
}
