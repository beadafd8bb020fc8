import type { ResponseOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { csvAnswer, csvLine } from '#platform/server/http/csv.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import type { Answer } from '#platform/server/http/http.ts'
import { isoTime } from '#platform/wire.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import type { diagramApproximations, diagramReport, ReportedDiagram } from '../contract.ts'
import { approximationsOf, placeOf, reportedDiagrams, type ReportFilter, type ReportPlace } from './store.ts'

/** Diagrams read at once for a download. */
const DOWNLOAD_BATCH = 200

/** A part of the report. @throws HttpError 400 for a cursor of another order */
export async function reportPart(
  ctx: Context,
  { cursor, limit, ...filter }: ReportFilter & { cursor?: string | undefined; limit: number },
): Promise<ResponseOf<typeof diagramReport>> {
  const after = cursor === undefined ? undefined : placeIn(cursor, filter)
  const rows = await reportedDiagrams(ctx, filter, { after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    results: shown.map(reported),
    nextCursor: rows.length > limit && last ? cursorOf(placeOf(last, filter.sort)) : null,
  }
}

type ReportRow = Awaited<ReturnType<typeof reportedDiagrams>>[number]

function reported(row: ReportRow): ReportedDiagram {
  return {
    attachmentId: String(row.content_id),
    name: row.name,
    page: {
      id: String(row.page_id),
      title: row.page_title,
      url: contentPath(
        {
          id: row.page_id,
          type: row.page_type,
          status: 'current',
          title: row.page_title,
          posting_day: row.page_day,
          container_id: null,
        },
        row.space_key,
      ),
    },
    space: { key: row.space_key, name: row.space_name },
    size: row.size,
    versions: row.versions,
    origin: row.origin,
    approximations: row.approximations,
    uses: row.uses,
    changedAt: isoTime(row.changed_at),
  }
}

function cursorOf({ value, id }: ReportPlace): string {
  return `${id}-${value}`
}

/** @throws HttpError 400 */
function placeIn(cursor: string, { sort }: ReportFilter): ReportPlace {
  const [, id, value = ''] = /^(\d{1,15})-(.*)$/s.exec(cursor) ?? []
  if (id !== undefined && sort === 'name') return { id: Number(id), value }
  if (id !== undefined && /^\d{1,15}$/.test(value)) return { id: Number(id), value: Number(value) }
  throw badRequest('must be what nextCursor was', { field: 'cursor', forPrograms: true })
}

/** @throws HttpError 404 */
export async function shownOtherwise(
  ctx: Context,
  attachmentId: number,
): Promise<ResponseOf<typeof diagramApproximations>> {
  const row = await approximationsOf(ctx, attachmentId)
  if (!row) throw notFound('There is no diagram att{{id}}', { values: { id: attachmentId }, forPrograms: true })
  return { total: row.approximations, results: JSON.parse(row.report) as { path: string; message: string }[] }
}

const HEADINGS = [
  'Diagram',
  'Page',
  'Address',
  'Space key',
  'Space',
  'Bytes',
  'Versions',
  'Format',
  'Approximations',
  'Pages that show it',
  'Changed',
]

/** The whole report as a file, read and sent part by part. */
export function reportFile(ctx: Context, filter: ReportFilter): Answer {
  return csvAnswer('diagrams.csv', lines(ctx, filter))
}

async function* lines(ctx: Context, filter: ReportFilter): AsyncGenerator<string> {
  yield csvLine(HEADINGS)
  for (let after: ReportPlace | undefined; ;) {
    const rows: ReportRow[] = await reportedDiagrams(ctx, filter, { after, limit: DOWNLOAD_BATCH })
    yield rows
      .map(row => {
        const { name, page, space, size, versions, origin, approximations, uses, changedAt } = reported(row)
        const address = ctx.app.baseUrl + page.url
        const values = [name, page.title, address, space.key, space.name, size, versions, origin, approximations, uses]
        return csvLine([...values, changedAt])
      })
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < DOWNLOAD_BATCH) return
    after = placeOf(last, filter.sort)
  }
}
