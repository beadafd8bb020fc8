import type { Database } from '#platform/server/database/index.ts'

/** The pages of comments, files and what else belongs to content; pages and posts are their own. */
export async function pagesOf(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('content')
    .select(['id', 'container_id'])
    .where('id', 'in', dialect.inIntegers([...new Set(ids)]))
    .execute()
  return new Map(rows.map(row => [row.id, row.container_id ?? row.id]))
}
