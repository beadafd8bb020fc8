import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** True for contents whose current text uses one of the macros, by their keys. */
export function usesMacro(names: readonly string[]): RawBuilder<SqlBool> {
  if (names.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`content.id in (select content_macro.content_id from content_macro where content_macro.name in (${sql.join(names)}))`
}
