import { sql, type SqlBool } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Blob } from '#platform/server/blobs.ts'
import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { titleKey } from '#features/content-core/server/read.ts'
import { DIAGRAM_TYPES } from '../names.ts'
import type {} from './tables.ts'

/** Condition on `attachment`: a diagram by its type. In literals, as the index of diagrams has them. */
export const isDiagram = sql<SqlBool>`attachment.media_type in (${sql.join(DIAGRAM_TYPES.map(type => sql.lit(type)))})`

export interface DiagramSearch {
  /** Each must be in the name of the diagram or the title of its page. */
  words: readonly string[]
  /** Only of this page, which the caller has authorised, a draft too. */
  pageId?: number | undefined
  start: number
  limit: number
}

/**
 * Diagrams that the viewer may see, on published pages of spaces in use, the newest first; one more than `limit` when
 * more follow.
 */
export async function findDiagrams({ app, viewer }: Context, { words, pageId, start, limit }: DiagramSearch) {
  const { read, dialect } = app.database
  let query = read
    .selectFrom('attachment')
    .innerJoin('content as file', 'file.id', 'attachment.content_id')
    .innerJoin('content as page', 'page.id', 'file.container_id')
    .innerJoin('space', 'space.id', 'file.space_id')
    .select([
      'file.id as attachmentId',
      'file.title as name',
      'file.version',
      'page.id as pageId',
      'page.title as pageTitle',
      'space.key as spaceKey',
      'space.name as spaceName',
    ])
    .where(isDiagram)
    .where('file.status', '<>', 'trashed')
    .where(visible(dialect, viewer, 'file'))
  if (pageId === undefined) query = query.where('page.status', '=', 'current').where('space.status', '=', 'current')
  else query = query.where('file.container_id', '=', pageId)
  for (const word of words) {
    const pattern = `%${titleKey(word).replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<boolean>`(file.title_key like ${pattern} escape '\\' or page.title_key like ${pattern} escape '\\')`,
    )
  }
  return query
    .orderBy('attachment.content_id', 'desc')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Generic types that may be diagrams, sent by programs without a better one. */
const VAGUE_TYPES = [
  'application/octet-stream',
  'application/json',
  'application/xml',
  'text/plain',
  'text/json',
  'text/xml',
]

/**
 * Files of a page that may be diagrams, by name: those of the types of diagrams, and of generic ones those that have a
 * picture of the same name beside them.
 */
export async function possibleDiagrams({ app }: Context, pageId: number, start: number, limit: number) {
  return app.database.read
    .selectFrom('content')
    .innerJoin('attachment', 'attachment.content_id', 'content.id')
    .selectAll('content')
    .select(['attachment.media_type', 'attachment.sha256', 'attachment.size'])
    .where('content.container_id', '=', pageId)
    .where('content.type', '=', 'attachment')
    .where('content.status', '<>', 'trashed')
    .where(eb =>
      eb.or([
        eb('attachment.media_type', 'in', [...DIAGRAM_TYPES]),
        eb.and([
          eb('attachment.media_type', 'in', VAGUE_TYPES),
          eb.exists(
            eb
              .selectFrom('content as picture')
              .select('picture.id')
              .whereRef('picture.container_id', '=', 'content.container_id')
              .where('picture.type', '=', 'attachment')
              .where('picture.status', '<>', 'trashed')
              .where('picture.title', '=', sql<string>`content.title || '.png'`),
          ),
        ]),
      ]),
    )
    .orderBy('content.title_key')
    .orderBy('content.id')
    .offset(start)
    .limit(limit)
    .execute()
}

/** Which of these attachments are diagrams by their types, with where their bytes are. */
export async function diagramsAmong(db: Queries, ids: readonly number[]) {
  return db
    .selectFrom('attachment')
    .select(['content_id', 'sha256', 'size'])
    .where('content_id', 'in', [...ids])
    .where('media_type', 'in', [...DIAGRAM_TYPES])
    .execute()
}

/** The picture of a diagram that was stored for a look. @param source address of the diagram's bytes */
export async function storedPicture({ database }: App, source: string, look: string): Promise<Blob | undefined> {
  return database.read
    .selectFrom('diagram_picture')
    .select(['sha256', 'size'])
    .where('source', '=', source)
    .where('look', '=', look)
    .executeTakeFirst()
}

/** Stores a picture, in place of the one there was. */
export async function storePicture(
  tx: WriteTransaction,
  source: string,
  look: string,
  { sha256, size }: Blob,
): Promise<void> {
  await tx.db
    .insertInto('diagram_picture')
    .values({ source, look, sha256, size })
    .onConflict(conflict => conflict.columns(['source', 'look']).doUpdateSet({ sha256, size }))
    .execute()
}
