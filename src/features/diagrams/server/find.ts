import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { titleKey, visible } from '#features/content/server/index.ts'
import { isDiagram } from './is-diagram.ts'

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
