import type { WriteTransaction } from '#platform/server/database/index.ts'

/** The current texts of published contents that may hold tasks. */
export function textsOf(tx: WriteTransaction, ids: readonly number[]) {
  return tx.db
    .selectFrom('content')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'content.id')
        .onRef('content_version.number', '=', 'content.version'),
    )
    .select([
      'content.id',
      'content.container_id',
      'content.space_id',
      'content.creator_id',
      'content.created_at',
      'content_version.storage',
    ])
    .where('content.id', 'in', tx.dialect.inIntegers(ids))
    .where('content.status', '<>', 'draft')
    .where('content_version.storage', 'like', '%<ac:task%')
    .execute()
}
