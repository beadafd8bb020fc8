import type { EngineDialect, Queries } from '#platform/server/database/index.ts'

/** Users besides the author whose changes these versions of a content published, by number. */
export async function versionAuthors(
  db: Queries,
  contentId: number,
  numbers: readonly number[],
): Promise<Map<number, number[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('version_author')
    .select(['number', 'account_id'])
    .where('content_id', '=', contentId)
    .where('number', 'in', numbers)
    .orderBy('account_id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, row => row.number)].map(([number, of]) => [number, of.map(row => row.account_id)]),
  )
}

/** Subquery with a row for each user whose changes a version of these contents published: the author and the others. */
export function authorships(
  { read, dialect }: { read: Queries; dialect: EngineDialect },
  contentIds: readonly number[],
) {
  const ids = dialect.inIntegers(contentIds)
  const others = read
    .selectFrom('version_author')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'version_author.content_id')
        .onRef('content_version.number', '=', 'version_author.number'),
    )
    .select(eb => [
      'content_version.content_id',
      eb.ref('version_author.account_id').$castTo<number | null>().as('author_id'),
      'content_version.at',
    ])
    .where('version_author.content_id', 'in', ids)
  return read
    .selectFrom('content_version')
    .select(['content_id', 'author_id', 'at'])
    .where('content_id', 'in', ids)
    .unionAll(others)
    .as('authorship')
}
