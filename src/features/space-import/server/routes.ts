import { translated, type Phrase } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import {
  cancelSpaceImport,
  checkImportKey,
  deleteSpaceImport,
  getSpaceImport,
  listSpaceImports,
  startSpaceImport,
  uploadSpaceExport,
  type AnalysedSpace,
  type ImportCount,
  type SpaceImportView,
} from '../contract.ts'
import { countsIn } from './report-store.ts'
import type { ImportAnalysis } from './run/analysis.ts'
import { obstacleOf } from './run/plan.ts'
import { addCounts, type ImportCounts } from './run/report.ts'
import { isAlive, listRuns, type RunOptions, type RunRow } from './run-store.ts'
import { importedSpaces, type ImportedSpaceRow } from './store.ts'
import { countsByKind } from './stored-report.ts'
import { acceptUpload, cancelRun, canStart, removeRun, requireRun, startRun } from './upload.ts'

/** Calls for administrators: uploading exports, choosing what is imported, starting and cancelling. */
export function importRoutes({ http, database }: App): void {
  http.handle(uploadSpaceExport, async ({ ctx, query, request }) => {
    await requireElevatedAdministrator(ctx)
    const { filename: fileName, atl_token: _, review = false, ...options } = query
    return viewOf(ctx, await acceptUpload(ctx, request.body, { fileName, review, options }))
  })
  http.handle(listSpaceImports, async ({ ctx, query, request }) => {
    requireAdministrator(ctx)
    const page = pageOf(request, ctx.app, query, await listRuns(database.read, query))
    return { ...page, results: await viewsOf(ctx, page.results) }
  })
  http.handle(getSpaceImport, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    const row = await requireRun(database.read, params.id)
    const { enableUsers = false, update = false, timeZone = '', baseUrl = '' } = JSON.parse(row.options) as RunOptions
    return {
      ...(await viewOf(ctx, row)),
      analysis: await analysisOf(ctx, row),
      options: { enableUsers, update, timeZone, baseUrl },
    }
  })
  http.handle(checkImportKey, async ({ ctx, params, query }) => {
    requireAdministrator(ctx)
    const { fingerprint } = await requireRun(database.read, params.id)
    return shownObstacle(ctx, fingerprint, { key: query.space, target: query.target })
  })
  http.handle(startSpaceImport, async ({ ctx, params, body }) => {
    await requireElevatedAdministrator(ctx)
    return viewOf(ctx, await startRun(ctx, params.id, body))
  })
  http.handle(cancelSpaceImport, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    return viewOf(ctx, await cancelRun(ctx, params.id))
  })
  http.handle(deleteSpaceImport, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    await removeRun(ctx, params.id)
  })
}

async function viewOf(ctx: Context, row: RunRow): Promise<SpaceImportView> {
  const [view] = await viewsOf(ctx, [row])
  if (!view) throw new Error('one row has one view')
  return view
}

async function viewsOf(ctx: Context, rows: readonly RunRow[]): Promise<SpaceImportView[]> {
  const owners = await accountsById(
    ctx.app,
    rows.map(row => row.owner_id),
  )
  const spaces = Map.groupBy(
    await importedSpaces(
      ctx.app.database,
      rows.map(row => row.id),
    ),
    space => space.run_id,
  )
  return rows.map(row => viewOfRow(ctx, row, owners.get(row.owner_id ?? 0)?.username ?? '', spaces.get(row.id) ?? []))
}

function viewOfRow(ctx: Context, row: RunRow, owner: string, spaces: readonly ImportedSpaceRow[]): SpaceImportView {
  const { t } = readerOf(ctx)
  const textOf = (phrase: Phrase) => translated(t, phrase)
  const counts = [row, ...spaces].reduce((sum, of) => addCounts(sum, countsIn(of.counts)), countsIn('{}'))
  const isWorkedOn = row.state === 'PROCESSING' || row.state === 'CANCELLING'
  return {
    id: String(row.id),
    origin: row.origin,
    state: row.state,
    isAlive: !isWorkedOn || isAlive(row),
    canGoOn: canStart(row),
    owner,
    fileName: row.file_name,
    fileSize: row.file_size,
    createTime: row.created_at,
    finishTime: row.finished_at,
    percentageComplete: row.progress,
    spaces: spaces.map(({ key, name }) => ({ key, name })),
    counts: countsOf(counts),
    remarks: [row, ...spaces].reduce((sum, { remarks }) => sum + remarks, 0),
    errorMessage: row.error === null ? null : textOf(JSON.parse(row.error) as Phrase),
  }
}

/** Counts as calls show them. */
export function countsOf(counts: ImportCounts): ImportCount[] {
  return [...countsByKind(counts)].map(([what, count]) => ({ what, ...count }))
}

/** The spaces of an export that was read, with the choices that were made; null before it was. */
async function analysisOf(ctx: Context, row: RunRow): Promise<{ spaces: AnalysedSpace[] } | null> {
  if (row.analysis === null) return null
  const { spaces } = JSON.parse(row.analysis) as ImportAnalysis
  const { key: only, spaces: chosen } = JSON.parse(row.options) as RunOptions
  const targets = chosen && new Map(chosen.map(space => [space.key, space.target]))
  const shown: AnalysedSpace[] = []
  for (const { key, name, counts } of spaces) {
    const target = targets ? (targets.get(key) ?? key) : (only ?? key)
    shown.push({
      key,
      target,
      name,
      isChosen: targets ? targets.has(key) : true,
      ...(canStart(row) ? await shownObstacle(ctx, row.fingerprint, { key, target }) : NO_OBSTACLE),
      counts: countsOf(counts),
    })
  }
  return { spaces: shown }
}

const NO_OBSTACLE = { problem: null, canUpdate: false }

/** {@link obstacleOf} in the reader's language. */
async function shownObstacle(
  ctx: Context,
  fingerprint: string | null,
  space: { key: string; target: string },
): Promise<Pick<AnalysedSpace, 'problem' | 'canUpdate'>> {
  const { problem, canUpdate } = await obstacleOf(ctx, fingerprint ?? '', space)
  return { problem: problem ? translated(readerOf(ctx).t, problem) : null, canUpdate }
}
