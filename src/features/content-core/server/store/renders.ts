import { prepared, preparedWithLists } from '#platform/server/database/index.ts'

/** HTML that is stored of a version of a content, of one of two modes. */
export const storedHtmlOfOne = prepared(
  (db, { id, anybody, own, version }: { id: number; anybody: string; own: string; version: number }) =>
    db
      .selectFrom('content_render')
      .select(['html', 'dependencies'])
      .where('content_id', '=', id)
      .where('mode', 'in', [anybody, own])
      .where('version', '=', version),
)

/** HTML that is stored of contents, of one of two modes, and the version that it is of. */
export const storedHtmlOfMany = preparedWithLists(
  ({ db, dialect }, { ids, anybody, own }: { ids: readonly number[]; anybody: string; own: string }) =>
    db
      .selectFrom('content_render')
      .select(['content_id', 'version', 'html', 'dependencies'])
      .where('content_id', 'in', dialect.inIntegers(ids))
      .where('mode', 'in', [anybody, own]),
)
