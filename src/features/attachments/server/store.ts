import type { Selectable } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { Database, Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { notFound, type HttpError } from '#platform/server/http/errors.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { titleKey, type ContentRow } from '#features/content-core/server/read.ts'
import { fileNameOf } from './model/file-names.ts'
import type { AttachmentTable, AttachmentVersionTable } from './tables.ts'

export type AttachmentRow = Selectable<AttachmentTable>
export type AttachmentVersionRow = Selectable<AttachmentVersionTable>

/** The live attachment of a name, in exactly this spelling. */
export async function attachmentByName(
  db: Queries,
  containerId: number,
  title: string,
): Promise<ContentRow | undefined> {
  return db
    .selectFrom('content')
    .selectAll()
    .where('container_id', '=', containerId)
    .where('type', '=', 'attachment')
    .where('status', '<>', 'trashed')
    .where('title_key', '=', titleKey(title))
    .where('title', '=', title)
    .executeTakeFirst()
}

export interface ListFilter {
  filename?: string | undefined
  mediaType?: string | undefined
  start: number
  limit: number
}

/** Live attachments of a page by name, one more than `limit` when more follow. The caller has asked for the page. */
export async function attachmentsOf(ctx: Context, container: ContentRow, filter: ListFilter): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  let query = read
    .selectFrom('content')
    .selectAll('content')
    .where('container_id', '=', container.id)
    .where('type', '=', 'attachment')
    .where('status', '<>', 'trashed')
    .where(visible(dialect, ctx.viewer))
  if (filter.filename !== undefined) {
    const name = fileNameOf(filter.filename)
    query = query.where('title_key', '=', titleKey(name)).where('title', '=', name)
  }
  if (filter.mediaType !== undefined) {
    const mediaType = filter.mediaType.toLowerCase()
    query = query.where('id', 'in', eb =>
      eb
        .selectFrom('attachment')
        .select('content_id')
        .where('media_type', '=', mediaType)
        .whereRef('attachment.content_id', '=', 'content.id'),
    )
  }
  return query
    .orderBy('title_key')
    .orderBy('id')
    .offset(filter.start)
    .limit(filter.limit + 1)
    .execute()
}

/** Facts about the current bytes of attachments, by content id. */
export async function currentFiles(
  db: Queries,
  dialect: WriteTransaction['dialect'],
  ids: readonly number[],
): Promise<Map<number, AttachmentRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('attachment')
    .selectAll()
    .where('content_id', 'in', dialect.inIntegers(ids))
    .execute()
  return new Map(rows.map(row => [row.content_id, row]))
}

/** Facts about the bytes that rows represent: a row alone may be an older version, lists hold current ones. */
export async function shownFiles(
  db: Queries,
  dialect: WriteTransaction['dialect'],
  rows: readonly ContentRow[],
): Promise<ReadonlyMap<number, AttachmentRow | AttachmentVersionRow>> {
  const [row] = rows
  if (!row || rows.length > 1)
    return currentFiles(
      db,
      dialect,
      rows.map(each => each.id),
    )
  const version = await fileVersion(db, row.id, row.version)
  return new Map(version ? [[row.id, version]] : [])
}

/** Facts about the bytes of a version. */
export async function fileVersion(
  db: Queries,
  contentId: number,
  number: number,
): Promise<AttachmentVersionRow | undefined> {
  return db
    .selectFrom('attachment_version')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('number', '=', number)
    .executeTakeFirst()
}

/** Versions of an attachment, newest first. */
export async function fileVersions({ app }: Context, contentId: number, start: number, limit: number) {
  return app.database.read
    .selectFrom('attachment_version')
    .select(['number', 'size', 'comment', 'author_id', 'at'])
    .where('content_id', '=', contentId)
    .orderBy('number', 'desc')
    .offset(start)
    .limit(limit)
    .execute()
}

/** @throws HttpError 404 when there is no such version */
export async function requireVersion(db: Queries, row: ContentRow, number: number): Promise<AttachmentVersionRow> {
  const version = await fileVersion(db, row.id, number)
  if (!version) throw noVersion(row, number)
  return version
}

/** The answer 404 for a version that an attachment does not have. */
export function noVersion({ id }: ContentRow, number: number): HttpError {
  return notFound('The attachment att{{id}} has no version {{number}}', { values: { id, number }, forPrograms: true })
}

/** Files of pages by name, each name as its `titleKey`; the caller knows that the viewer may see the pages. */
export async function filesNamed(ctx: Context, containers: readonly number[], keys: readonly string[]) {
  const { read, dialect } = ctx.app.database
  return read
    .selectFrom('content')
    .innerJoin('attachment', 'attachment.content_id', 'content.id')
    .select([
      'content.id',
      'content.container_id',
      'content.title',
      'content.version',
      'content.updated_at',
      'attachment.media_type',
      'attachment.width',
      'attachment.height',
    ])
    .where('content.container_id', 'in', dialect.inIntegers(containers))
    .where('content.title_key', 'in', [...keys])
    .where('content.type', '=', 'attachment')
    .where('content.status', '<>', 'trashed')
    .execute()
}

/** Facts that decide who sees some contents. */
export function guardsOf({ read, dialect }: Pick<Database, 'read' | 'dialect'>, ids: readonly number[]) {
  return read
    .selectFrom('content')
    .select(['space_id', 'guard_id'])
    .where('id', 'in', dialect.inIntegers(ids))
    .execute()
}

/** The current version's number of contents that the viewer may see. */
export function currentVersionsOf({ app, viewer }: Context, ids: readonly number[]) {
  const { read, dialect } = app.database
  return read
    .selectFrom('content')
    .select(['id', 'version'])
    .where('id', 'in', dialect.inIntegers(ids))
    .where('status', '=', 'current')
    .where(visible(dialect, viewer))
    .execute()
}

/** The comments of attachments that have one. */
export function attachmentComments(db: Queries, ids: readonly number[]) {
  return db
    .selectFrom('attachment')
    .select(['content_id', 'comment'])
    .where('content_id', 'in', [...ids])
    .where('comment', '<>', '')
    .execute()
}

/** Live attachments of a page in the order of their ids, behind one of them. */
export async function attachmentsAfter(
  tx: WriteTransaction,
  containerId: number,
  after: number,
  limit: number,
): Promise<ContentRow[]> {
  return tx.db
    .selectFrom('content')
    .selectAll()
    .where('container_id', '=', containerId)
    .where('type', '=', 'attachment')
    .where('status', '<>', 'trashed')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stores what is known of the bytes of a version, the first of its attachment or the next. */
export async function insertFileVersion(
  tx: WriteTransaction,
  version: Pick<AttachmentVersionRow, 'content_id' | 'number' | 'author_id' | 'at'>,
  file: Omit<AttachmentRow, 'content_id'>,
  { isFirst = version.number === 1 } = {},
): Promise<void> {
  const { content_id } = version
  if (isFirst)
    await tx.db
      .insertInto('attachment')
      .values({ content_id, ...file })
      .execute()
  else await tx.db.updateTable('attachment').set(file).where('content_id', '=', content_id).execute()
  await tx.db
    .insertInto('attachment_version')
    .values({ ...version, ...file })
    .execute()
}

/** Changes what is said of the current version of an attachment. */
export async function describeFile(
  tx: WriteTransaction,
  { id, version }: Pick<ContentRow, 'id' | 'version'>,
  changes: Pick<AttachmentRow, 'comment' | 'media_type'>,
): Promise<void> {
  await tx.db.updateTable('attachment').set(changes).where('content_id', '=', id).execute()
  await tx.db
    .updateTable('attachment_version')
    .set(changes)
    .where('content_id', '=', id)
    .where('number', '=', version)
    .execute()
}

/** Current texts that may name a file of a page by its name, of whatever space, with that space's key. */
export async function textsNamingFile(tx: WriteTransaction, container: ContentRow, name: string, limit: number) {
  const titled = container.type === 'blogpost' ? 'blogpost' : 'page'
  return tx.db
    .selectFrom('content_link')
    .innerJoin('content', 'content.id', 'content_link.from_id')
    .innerJoin('space', 'space.id', 'content.space_id')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'content.id')
        .onRef('content_version.number', '=', 'content.version'),
    )
    .select([
      'content.id',
      'content.version',
      'content.space_id',
      'content.container_id',
      'space.key as space_key',
      'content_version.storage',
    ])
    .where(eb =>
      eb.or([
        eb.and([
          eb('content_link.kind', '=', 'attachment'),
          eb('content_link.target_id', '=', container.id),
          eb('content_link.target_key', '=', name),
        ]),
        eb.and([
          eb('content_link.kind', '=', titled),
          eb('content_link.space_id', '=', container.space_id),
          eb('content_link.target_key', '=', container.title_key),
          eb('content_version.storage', 'like', '%ri:attachment%'),
        ]),
      ]),
    )
    .distinct()
    .orderBy('content.id')
    .limit(limit)
    .execute()
}
