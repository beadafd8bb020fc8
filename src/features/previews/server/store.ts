import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { Database, EngineDialect, Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { MOST_PINS } from '../shared.ts'
import type { FilePinTable, FileWordsTable } from './tables.ts'

/** Facts about the bytes of versions of files; rows of other versions of these files may be among them. */
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
      'content.updater_id',
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

/** Pins on a version of a picture whose threads are not resolved. */
function openPins(db: Queries, fileId: number, version: number) {
  return db
    .selectFrom('file_pin')
    .innerJoin('comment', 'comment.content_id', 'file_pin.comment_id')
    .innerJoin('content', 'content.id', 'file_pin.comment_id')
    .where('file_pin.file_id', '=', fileId)
    .where('file_pin.version', '=', version)
    .where('comment.resolution', 'not in', ['resolved', 'dangling'])
    .where('content.status', '=', 'current')
}

/** {@link openPins} that the viewer may see, by number; {@link MOST_PINS} at most. */
export function pinsOn({ app: { database }, viewer }: Context, fileId: number, version: number) {
  return openPins(database.read, fileId, version)
    .where(visible(database.dialect, viewer))
    .selectAll('file_pin')
    .orderBy('file_pin.number')
    .limit(MOST_PINS)
    .execute()
}

/** How many pins a version of a picture has whose threads are not resolved. */
export async function countOpenPins(db: Queries, fileId: number, version: number): Promise<number> {
  const { count } = await openPins(db, fileId, version)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The highest number of a file's pins; 0 without any. */
export async function lastPinNumber(db: Queries, fileId: number): Promise<number> {
  const last = await db
    .selectFrom('file_pin')
    .select('number')
    .where('file_id', '=', fileId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.number ?? 0
}

export async function insertPin(tx: WriteTransaction, pin: FilePinTable): Promise<void> {
  await tx.db.insertInto('file_pin').values(pin).execute()
}

/** Pins of comments that begin threads; those without one are left out. */
export function pinsOfComments({ read, dialect }: Pick<Database, 'read' | 'dialect'>, ids: readonly number[]) {
  return read.selectFrom('file_pin').selectAll().where('comment_id', 'in', dialect.inIntegers(ids)).execute()
}

/** Ids of the pages whose files these comments are about. */
export async function pagesOfFilesCommented(tx: WriteTransaction, comments: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct file.container_id as id
    from content as comment join content as file on file.id = comment.container_id
    where comment.id in ${tx.dialect.inIntegers(comments)} and comment.type = 'comment'
      and file.type = 'attachment'`.execute(tx.db)
  return rows.map(row => row.id)
}
