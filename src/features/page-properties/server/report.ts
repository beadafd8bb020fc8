import { setImmediate } from 'node:timers/promises'
import { document, type Html, type RenderContext, type StorageNode } from '#language/index.ts'
import { cellOrder } from '#platform/cell-order/cell-order.ts'
import type { Context } from '#platform/server/context.ts'
import type { Account } from '#features/accounts/server/index.ts'
import { contentPath, documentOf, storageOf, type ContentRow } from '#features/content-core/server/read.ts'
import { readableElsewhere, renderPartsOfPages } from '#features/content-core/server/render.ts'
import { labelsOf } from '#features/labels/server/index.ts'
import { factsOfRows, findByCql, withoutOrder } from '#features/page-lists/server/index.ts'
import { spacePath, type Space } from '#features/spaces/server/index.ts'
import type { ReportQuery } from '../contract.ts'
import { MOST_REPORT_ROWS } from '../shared.ts'
import { MOST_PROPERTIES, propertiesOf, propertiesTask, propertyKey, type Property } from './read.ts'

export interface Report {
  readonly headings: readonly Html[]
  readonly lines: readonly ReportLine[]
  /** Pages of the query, as far as they are counted. */
  readonly total: number
  /** Query by which the search finds them all. */
  readonly cql: string
}

export interface ReportLine {
  readonly row: ContentRow
  readonly path: string
  readonly space: { readonly name: string; readonly path: string } | undefined
  readonly creator: Account | undefined
  readonly labels: readonly string[]
  readonly comments: number
  readonly likes: number
  /** One for each heading. */
  readonly details: readonly Html[]
}

/** A page of the report with its properties by their keys. */
interface Source {
  readonly row: ContentRow
  readonly properties: ReadonlyMap<string, Property>
}

/** Orders that the index of the search has, by the names that authors write. */
const ORDERS: ReadonlyMap<string, { readonly field: string; readonly isDescending: boolean }> = new Map([
  ['', { field: 'lastmodified', isDescending: true }],
  ['title', { field: 'title', isDescending: false }],
  ['creator', { field: 'creator', isDescending: false }],
  ['created', { field: 'created', isDescending: true }],
  ['modified', { field: 'lastmodified', isDescending: true }],
  ['last modified', { field: 'lastmodified', isDescending: true }],
])

/**
 * The report as the viewer sees it. One that is sorted by a property is about the latest {@link MOST_REPORT_ROWS} pages.
 * @throws HttpError 400 for a query with a fault
 */
export async function reportOf(ctx: Context, query: ReportQuery, context?: RenderContext): Promise<Report> {
  const sortKey = propertyKey(query.sortBy)
  const order = ORDERS.get(sortKey)
  const { pageSize, pageIndex } = query
  const condition = `(${withoutOrder(query.cql)}) and macro = details and type in (page, blogpost)`
  const isDescending = order === undefined || order.isDescending !== query.reverseSort
  const found = await findByCql(
    ctx,
    `${condition} order by ${order?.field ?? 'lastmodified'} ${isDescending ? 'desc' : 'asc'}`,
    { spaceKey: query.spaceKey, contentId: String(query.contentId ?? '') },
    {
      ...(order === undefined ? { start: 0, max: MOST_REPORT_ROWS } : { start: pageIndex * pageSize, max: pageSize }),
      ...(context && { context }),
    },
  )
  let sources = await sourcesOf(ctx, found.rows, query.detailsId.trim() || undefined)
  if (order === undefined) {
    const sorted = sortedBy(sources, sortKey, query.reverseSort, ctx.locale)
    sources = sorted.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
  }
  return { ...(await shownOf(ctx, sources, headingsOf(query.headings))), total: found.total, cql: found.cql }
}

async function sourcesOf(ctx: Context, rows: readonly ContentRow[], detailsId: string | undefined): Promise<Source[]> {
  const texts = await storageOf(ctx.app, rows)
  const sources: Source[] = []
  for (const row of rows) {
    const properties = await read(ctx, texts.get(row.id) ?? '', detailsId)
    sources.push({ row, properties: new Map(properties.map(property => [propertyKey(property.name), property])) })
    // Others are served between two texts.
    await setImmediate()
  }
  return sources
}

async function read({ app }: Context, storage: string, detailsId: string | undefined): Promise<Property[]> {
  if (app.workers.isLarge(storage.length))
    return app.workers.run(propertiesTask, { storage, detailsId }, storage.length)
  return propertiesOf(() => documentOf(storage), detailsId)
}

/** Sorts by a property, as readers sort a table by a column. Pages without it are last in either direction. */
function sortedBy(sources: readonly Source[], key: string, isReversed: boolean, locale: string): Source[] {
  const texts = sources.map(({ properties }) => properties.get(key)?.text ?? '')
  const order = cellOrder(texts, { locale, heading: key })
  return sources
    .map((source, index) => ({ source, key: order.keyOf(texts[index] ?? '') }))
    .toSorted((a, b) => order.compare(a.key, b.key, isReversed ? -1 : 1))
    .map(({ source }) => source)
}

/** Keys of the headings that are asked for; `"` around one with a comma, as in a line of CSV. */
function headingsOf(written: string): string[] {
  return [...written.matchAll(/\s*"((?:[^"]|"")*)"|[^,]+/g)]
    .map(([whole, quoted]) => propertyKey(quoted === undefined ? whole : quoted.replaceAll('""', '"')))
    .filter(key => key !== '')
}

async function shownOf(
  ctx: Context,
  sources: readonly Source[],
  wanted: readonly string[],
): Promise<Pick<Report, 'headings' | 'lines'>> {
  const rows = sources.map(({ row }) => row)
  const [facts, labels] = await Promise.all([
    factsOfRows(ctx, rows),
    labelsOf(
      ctx,
      rows.map(row => row.id),
    ),
  ])
  const { spaces, creatorOf, commentsOf, likesOf } = facts
  const { headings, details } = await rendered(ctx, sources, wanted, spaces)
  const lines = sources.map(({ row }, index): ReportLine => {
    const space = spaces.get(row.space_id)
    return {
      row,
      path: contentPath(row, space?.key ?? ''),
      space: space && { name: space.name, path: spacePath(space) },
      creator: creatorOf(row),
      labels: (labels.get(row.id) ?? []).filter(label => label.prefix === 'global').map(label => label.name),
      comments: commentsOf(row),
      likes: likesOf(row),
      details: details[index] ?? [],
    }
  })
  return { headings, lines }
}

/** Headings and cells as HTML, rendered all at once. */
async function rendered(
  ctx: Context,
  sources: readonly Source[],
  wanted: readonly string[],
  spaces: ReadonlyMap<number, Space>,
): Promise<{ headings: readonly Html[]; details: readonly (readonly Html[])[] }> {
  const found = new Map<string, { source: Source; property: Property }>()
  for (const source of sources)
    for (const [key, property] of source.properties) if (!found.has(key)) found.set(key, { source, property })
  const keys = (wanted.length > 0 ? wanted.filter(key => found.has(key)) : [...found.keys()]).slice(0, MOST_PROPERTIES)
  const readable = ({ row }: Source, nodes: readonly StorageNode[]) =>
    readableElsewhere(document(nodes), { id: row.id, spaceKey: spaces.get(row.space_id)?.key ?? '' }).children
  const headings = keys.map(key => {
    const first = found.get(key)
    return first ? readable(first.source, first.property.heading) : []
  })
  const cells = sources.flatMap(source => keys.map(key => readable(source, source.properties.get(key)?.value ?? [])))
  const html = await renderPartsOfPages(ctx, [...headings, ...cells])
  const width = keys.length
  return {
    headings: html.slice(0, width),
    details: sources.map((_, index) => html.slice(width * (index + 1), width * (index + 2))),
  }
}
