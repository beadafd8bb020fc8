import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import { mayInSpace } from '#features/spaces/server/index.ts'
import type { ContentRow } from '../store.ts'
import type { ContentType } from '../tables.ts'
import { holderPresent, visible, withoutContainer } from './visibility.ts'

/** A further parameter of the content list, e.g. `label`: a predicate over the rows of `content`. */
export interface ContentFilter {
  readonly parameter: 'label'
  where(ctx: Context, values: readonly string[]): RawBuilder<SqlBool>
}
export const contentFilters = extensionPoint<ContentFilter>('content.filters')

/** Filter of the list of all contents. */
export interface ContentQuery {
  type: ContentType | 'all'
  /** Undefined for all spaces. */
  spaceIds?: readonly number[] | undefined
  titleKey?: string | undefined
  /** `YYYY/MM/DD`. */
  postingDay?: string | undefined
  /** Empty for the current ones. */
  status: readonly string[]
  ids: readonly number[]
  label: readonly string[]
  start: number
  limit: number
}

/** Contents that the viewer may see, by id: those of one page of the list. */
export async function listContents(ctx: Context, query: ContentQuery): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  let select = read
    .selectFrom('content')
    .selectAll('content')
    .where(visible(dialect, ctx.viewer))
    .where(holderPresent())
  if (query.spaceIds) select = select.where('content.space_id', 'in', query.spaceIds)
  if (query.type !== 'all') {
    select = select.where('content.type', '=', query.type)
    if (query.type === 'page' || query.type === 'blogpost') select = select.where(withoutContainer())
  }
  if (query.titleKey !== undefined) select = select.where('content.title_key', '=', query.titleKey)
  if (query.postingDay) select = select.where('content.posting_day', '=', query.postingDay)
  if (query.ids.length > 0) select = select.where('content.id', 'in', dialect.inIntegers(query.ids))
  select = select.where(await statusCondition(ctx, query.status, query.spaceIds ?? []))
  for (const filter of ctx.app.extensions.all(contentFilters)) {
    if (filter.parameter === 'label' && query.label.length > 0) select = select.where(filter.where(ctx, query.label))
  }
  return select.orderBy('content.id').offset(query.start).limit(query.limit).execute()
}

async function statusCondition(ctx: Context, statuses: readonly string[], spaceIds: readonly number[]) {
  const current = sql<boolean>`content.status = 'current'`
  if (statuses.length === 0) return current
  const own = sql<boolean>`(content.status = 'draft' and content.creator_id = ${ctx.viewer.userId ?? 0})`
  const administered = []
  for (const id of spaceIds) if (await mayInSpace(ctx.app, ctx.viewer, id, 'administer:space')) administered.push(id)
  const trashed = ctx.viewer.isAdmin
    ? sql<boolean>`content.status = 'trashed'`
    : sql<boolean>`(content.status = 'trashed' and content.space_id in ${ctx.app.database.dialect.inIntegers(administered)})`
  const isWanted = (status: string) => statuses.includes('any') || statuses.includes(status)
  const parts = []
  if (isWanted('current')) parts.push(current)
  if (isWanted('draft')) parts.push(own)
  if (isWanted('trashed')) parts.push(trashed)
  if (parts.length === 0) return sql<boolean>`1 = 0`
  return sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** Current contents of a type that the viewer may see, by id, beginning behind one. */
export async function contentsAfter(
  ctx: Context,
  { type, spaceId, after, limit }: { type: ContentType; spaceId: number | undefined; after: number; limit: number },
): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  let select = read
    .selectFrom('content')
    .selectAll()
    .where('type', '=', type)
    .where('status', '=', 'current')
    .where('id', '>', after)
    .where(visible(dialect, ctx.viewer))
    .where(holderPresent())
  if (type === 'page' || type === 'blogpost') select = select.where(withoutContainer())
  if (spaceId !== undefined) select = select.where('space_id', '=', spaceId)
  return select.orderBy('id').limit(limit).execute()
}

/**
 * The trash of a space, last deleted first. Administrators of a space need not see every page of it, in the trash
 * neither.
 */
export async function trashOf(ctx: Context, spaceId: number, start: number, limit: number): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  return read
    .selectFrom('content')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('status', '=', 'trashed')
    .where(visible(dialect, ctx.viewer))
    .orderBy('trashed_at', 'desc')
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit)
    .execute()
}

/** The next contents of a space's trash to be removed, without a check of permissions. */
export async function trashedIn(
  tx: WriteTransaction,
  spaceId: number,
  limit: number,
): Promise<Pick<ContentRow, 'id' | 'type'>[]> {
  return tx.db
    .selectFrom('content')
    .select(['id', 'type'])
    .where('space_id', '=', spaceId)
    .where('status', '=', 'trashed')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The next contents of a space to be removed with it. */
export async function idsIn(tx: WriteTransaction, spaceId: number, limit: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('content')
    .select('id')
    .where('space_id', '=', spaceId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** How many contents a space holds, of any type and status. */
export async function countIn({ database }: Context['app'], spaceId: number): Promise<number> {
  const { total } = await database.read
    .selectFrom('content')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return total
}

/** Children in order: pages as in the tree, attachments by name, comments as they came. */
export async function childrenOf(
  ctx: Context,
  row: ContentRow,
  type: ContentType,
  start: number,
  limit: number,
): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  const query = read
    .selectFrom('content')
    .selectAll()
    .where('type', '=', type)
    .where('status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
    .offset(start)
    .limit(limit)
  if (type === 'page') return query.where('parent_id', '=', row.id).orderBy('position').orderBy('id').execute()
  const contained = query.where('container_id', '=', row.id)
  if (type === 'attachment') return contained.orderBy('title_key').orderBy('id').execute()
  return contained.where('parent_id', 'is', null).orderBy('id').execute()
}

/** How many children of a type the viewer may see: pages below it, or what it contains. */
export async function countChildren(ctx: Context, row: ContentRow, type: ContentType): Promise<number> {
  const { read, dialect } = ctx.app.database
  const { total } = await read
    .selectFrom('content')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where(type === 'page' ? 'parent_id' : 'container_id', '=', row.id)
    .where('type', '=', type)
    .where('status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Pages of a space, all by id or those at its top in their order, or posts by id; one more than `limit`. */
export async function contentOfSpace(
  ctx: Context,
  spaceId: number,
  type: 'page' | 'blogpost',
  query: { depth: 'all' | 'root'; start: number; limit: number },
): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  let select = read
    .selectFrom('content')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('type', '=', type)
    .where('status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
  if (query.depth === 'root') select = select.where('parent_id', 'is', null).orderBy('position')
  return select
    .orderBy('id')
    .offset(query.start)
    .limit(query.limit + 1)
    .execute()
}

/** The first page at the top of a space that the viewer may see. */
export async function firstPage(ctx: Context, spaceId: number): Promise<ContentRow | undefined> {
  const [first] = await contentOfSpace(ctx, spaceId, 'page', { depth: 'root', start: 0, limit: 0 })
  return first
}

/** The first page at the top of a space, without a check of permissions. */
export async function firstPageOf(db: Queries, spaceId: number): Promise<ContentRow | undefined> {
  return db
    .selectFrom('content')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('type', '=', 'page')
    .where('status', '=', 'current')
    .where('parent_id', 'is', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

/** The post of a title and day that the viewer may see. */
export async function findPost(
  ctx: Context,
  spaceId: number,
  key: string,
  postingDay: string,
): Promise<ContentRow | undefined> {
  const { read, dialect } = ctx.app.database
  return postsOfDay(read, { spaceId, key, postingDay }).where(visible(dialect, ctx.viewer)).limit(1).executeTakeFirst()
}

/** {@link findPost}, without a check of permissions. */
export async function postOfDay(db: Queries, post: PostOfDay): Promise<ContentRow | undefined> {
  return postsOfDay(db, post).limit(1).executeTakeFirst()
}

interface PostOfDay {
  spaceId: number
  key: string
  postingDay: string
}

function postsOfDay(db: Queries, { spaceId, key, postingDay }: PostOfDay) {
  return db
    .selectFrom('content')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('title_key', '=', key)
    .where('type', '=', 'blogpost')
    .where('posting_day', '=', postingDay)
    .where('status', '=', 'current')
}
