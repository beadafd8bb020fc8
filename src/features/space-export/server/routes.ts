import { createElement as h, type ReactElement } from 'react'
import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { renderDocument, type DocumentParts } from '#platform/server/http/document.ts'
import { takesHtml } from '#platform/server/http/error-page.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { firstValue, handleScreen, screenFrame, type ScreenRequest } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import { fileAnswer } from '#features/attachments/server/index.ts'
import { spaceFrame, spaceTree } from '#features/content/server/index.ts'
import { spacePath, spaceRow, type Space } from '#features/spaces/server/index.ts'
import { beginExport, downloadSpaceExport, getSpaceExport, type SpaceExportView } from '../contract.ts'
import { DOWNLOAD_CLASS, EXPORT_PATH, exportHref, PROGRESS_PATH } from '../shared.ts'
import { ExportFormView } from '../view/ExportFormView.tsx'
import { ExportStateView } from '../view/ExportStateView.tsx'
import { requestExport, requireExportableSpace } from './service.ts'
import { exportOf, type SpaceExportRow } from './store.ts'

/** Asking for an export, how it goes, and its file. */
export function exportRoutes(app: App): void {
  const { http } = app
  screens(app)
  http.handle(beginExport, async ({ ctx, body, request }) => {
    const space = await requireExportableSpace(ctx, body.key)
    const row = await requestExport(ctx, space, {
      comments: body.includeComments,
      rights: body.contentOption === 'all',
    })
    // Programs read the page that they get, and not all of them go where they are sent.
    if (takesHtml(request)) return Answer.redirect(progressHref(space, row), 303)
    const parts = await progressDocument(ctx, space, await exportView(ctx, row, space))
    return Answer.html(await renderDocument(ctx, request, parts), 200, { 'cache-control': 'private, no-store' })
  })
  http.handle(getSpaceExport, async ({ ctx, params }) => {
    const row = await requireExport(ctx, params.id)
    return exportView(ctx, row, await requireSpaceOf(ctx, row))
  })
  http.handle(downloadSpaceExport, async ({ ctx, params, request }) => {
    const row = await requireExport(ctx, params.id)
    const space = await requireSpaceOf(ctx, row)
    const { sha256, size, finished_at } = row
    if (sha256 === null || size === null || params.name !== fileName(space, row)) throw noExport(params.id)
    return fileAnswer(ctx.app, request, {
      title: params.name,
      mediaType: 'application/zip',
      sha256,
      size,
      modifiedAt: finished_at ?? row.created_at,
      immutable: false,
      forSaving: true,
    })
  })
}

function screens(app: App): void {
  handleScreen(app, EXPORT_PATH, 'A space as XML: the form', async ({ ctx, query }) => {
    const space = await requireExportableSpace(ctx, keyIn(query))
    const reader = readerOf(ctx)
    const token = ctx.authentication.xsrfToken
    return spaceDocument(ctx, space, form => ({
      main: form(h(ExportFormView, { reader, token, spaceKey: space.key, spaceUrl: spacePath(space) })),
      isWhole: true,
    }))
  })
  for (const path of ['/spaces/exportspacehtml.action', '/spaces/exportspacecsv.action']) {
    handleScreen(app, path, 'A space as HTML or CSV, by an address of the old product: as XML', async asked => {
      const space = await requireExportableSpace(asked.ctx, keyIn(asked.query))
      return Answer.redirect(exportHref(space.key))
    })
  }
  handleScreen(app, PROGRESS_PATH, 'How an export of a space goes', async ({ ctx, query }) => {
    const row = await requireExport(ctx, Number(firstValue(query['export'])))
    const space = await requireSpaceOf(ctx, row)
    return progressDocument(ctx, space, await exportView(ctx, row, space))
  })
}

function keyIn(query: ScreenRequest['query']): string {
  const key = firstValue(query['key']) ?? firstValue(query['spaceKey'])
  if (!key) throw notFound('The address names no space', { forPrograms: true })
  return key
}

function progressHref({ key }: Space, { id }: SpaceExportRow): string {
  return `${PROGRESS_PATH}?key=${encodeURIComponent(key)}&export=${id}`
}

/** A screen of the export in the frame of its space. */
async function spaceDocument(
  ctx: Context,
  space: Space,
  build: (frame: (content: ReactElement) => ReactElement) => Partial<DocumentParts>,
): Promise<DocumentParts> {
  const title = readerOf(ctx).t('Export space')
  const tree = await spaceTree(ctx, space, undefined)
  const breadcrumbs = [{ label: space.name, href: spacePath(space) }]
  const { queries = [], ...parts } = build(content => screenFrame(ctx, { title, breadcrumbs }, content))
  const inSpace = spaceFrame(ctx, tree)
  return { title: `${title} - ${space.name}`, ...inSpace, ...parts, queries: [...inSpace.queries, ...queries] }
}

function progressDocument(ctx: Context, space: Space, view: SpaceExportView): Promise<DocumentParts> {
  const reader = readerOf(ctx)
  return spaceDocument(ctx, space, frame => ({
    noscript: frame(h(ExportStateView, { reader, view })),
    metas: [{ name: 'ajs-pollURI', content: `/rest/oxbow/1.0/space-exports/${view.id}` }],
    queries: [{ key: endpointKey(getSpaceExport, { params: { id: view.id } }), data: view }],
  }))
}

/** @throws HttpError 404 where the viewer asked for none of that id, or its file was kept long enough */
async function requireExport(ctx: Context, id: number): Promise<SpaceExportRow> {
  const accountId = requireUser(ctx)
  const row = Number.isSafeInteger(id) ? await exportOf(ctx.app.database.read, id, accountId) : undefined
  if (!row) throw noExport(id)
  return row
}

function noExport(id: number): Error {
  return notFound('There is no export {{id}} of yours, or its file was removed: export the space again', {
    values: { id },
  })
}

/** The space of an export, as long as the viewer may export it. */
async function requireSpaceOf(ctx: Context, row: SpaceExportRow): Promise<Space> {
  const space = await spaceRow(ctx.app.database.read, row.space_id)
  if (!space) throw noExport(row.id)
  return requireExportableSpace(ctx, space.key)
}

async function exportView(ctx: Context, row: SpaceExportRow, space: Space): Promise<SpaceExportView> {
  const { t } = readerOf(ctx)
  const job = await ctx.app.jobs.get(row.job_id)
  const isThere = row.sha256 !== null
  const hasFailed = !isThere && (job === undefined || job.state === 'failed')
  const result = isThere ? `/download/export/${row.id}/${encodeURIComponent(fileName(space, row))}` : null
  const link = result && `<a class="${DOWNLOAD_CLASS}" href="${result}">${t('Download')}</a>`
  return {
    id: row.id,
    space: { key: space.key, name: space.name, url: spacePath(space) },
    percentageComplete: isThere ? 100 : (job?.progress ?? 0),
    complete: isThere || hasFailed,
    successful: isThere,
    result,
    message: link
      ? `${t('Export complete.')} ${link}`
      : t(hasFailed ? 'The export failed. Try it again.' : 'Exporting…'),
    lostFiles: row.lost_files,
  }
}

/** `DOC-2026-01-31.zip` */
function fileName({ key }: Space, { created_at }: SpaceExportRow): string {
  return `${key}-${new Date(created_at).toISOString().slice(0, 10)}.zip`
}
