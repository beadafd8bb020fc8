import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { firstValue, handleScreen } from '#platform/server/http/screen.ts'
import { contentId } from '#platform/wire.ts'
import { permissionsOn } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { listOf, requirePage, seededPages, toolDocument } from '#features/page-tools/server/index.ts'
import { listAttachmentVersions, listAttachmentViews } from '../../view-contract.ts'
import { ATTACHMENTS_PAGE_SIZE } from '../../shared.ts'
import { AttachmentsView } from '../../view/AttachmentsView.tsx'
import { requireAttachment } from '../service/find.ts'
import { attachmentChunkSize, maxAttachmentSize } from '../settings.ts'
import { spaceAttachmentScreen } from './space-screen.ts'
import { attachmentVersions, attachmentViews } from './views.ts'

/** The screens of a page's and a space's attachments, and the calls behind them. */
export function attachmentScreens(app: App): void {
  spaceAttachmentScreen(app)
  app.http.handle(listAttachmentViews, async ({ ctx, params, query, request }) => {
    const page = await requirePage(ctx, params.id)
    return {
      ...pageOf(request, ctx.app, query, await attachmentViews(ctx, page, query)),
      ...(await offered(ctx, page)),
    }
  })
  app.http.handle(listAttachmentVersions, async ({ ctx, params, query, request }) =>
    pageOf(
      request,
      ctx.app,
      query,
      await attachmentVersions(ctx, await requireAttachment(ctx, params.id, params.aid), query),
    ),
  )

  handleScreen(app, '/pages/viewpageattachments.action', 'Attachments of a page', async ({ ctx, query }) => {
    const id = contentId.safeParse(firstValue(query['pageId']) ?? '')
    if (!id.success) throw badRequest('the id of a page is required', { field: 'pageId', forPrograms: true })
    const start = Math.max(0, Math.min(1e9, Math.trunc(Number(firstValue(query['start']) ?? 0)) || 0))
    const row = await requirePage(ctx, id.data)
    const files = await attachmentViews(ctx, row, { start, limit: ATTACHMENTS_PAGE_SIZE })
    const page = { ...listOf(files, start, ATTACHMENTS_PAGE_SIZE), ...(await offered(ctx, row)) }
    return toolDocument(ctx, row, async (head, reader) => ({
      title: reader.t('Attachments'),
      tool: 'attachments',
      noscript: h(AttachmentsView, {
        pageId: head.id,
        files: page.results,
        reader,
        token: ctx.authentication.xsrfToken,
        maxSize: page.mayAttach ? page.maxSize : undefined,
        next:
          page._links.next &&
          `/pages/viewpageattachments.action?pageId=${head.id}&start=${start + ATTACHMENTS_PAGE_SIZE}`,
      }),
      queries: start === 0 ? [seededPages(listAttachmentViews, { params: { id: head.id } }, page)] : [],
    }))
  })
}

async function offered(
  ctx: Context,
  page: ContentRow,
): Promise<{ mayAttach: boolean; maxSize: number; chunkSize: number }> {
  return {
    mayAttach: (await permissionsOn(ctx, page)).createAttachment,
    maxSize: ctx.app.settings.get(maxAttachmentSize),
    chunkSize: ctx.app.settings.get(attachmentChunkSize),
  }
}
