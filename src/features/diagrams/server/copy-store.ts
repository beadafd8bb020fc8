import { sql, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { plainWords, quotedCql } from '#features/search/cql-shared.ts'
import { findHits, freshnessOf, readQuery } from '#features/search/server/index.ts'
import { foldKey, grantsOf, spacesWith } from '#features/spaces/server/index.ts'

/** A page that a diagram can be copied to. */
export interface FoundTarget {
  id: number
  title: string
  space_key: string
  space_name: string
}

export interface TargetQuery {
  /** Words of the title, the last one as a beginning; empty for every page. */
  words: string
  /** Empty for all spaces. */
  spaceKeys: readonly string[]
  start: number
  limit: number
}

/** Matches of words that are looked through; more than anybody scrolls to. */
const MOST_MATCHES = 300

/**
 * Pages that the viewer may edit and attach files to: matches of the words, best first, or all, last changed first.
 */
export async function targetPages(
  ctx: Context,
  { words, start, limit, ...query }: TargetQuery,
): Promise<FoundTarget[]> {
  const spaceKeys = query.spaceKeys.map(foldKey)
  if (words.trim() === '')
    return editablePages(ctx, spaceKeys)
      .orderBy('content.updated_at', 'desc')
      .orderBy('content.id', 'desc')
      .offset(start)
      .limit(limit)
      .execute()
  const plain = plainWords(words)
  if (plain === '') return []
  await freshnessOf(ctx.app).current(ctx.app)
  const spaces = spaceKeys.map(quotedCql)
  const where = spaces.length === 0 ? '' : ` and space in (${spaces.join()})`
  const { query: asked } = readQuery(ctx, `type = page and title ~ "${plain}*"${where}`, undefined)
  const { hits } = await findHits(ctx, asked, { entities: ['content'], start: 0, limit: MOST_MATCHES })
  const ids = hits.map(({ id }) => id)
  const rows = await editablePages(ctx, spaceKeys)
    .where('content.id', 'in', ctx.app.database.dialect.inIntegers(ids))
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? []).slice(start, start + limit)
}

function editablePages({ app, viewer }: Context, spaceKeys: readonly string[]) {
  const { read, dialect } = app.database
  // `is true`: a test of each page, as the index of changes leads to the last ones at once.
  const held = (permission: 'create:page' | 'create:attachment') =>
    sql<SqlBool>`(content.space_id in ${spacesWith(dialect, viewer, permission)}) is true`
  // No restriction on editing, or one that names the viewer.
  const open = sql<SqlBool>`(not exists (select 1 from restriction where restriction.content_id = content.id
      and restriction.operation = 'update') or exists (select 1 from restriction where restriction.content_id = content.id
      and restriction.operation = 'update' and ${grantsOf(dialect, viewer, 'restriction')}))`
  return read
    .selectFrom('content')
    .innerJoin('space', 'space.id', 'content.space_id')
    .select(['content.id', 'content.title', 'space.key as space_key', 'space.name as space_name'])
    .where('content.status', '=', sql.lit('current'))
    .where('content.type', '=', sql.lit('page'))
    .where('space.status', '=', sql.lit('current'))
    .where(visible(dialect, viewer))
    .$if(spaceKeys.length > 0, rows => rows.where('space.key_fold', 'in', [...spaceKeys]))
    .$if(!viewer.isAdmin, rows => rows.where(held('create:page')).where(held('create:attachment')).where(open))
}
