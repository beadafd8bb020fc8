import type { App } from '#platform/server/app.ts'
import type { Phrase } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import { listSpaceImports, uploadSpaceExport, type SpaceImportView } from '../contract.ts'
import type { ImportSummary } from './stored.ts'
import { acceptUpload } from './upload.ts'
import { listUploads, type UploadRow } from './upload-store.ts'

/** Calls for administrators: uploading exports, and what became of them. */
export function importRoutes({ http, database }: App): void {
  http.handle(uploadSpaceExport, async ({ ctx, query, request }) => {
    await requireElevatedAdministrator(ctx)
    const { filename, atl_token: _, ...options } = query
    const row = await acceptUpload(ctx, request.body, filename, options)
    return viewOf(ctx, row, ctx.viewer.username)
  })
  http.handle(listSpaceImports, async ({ ctx, query, request }) => {
    requireAdministrator(ctx)
    const page = pageOf(request, ctx.app, query, await listUploads(database.read, query))
    const owners = await accountsById(
      ctx.app,
      page.results.map(row => row.owner_id),
    )
    return {
      ...page,
      results: page.results.map(row => viewOf(ctx, row, owners.get(row.owner_id ?? 0)?.username ?? '')),
    }
  })
}

function viewOf(ctx: Context, row: UploadRow, owner: string): SpaceImportView {
  const { t } = readerOf(ctx)
  const textOf = ({ key, values }: Phrase) => t(key, values as Record<string, string | number>)
  const result = row.result === null ? undefined : (JSON.parse(row.result) as ImportSummary)
  return {
    id: String(row.id),
    state: row.state,
    owner,
    fileName: row.file_name,
    fileSize: row.file_size,
    createTime: row.created_at,
    finishTime: row.finished_at,
    percentageComplete: row.progress,
    spaces: result?.spaces ?? [],
    counts: result?.counts ?? [],
    remarks: (result?.remarks ?? []).map(textOf),
    moreRemarks: result?.more ?? 0,
    errorMessage: row.error === null ? null : textOf(JSON.parse(row.error) as Phrase),
  }
}
