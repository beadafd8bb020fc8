import { translated, type Phrase } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { csvAnswer, csvLine, csvParts } from '#platform/server/http/csv.ts'
import { downloadAnswer } from '#platform/server/http/download.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { requireAdministrator } from '#features/accounts/server/index.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import {
  importCountsCsv,
  importRemarksCsv,
  importReport,
  importReportJson,
  listImportRemarks,
  type ImportCount,
  type ImportRemark,
  type ImportReportView,
} from '../contract.ts'
import { peopleCounts } from './people-store.ts'
import {
  countRemarks,
  countsIn,
  countSubjects,
  listRemarks,
  type RemarkFilter,
  type RemarkRow,
} from './report-store.ts'
import { countsOf } from './routes.ts'
import type { RunRow } from './run-store.ts'
import { importedSpaces } from './store.ts'
import { requireRun } from './upload.ts'

/** Subjects that a report lists. */
const MOST_SUBJECTS = 200
/** Remarks read at once for a download. */
const DOWNLOAD_BATCH = 500

/** Calls for administrators: the report of an import, to read and to download. */
export function reportRoutes({ http, database }: App): void {
  http.handle(importReport, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    return reportOf(ctx, await requireRun(database.read, params.id))
  })
  http.handle(listImportRemarks, async ({ ctx, params, query, request }) => {
    requireAdministrator(ctx)
    const { id } = await requireRun(database.read, params.id)
    const { start, limit, ...filter } = query
    const rows = await listRemarks(database.read, id, filter, { start, limit: limit + 1 })
    return pageOf(request, ctx.app, query, rows.map(remarkIn(ctx)))
  })
  http.handle(importRemarksCsv, async ({ ctx, params, query }) => {
    requireAdministrator(ctx)
    const { id } = await requireRun(database.read, params.id)
    return csvAnswer('import-remarks.csv', remarkLines(ctx, id, query))
  })
  http.handle(importCountsCsv, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    const report = await reportOf(ctx, await requireRun(database.read, params.id))
    return csvAnswer('import-counts.csv', countLines(report))
  })
  http.handle(importReportJson, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    const row = await requireRun(database.read, params.id)
    return downloadAnswer('import-report.json', 'application/json', jsonOf(ctx, row))
  })
}

/** The counts of an import by spaces, and of its remarks by topics. */
export async function reportOf({ app }: Context, row: RunRow): Promise<ImportReportView> {
  const { read } = app.database
  const spaces = await importedSpaces(app.database, [row.id])
  return {
    spaces: spaces.map(({ key, source_key, name, state, counts, remarks }) => ({
      key,
      sourceKey: source_key,
      name,
      isDone: state === 'done',
      counts: countsOf(countsIn(counts)),
      remarks,
    })),
    site: { counts: countsOf(countsIn(row.counts)), remarks: row.remarks },
    people: await peopleCounts(read, row.id),
    topics: await countRemarks(read, row.id),
    subjects: await countSubjects(read, row.id, MOST_SUBJECTS),
  }
}

/** Brings stored remarks into the reader's language. */
function remarkIn(ctx: Context): (row: RemarkRow) => ImportRemark {
  const { t } = readerOf(ctx)
  return row => ({
    id: String(row.id),
    space: row.space_key,
    topic: row.topic,
    effect: row.effect,
    subject: row.subject,
    page: pageOfRemark(row),
    text: translated(t, JSON.parse(row.phrase) as Phrase),
  })
}

function pageOfRemark(row: RemarkRow): ImportRemark['page'] {
  const { page_id: id, page_type: type, page_title: title, space_key } = row
  if (id === null || type === null || title === null || space_key === null || row.page_status !== 'current') return null
  const content = { id, type, status: 'current' as const, title, posting_day: row.page_day, container_id: null }
  return { id: String(id), title, url: contentPath(content, space_key) }
}

/**
 * The report of an import for a file.
 * @param format `csv` has the remarks alone
 */
export async function* reportPieces(ctx: Context, runId: number, format: 'csv' | 'json'): AsyncGenerator<string> {
  if (format === 'csv') yield* csvParts(remarkLines(ctx, runId, {}))
  else yield* jsonOf(ctx, await requireRun(ctx.app.database.read, runId))
}

/** All stored remarks, read part by part. */
async function* allRemarks(ctx: Context, runId: number, filter: RemarkFilter): AsyncGenerator<ImportRemark[]> {
  for (let after = 0; ;) {
    const rows = await listRemarks(ctx.app.database.read, runId, filter, { after, limit: DOWNLOAD_BATCH })
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield rows.map(remarkIn(ctx))
  }
}

async function* remarkLines(ctx: Context, runId: number, filter: RemarkFilter): AsyncGenerator<string> {
  yield csvLine(['Space', 'Topic', 'Effect', 'Subject', 'Page id', 'Page', 'Address', 'Remark'])
  for await (const remarks of allRemarks(ctx, runId, filter))
    yield remarks
      .map(({ space, topic, effect, subject, page, text }) => {
        const of = page ? [page.id, page.title, ctx.app.baseUrl + page.url] : ['', '', '']
        return csvLine([space ?? '', topic, effect, subject ?? '', ...of, text])
      })
      .join('')
}

function* countLines({ spaces, site }: ImportReportView): Generator<string> {
  yield csvLine(['Space', 'Key in the export', 'Kind', 'In the export', 'Arrived', 'Changed', 'Left out'])
  for (const { key, sourceKey, counts } of spaces) yield countRows([key, sourceKey], counts)
  yield countRows(['', ''], site.counts)
}

function countRows(of: readonly [key: string, sourceKey: string], counts: readonly ImportCount[]): string {
  return counts
    .map(({ what, source, arrived, changed, skipped }) => csvLine([...of, what, source, arrived, changed, skipped]))
    .join('')
}

async function* jsonOf(ctx: Context, row: RunRow): AsyncGenerator<string> {
  const report = JSON.stringify(await reportOf(ctx, row), null, 1)
  yield `${report.slice(0, -2)},\n "remarks": [`
  let separator = '\n'
  for await (const remarks of allRemarks(ctx, row.id, {}))
    for (const remark of remarks) {
      yield separator + JSON.stringify(remark)
      separator = ',\n'
    }
  yield '\n]\n}\n'
}
