import type { Context } from '#platform/server/context.ts'
import type { EngineDialect, Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { FileWordsTable } from './tables.ts'

/** What is known of the bytes of versions of files; rows of other versions of these files may be among them. */
export function fileVersions(ctx: Context, ids: readonly number[], numbers: readonly number[]) {
  const { read, dialect } = ctx.app.database
  return read
    .selectFrom('attachment_version')
    .select(['content_id', 'number', 'sha256', 'size', 'media_type', 'at'])
    .where('content_id', 'in', dialect.inIntegers(ids))
    .where('number', 'in', dialect.inIntegers(numbers))
    .execute()
}

/** A file whose current bytes were not read for the search. */
export type UnreadFile = Awaited<ReturnType<typeof unreadFiles>>[number]

/** Those of these files whose current bytes were not read for the search. */
export function unreadFiles(db: Queries, dialect: EngineDialect, ids: readonly number[]) {
  return db
    .selectFrom('attachment')
    .innerJoin('content', 'content.id', 'attachment.content_id')
    .leftJoin('file_words', join =>
      join
        .onRef('file_words.content_id', '=', 'attachment.content_id')
        .onRef('file_words.source', '=', 'attachment.sha256'),
    )
    .select([
      'content.id',
      'content.title',
      'content.space_id',
      'attachment.media_type',
      'attachment.size',
      'attachment.sha256',
    ])
    .where('attachment.content_id', 'in', dialect.inIntegers(ids))
    .where('file_words.content_id', 'is', null)
    .execute()
}

/** Stores the words of a file's bytes in the place of those of older ones. */
export async function storeWords(tx: WriteTransaction, row: FileWordsTable): Promise<void> {
  const { source, words } = row
  await tx.db
    .insertInto('file_words')
    .values(row)
    .onConflict(conflict => conflict.column('content_id').doUpdateSet({ source, words }))
    .execute()
}

/** The words of files that have any. */
export function wordsOfFiles(db: Queries, ids: readonly number[]) {
  return db
    .selectFrom('file_words')
    .select(['content_id', 'words'])
    .where('content_id', 'in', [...ids])
    .where('words', '<>', '')
    .execute()
}
