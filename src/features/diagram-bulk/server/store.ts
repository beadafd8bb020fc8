import { sql, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import {
  preparedWithLists,
  type Database,
  type Queries,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { titleKey } from '#features/content-core/server/read.ts'
import { DRAWIO_TYPE, GLIFFY_TYPE, isDiagram } from '#features/diagrams/server/index.ts'
import type { ReportSort } from '../contract.ts'
import type { DiagramSummaryTable } from './tables.ts'

/** Rows of one insert statement. */
const CHUNK = 100

/** A diagram's file as it is now. */
export interface DiagramFileRow {
  id: number
  title_key: string
  version: number
  updated_at: number
  sha256: string
  size: number
  versions: number
}

/** Those of the attachments that are diagrams, whatever became of their pages. */
export async function diagramFiles(
  { db, dialect }: WriteTransaction,
  ids: readonly number[],
): Promise<DiagramFileRow[]> {
  const rows = await db
    .selectFrom('attachment')
    .innerJoin('content', 'content.id', 'attachment.content_id')
    .select([
      'content.id',
      'content.title_key',
      'content.version',
      'content.updated_at',
      'attachment.sha256',
      'attachment.size',
      eb =>
        eb
          .selectFrom('attachment_version')
          .select(inner => inner.fn.countAll<number>().as('n'))
          .whereRef('attachment_version.content_id', '=', 'attachment.content_id')
          .as('versions'),
    ])
    .where('attachment.content_id', 'in', dialect.inIntegers(ids))
    .where(isDiagram)
    .execute()
  return rows.map(row => ({ ...row, versions: Number(row.versions ?? 0) }))
}

/** Ids of the next diagrams, ascending. */
export async function diagramIdsAfter({ read }: Database, after: number, limit: number): Promise<number[]> {
  const rows = await read
    .selectFrom('attachment')
    .select('content_id')
    .where(isDiagram)
    .where('content_id', '>', after)
    .orderBy('content_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.content_id)
}

export async function countDiagrams({ read }: Database): Promise<number> {
  const row = await read
    .selectFrom('attachment')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(isDiagram)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/**
 * The newest version of an attachment that Gliffy or draw.io wrote, for diagrams that became ours when they were saved.
 */
export function lastForeignVersion({ db }: WriteTransaction, contentId: number) {
  return db
    .selectFrom('attachment_version')
    .select(['sha256', 'size'])
    .where('content_id', '=', contentId)
    .where('media_type', 'in', [GLIFFY_TYPE, DRAWIO_TYPE])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** How many published pages show each diagram, in their texts or comments; absent is none. */
export async function usesOf(
  { db, dialect }: WriteTransaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('content as file')
    .innerJoin('diagram_use as used', join =>
      join.onRef('used.owner_id', '=', 'file.container_id').onRef('used.name', '=', 'file.title'),
    )
    .innerJoin('content as text', 'text.id', 'used.content_id')
    .innerJoin('content as page', 'page.id', 'used.page_id')
    .select(['file.id', eb => eb.fn.count<number>('page.id').distinct().as('n')])
    .where('file.id', 'in', dialect.inIntegers(ids))
    .where('text.status', '=', 'current')
    .where('page.status', '=', 'current')
    .groupBy('file.id')
    .execute()
  return new Map(rows.map(row => [row.id, Number(row.n)]))
}

export async function summariesOf(
  { db, dialect }: WriteTransaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DiagramSummaryTable>> {
  const rows = await db
    .selectFrom('diagram_summary')
    .selectAll()
    .where('content_id', 'in', dialect.inIntegers(ids))
    .execute()
  return new Map(rows.map(row => [row.content_id, row]))
}

export async function putSummaries({ db }: WriteTransaction, rows: readonly DiagramSummaryTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK)
    await db
      .insertInto('diagram_summary')
      .values(rows.slice(from, from + CHUNK))
      .onConflict(conflict =>
        conflict.column('content_id').doUpdateSet(eb => ({
          version: eb.ref('excluded.version'),
          name_key: eb.ref('excluded.name_key'),
          size: eb.ref('excluded.size'),
          versions: eb.ref('excluded.versions'),
          changed_at: eb.ref('excluded.changed_at'),
          origin: eb.ref('excluded.origin'),
          approximations: eb.ref('excluded.approximations'),
          report: eb.ref('excluded.report'),
          uses: eb.ref('excluded.uses'),
        })),
      )
      .execute()
}

export async function dropSummaries({ db, dialect }: WriteTransaction, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('diagram_summary').where('content_id', 'in', dialect.inIntegers(ids)).execute()
}

/** Diagrams by page and name. */
export async function diagramsNamed(
  { db, dialect }: WriteTransaction,
  named: readonly { ownerId: number; name: string }[],
): Promise<number[]> {
  const wanted = new Set(named.map(({ ownerId, name }) => `${ownerId} ${name}`))
  const rows = await db
    .selectFrom('content')
    .select(['id', 'container_id', 'title'])
    .where('container_id', 'in', dialect.inIntegers([...new Set(named.map(({ ownerId }) => ownerId))]))
    .where('type', '=', 'attachment')
    .where('title_key', 'in', [...new Set(named.map(({ name }) => titleKey(name)))])
    .execute()
  return rows.filter(row => wanted.has(`${row.container_id} ${row.title}`)).map(row => row.id)
}

/** Diagrams that texts, or texts of pages, show: by page and name. */
export async function diagramsShownBy(tx: WriteTransaction, contentIds: readonly number[]) {
  const rows = await usesShownBy(tx, { ids: contentIds })
  return rows.map(row => ({ ownerId: row.owner_id, name: row.name }))
}

const usesShownBy = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('diagram_use')
    .select(['owner_id', 'name'])
    .where('content_id', 'in', dialect.inIntegers(ids))
    .union(db.selectFrom('diagram_use').select(['owner_id', 'name']).where('page_id', 'in', dialect.inIntegers(ids))),
)

export interface ReportFilter {
  words: string
  sort: ReportSort
  direction: 'ascending' | 'descending'
}

/** Place after which a part of the report begins: value of the column that it is sorted by, and the diagram. */
export interface ReportPlace {
  value: string | number
  id: number
}

const COLUMNS = {
  name: 'name_key',
  size: 'size',
  versions: 'versions',
  uses: 'uses',
  approximations: 'approximations',
  changed: 'changed_at',
} as const satisfies Record<ReportSort, keyof DiagramSummaryTable>

/** Place of a row in the report. */
export function placeOf(row: DiagramSummaryTable, sort: ReportSort): ReportPlace {
  return { value: row[COLUMNS[sort]], id: row.content_id }
}

/** The next diagrams on published pages, of those that the viewer may see. */
export async function reportedDiagrams(
  { app, viewer }: Context,
  { words, sort, direction }: ReportFilter,
  { after, limit }: { after?: ReportPlace | undefined; limit: number },
) {
  const { read, dialect } = app.database
  const column = sql.ref(`summary.${COLUMNS[sort]}`)
  let query = read
    .selectFrom('diagram_summary as summary')
    // SQLite keeps the order of a cross join: it goes along the index that the report is sorted by.
    .crossJoin('content as file')
    .innerJoin('content as page', 'page.id', 'file.container_id')
    .innerJoin('space', 'space.id', 'file.space_id')
    .selectAll('summary')
    .select([
      'file.title as name',
      'page.id as page_id',
      'page.title as page_title',
      'page.type as page_type',
      'page.posting_day as page_day',
      'space.key as space_key',
      'space.name as space_name',
    ])
    .whereRef('file.id', '=', 'summary.content_id')
    .where('file.status', '=', 'current')
    .where('page.status', '=', 'current')
    .where(visible(dialect, viewer, 'file'))
  for (const word of words
    .split(/\s+/)
    .filter(part => part !== '')
    .slice(0, MOST_WORDS)) {
    const pattern = `%${titleKey(word).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(
      sql<SqlBool>`(summary.name_key like ${pattern} escape ${sql.lit('\\')}
        or page.title_key like ${pattern} escape ${sql.lit('\\')} or lower(space.key) = ${word.toLowerCase()})`,
    )
  }
  if (after) {
    const than = direction === 'ascending' ? sql`>` : sql`<`
    query = query.where(sql<SqlBool>`(${column}, summary.content_id) ${than} (${after.value}, ${after.id})`)
  }
  const order = direction === 'ascending' ? 'asc' : 'desc'
  return query.orderBy(column, order).orderBy('summary.content_id', order).limit(limit).execute()
}

const MOST_WORDS = 10

/** The parts of a diagram that differ from its file; undefined for one that the viewer may not see. */
export function approximationsOf({ app, viewer }: Context, attachmentId: number) {
  const { read, dialect } = app.database
  return read
    .selectFrom('diagram_summary as summary')
    .innerJoin('content as file', 'file.id', 'summary.content_id')
    .select(['summary.approximations', 'summary.report'])
    .where('summary.content_id', '=', attachmentId)
    .where('file.status', '=', 'current')
    .where(visible(dialect, viewer, 'file'))
    .executeTakeFirst()
}

/** Which files diagrams were imported from, by attachment. */
export async function importsOf(db: Queries, dialect: WriteTransaction['dialect'], ids: readonly number[]) {
  const rows = await db
    .selectFrom('diagram_import')
    .selectAll()
    .where('content_id', 'in', dialect.inIntegers(ids))
    .execute()
  return new Map(rows.map(row => [row.content_id, row]))
}
