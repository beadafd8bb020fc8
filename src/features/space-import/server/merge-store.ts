import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'

/** A content with the time of its current version. */
export type DatedContent = ContentRow & { version_at: number }

/** Contents of these ids, by them, whatever their status. */
export async function contentsWithTimes(
  db: Queries,
  dialect: WriteTransaction['dialect'],
  ids: readonly number[],
): Promise<Map<number, DatedContent>> {
  const rows = await db
    .selectFrom('content')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'content.id')
        .onRef('content_version.number', '=', 'content.version'),
    )
    .selectAll('content')
    .select('content_version.at as version_at')
    .where('content.id', 'in', dialect.inIntegers(ids))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Names of the files of a page. */
export async function fileNames(db: Queries, pageId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('content')
    .select('title')
    .where('container_id', '=', pageId)
    .where('type', '=', 'attachment')
    .where('status', '=', 'current')
    .execute()
  return rows.map(({ title }) => title)
}

/** Operations that a page restricts. */
export async function restrictedOperations(db: Queries, pageId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('restriction')
    .select('operation')
    .distinct()
    .where('content_id', '=', pageId)
    .execute()
  return new Set(rows.map(({ operation }) => operation))
}

/** Number of the labels of a page. */
export async function countLabels(db: Queries, pageId: number): Promise<number> {
  const { n } = await db
    .selectFrom('content_label')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('content_id', '=', pageId)
    .executeTakeFirstOrThrow()
  return Number(n)
}
