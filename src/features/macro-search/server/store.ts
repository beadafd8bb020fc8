import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { WriteTransaction } from '#platform/server/database/index.ts'

/** True for contents whose current text uses one of the macros, by their keys. */
export function usesMacro(names: readonly string[]): RawBuilder<SqlBool> {
  if (names.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`content.id in (select content_macro.content_id from content_macro where content_macro.name in (${sql.join(names)}))`
}

/** The current texts of contents. */
export function textsOf(tx: WriteTransaction, ids: readonly number[]) {
  return tx.db
    .selectFrom('content')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'content.id')
        .onRef('content_version.number', '=', 'content.version'),
    )
    .select(['content.id', 'content_version.storage'])
    .where('content.id', 'in', tx.dialect.inIntegers(ids))
    .execute()
}
