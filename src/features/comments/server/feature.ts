import type { ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { unresolvedComments, type UnresolvedCounter } from '#features/attachments/server/index.ts'
import { captchaIn } from '#features/captcha/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import {
  bodyOf,
  contentCreators,
  contentFacets,
  contentIdIn,
  contentUpdaters,
  contentWire,
  parentOf,
  windowFor,
} from '#features/content/server/index.ts'
import { notificationKinds } from '#features/notifications/server/index.ts'
import type { ContentInput } from '#features/content/contract.ts'
import { listComments } from '../contract.ts'
import { commentScreens } from './view/screens.ts'
import { commentViews } from './view/index.ts'
import { quickCommentCalls } from './view/quick.ts'
import { migrations } from './migrations.ts'
import { commentNotifications } from './notifications.ts'
import { createComment, NO_TEXT, updateComment } from './service.ts'
import { locationOf, commentPlace, resolutionIn } from './inline.ts'
import { commentCounts, commentOf, commentsById, commentsOf } from './store.ts'
import type { CommentTable } from './tables.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** Comments of pages and posts: threads below, and those on marked text. */
export const commentsFeature: ServerFeature = {
  name: 'comments',
  messages: { de, en },
  migrations,
  register(app) {
    app.extensions.add(notificationKinds, ...commentNotifications)
    app.extensions.add(contentCreators, {
      type: 'comment',
      async create(ctx, input, request) {
        const body = bodyOf(input)
        if (!body) throw badRequest(NO_TEXT, { field: 'body' })
        const containerId = contentIdIn(input.container?.id)
        if (!containerId)
          throw badRequest('the page, blog post or file to comment on', { field: 'container.id', forPrograms: true })
        return createComment(ctx, {
          containerId,
          parentId: parentOf(input) ?? null,
          body,
          place: commentPlace(input.extensions),
          extensions: input.extensions,
          captcha: captchaIn(request),
        })
      },
    })
    app.extensions.add(contentUpdaters, {
      type: 'comment',
      async update(ctx, row, input) {
        const version = input.version?.number
        if (version === undefined)
          throw badRequest('is required, the current number + 1', {
            field: 'version.number',
            forPrograms: true,
          })
        return updateComment(ctx, row, {
          version,
          body: bodyOf(input),
          message: input.version?.message ?? undefined,
          resolution: await changedResolution(ctx, row, input),
        })
      },
    })
    app.extensions.add(contentFacets, {
      type: 'comment',
      async load(ctx, rows) {
        const found = await commentsById(
          ctx,
          rows.map(row => row.id),
        )
        return new Map(
          found.map(comment => [
            comment.content_id,
            {
              extensions: {
                location: locationOf(comment),
                ...(comment.location === 'inline' || comment.marker_ref !== null
                  ? {
                      inlineProperties: {
                        markerRef: comment.marker_ref ?? '',
                        originalSelection: comment.original_selection ?? '',
                        ...(comment.serialized_highlights && {
                          serializedHighlights: comment.serialized_highlights,
                        }),
                      },
                    }
                  : {}),
                resolution: { status: comment.resolution },
              },
            },
          ]),
        )
      },
    })
    app.extensions.add(unresolvedComments, countUnresolved)
    commentViews(app)
    commentScreens(app)
    quickCommentCalls(app)
    app.http.handle(listComments, async ({ ctx, params, query, request }) => {
      const row = await requireContent(ctx, params.id)
      const expand = parseExpand(query.expand)
      const window = windowFor(query, expand)
      const page = pageOf(request, ctx.app, window, await commentsOf(ctx, row, window))
      return { ...page, results: await contentWire(ctx, page.results, expand) }
    })
  },
}

const countUnresolved: UnresolvedCounter = async (ctx, fileIds) => {
  const counts = await commentCounts(ctx.app.database, fileIds)
  return new Map([...counts].map(([id, { unresolved }]) => [id, unresolved]))
}

/** Clients send back what they have read: only another resolution than the comment's is a change. */
async function changedResolution(
  ctx: Context,
  row: ContentRow,
  { extensions }: ContentInput,
): Promise<CommentTable['resolution'] | undefined> {
  const status = resolutionIn(extensions)
  if (status === undefined) return undefined
  return status === (await commentOf(ctx.app.database.read, row.id))?.resolution ? undefined : status
}
