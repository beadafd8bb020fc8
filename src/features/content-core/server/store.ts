import { sql, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import {
  addSources,
  changesOfPage,
  levelSource,
  levelSources,
  compilable,
  madeFrom,
  prepared,
  preparedForViewer,
  preparedWithLists,
  type Database,
  type EngineDialect,
  type Queries,
  type Tables,
  type Source,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import { mayInSpace, spacesById } from '#features/spaces/server/index.ts'
import type { ContentTable, ContentVersionTable } from './tables.ts'
import { holderPresent, passesGuard, visible } from './store/visibility.ts'
import { writtenVersion } from './store/written.ts'

export type ContentRow = Selectable<ContentTable>
export type ContentVersionRow = Selectable<ContentVersionTable>

/** One content of any status, if the viewer may see it; drafts only by who began them. */
export async function findContent(ctx: Context, id: number): Promise<ContentRow | undefined> {
  return seenOrNone(ctx, await madeFrom([], () => contentById(ctx.app.database.read, id)))
}

/** The current page of a title in a space, if the viewer may see it. */
export async function findPage(ctx: Context, spaceId: number, titleKey: string): Promise<ContentRow | undefined> {
  return seenOrNone(ctx, await madeFrom([], () => findPageByTitle(ctx.app.database.read, spaceId, titleKey)))
}

/** A row if the viewer may see it. Where there is none, one may come from anywhere. */
async function seenOrNone(ctx: Context, row: ContentRow | undefined): Promise<ContentRow | undefined> {
  if (!row) addSources('everything')
  return row && (await madeFrom(sourcesOf([row]), () => maySee(ctx, row))) ? row : undefined
}

/** Contents of which each is a source by itself; more are so as parts of their spaces. */
const MOST_NAMED = 30

/** Sources of what is shown of these contents, and of what belongs to them. */
export function sourcesOf(rows: readonly Pick<ContentRow, 'id' | 'space_id' | 'container_id'>[]): Source[] {
  if (rows.length > MOST_NAMED) {
    const spaces = new Set(rows.map(row => row.space_id))
    return [...spaces].map(id => `space ${id}` as const)
  }
  return rows.flatMap(({ id, container_id }): Source[] => [
    `page ${id}`,
    ...(container_id === null ? [] : [`page ${container_id}` as const]),
  ])
}

/** Sources that change with a content alone: its page, or itself if it is one. */
export function changesOf({ id, space_id, container_id }: Pick<ContentRow, 'id' | 'space_id' | 'container_id'>) {
  return changesOfPage(space_id, container_id ?? id)
}

type Placed = Pick<ContentRow, 'id' | 'space_id' | 'parent_id' | 'type'>

/** Sources of the places of these contents in their trees, and of what is below them. */
export function levelsOf(rows: readonly Placed[]): Source[] {
  const pages = rows.filter(({ type }) => type === 'page')
  if (pages.length > MOST_NAMED) return [...new Set(pages.map(row => `tree ${row.space_id}` as const))]
  return pages.flatMap(({ id, space_id, parent_id }) => [
    ...levelSources(space_id, parent_id),
    ...levelSources(space_id, id),
  ])
}

/**
 * Sources that change with a page or post that comes into its space.
 * @param parent absent if it is not known: the page may be the first below it
 */
export function arrivalChangesOf(
  { id, space_id, parent_id, type }: Placed,
  parent?: Pick<ContentRow, 'parent_id'>,
): readonly Source[] {
  const arrived: Source[] = [...changesOfPage(space_id, id), `titles ${space_id}`]
  if (type !== 'page') return arrived
  if (parent_id === null) return [...arrived, levelSource(space_id, null)]
  if (!parent) return [...arrived, `tree ${space_id}`]
  return [...arrived, levelSource(space_id, parent_id), levelSource(space_id, parent.parent_id)]
}

/** {@link visible} and {@link holderPresent} for one row at hand, instead of inside a query. */
async function maySee({ app, viewer }: Context, row: ContentRow): Promise<boolean> {
  if (row.status === 'draft' && !viewer.isAdmin && row.creator_id !== viewer.userId) return false
  if (!(await spacesById(app, [row.space_id])).has(row.space_id)) return false
  if (!(await mayInSpace(app, viewer, row.space_id, 'read:space'))) return false
  const { read, dialect } = app.database
  if (row.container_id !== null && row.status !== 'trashed' && !(await holdersPresent(read, row.container_id)))
    return false
  if (row.guard_id === null) return true
  const { rows } = await sql`select 1 where ${passesGuard(dialect, viewer, sql`${row.guard_id}`)}`.execute(read)
  return rows.length > 0
}

/** Neither the container of a comment or file nor the container's own is in the trash. */
async function holdersPresent(db: Queries, containerId: number): Promise<boolean> {
  const holder = await contentById(db, containerId)
  if (holder?.status === 'trashed') return false
  return holder === undefined || holder.container_id === null || holdersPresent(db, holder.container_id)
}

/** A row without a check of permissions: callers decide who may see it. */
export async function contentById(db: Queries, id: number): Promise<ContentRow | undefined> {
  return (await contentWithId(db, { id }))[0]
}

const contentWithId = prepared((db, { id }: { id: number }) =>
  db.selectFrom('content').selectAll().where('id', '=', id),
)

/** Reads a row within a change and, on PostgreSQL, holds it until the change commits. */
export async function lockContent(tx: WriteTransaction, id: number): Promise<ContentRow | undefined> {
  return (await (tx.engine === 'postgres' ? contentHeld : contentWithId)(tx.db, { id }))[0]
}

const contentHeld = prepared((db, { id }: { id: number }) =>
  db.selectFrom('content').selectAll().where('id', '=', id).forUpdate(),
)

/** Rows by id in one query; the order is that of `ids`, absent ones are left out. */
export async function contentsById(ctx: Context, ids: readonly number[]): Promise<ContentRow[]> {
  if (ids.length === 0) return []
  const byId = new Map((await visibleWithIds(ctx, { ids })).map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

const visibleWithIds = preparedForViewer(({ db, dialect, viewer }, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', dialect.inIntegers(ids))
    .where(visible(dialect, viewer))
    .where(holderPresent()),
)

/** The current page of a title, without a check of permissions. */
export async function findPageByTitle(db: Queries, spaceId: number, titleKey: string): Promise<ContentRow | undefined> {
  return (await pageByTitle(db, { spaceId, titleKey }))[0]
}

const pageByTitle = prepared((db, { spaceId, titleKey }: { spaceId: number; titleKey: string }) =>
  db
    .selectFrom('content')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('title_key', '=', titleKey)
    .where('type', '=', 'page')
    .where('status', '=', 'current')
    .limit(1),
)

/** A version's row and text, the current one too. */
export async function versionOf(
  db: Queries,
  contentId: number,
  number: number,
): Promise<ContentVersionRow | undefined> {
  return (await versionRow(db, { contentId, number }))[0]
}

const versionRow = prepared((db, { contentId, number }: { contentId: number; number: number }) =>
  db.selectFrom('content_version').selectAll().where('content_id', '=', contentId).where('number', '=', number),
)

/** Storage text of a version; empty when there is none. */
export async function storageAt(app: App, contentId: number, number: number): Promise<string> {
  const [version] = await madeFrom([`page ${contentId}`], () =>
    storageOfVersion(app.database.read, { contentId, number }),
  )
  return version?.storage ?? ''
}

const storageOfVersion = prepared((db, { contentId, number }: { contentId: number; number: number }) =>
  db.selectFrom('content_version').select('storage').where('content_id', '=', contentId).where('number', '=', number),
)

/** Current storage text of many contents in one query. */
export async function storageOf(app: App, rows: readonly ContentRow[]): Promise<Map<number, string>> {
  const written = rows.flatMap(row => writtenVersion(row) ?? [])
  const found = await currentTexts(
    app,
    rows.filter(row => !writtenVersion(row)),
  )
  return new Map([...written, ...found].map(row => [row.content_id, row.storage]))
}

/**
 * {@link storageOf}, at the version that each row names: a text that was followed by another since its row was read is
 * left out; {@link storageAt} has it.
 */
export async function storageOfRows(app: App, rows: readonly ContentRow[]): Promise<Map<number, string>> {
  const versions = new Map(rows.map(row => [row.id, row.version]))
  const found = (await currentTexts(app, rows)).filter(row => row.number === versions.get(row.content_id))
  return new Map(found.map(row => [row.content_id, row.storage]))
}

async function currentTexts({ database }: App, rows: readonly ContentRow[]) {
  if (rows.length === 0) return []
  return madeFrom(sourcesOf(rows), () => textsOfIds(database, { ids: rows.map(row => row.id) }))
}

const textsOfIds = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('content_version')
    .innerJoin('content', join =>
      join
        .onRef('content.id', '=', 'content_version.content_id')
        .onRef('content.version', '=', 'content_version.number'),
    )
    .select(['content_version.content_id', 'content_version.number', 'content_version.storage'])
    .where('content.id', 'in', dialect.inIntegers(ids)),
)

/** Keys of the spaces of these rows, by space id, without spaces that are being deleted. */
export async function spaceKeys(ctx: Context, rows: readonly ContentRow[]): Promise<Map<number, string>> {
  const spaces = await spacesById(
    ctx.app,
    rows.map(row => row.space_id),
  )
  return new Map([...spaces].map(([id, { key }]) => [id, key]))
}

/**
 * The ids of pages and of all that they contain, comments of their files too. A union, since an "or" leads both
 * databases through all content.
 */
export function withContained({ inIntegers }: EngineDialect, pageIds: readonly number[]): RawBuilder<number> {
  const pages = inIntegers(pageIds)
  return sql<number>`(select id from content where id in ${pages} union all select id from content where container_id in ${pages}
    union all select comment.id from content as holder cross join content as comment
    where holder.container_id in ${pages}
      and comment.container_id = holder.id)`
}

/** {@link ancestorIds} of many parents in one query, by parent. */
export async function ancestorsOfParents(
  database: Pick<Database, 'read' | 'dialect'>,
  parentIds: readonly number[],
): Promise<Map<number, number[]>> {
  const chains = new Map<number, number[]>(parentIds.map(id => [id, []]))
  if (chains.size === 0) return chains
  const rows = await chainsAbove(database, { ids: [...chains.keys()] })
  for (const { parent, id } of rows) chains.get(parent)?.push(id)
  return chains
}

const chainsAbove = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  compilable(
    db,
    sql<{ parent: number; id: number }>`with recursive chain(parent, id, parent_id, depth) as (
      select id, id, parent_id, 0 from content where id in ${dialect.inIntegers(ids)}
      union all select chain.parent, content.id, content.parent_id, chain.depth + 1
      from content join chain on chain.parent_id = content.id where chain.depth < ${MAX_DEPTH})
    select parent, id from chain order by depth desc`,
  ),
)

/** Ids from the root down to the parent of a page; without the page itself. */
export async function ancestorIds(db: Queries, parentId: number | null): Promise<number[]> {
  if (parentId === null) return []
  return (await chainAbove(db, { parentId })).map(row => row.id)
}

const chainAbove = prepared((db, { parentId }: { parentId: number }) =>
  db
    .withRecursive('chain(id, parent_id, depth)', cte =>
      cte
        .selectFrom('content')
        .select(['id', 'parent_id', sql<number>`0`.as('depth')])
        .where('id', '=', parentId)
        .unionAll(
          cte
            .selectFrom('content')
            .innerJoin('chain', 'chain.parent_id', 'content.id')
            .select(['content.id', 'content.parent_id', sql<number>`chain.depth + 1`.as('depth')])
            .where('chain.depth', '<', MAX_DEPTH),
        ),
    )
    .selectFrom('chain')
    .select(['id', 'depth'])
    .orderBy('depth', 'desc'),
)

/** Deepest tree that is followed; a move that would go deeper is refused. */
export const MAX_DEPTH = 500

/** Position after the last of the siblings. */
export async function lastPosition(db: Queries, spaceId: number, parentId: number | null): Promise<string | null> {
  const [row] = await (parentId === null ? lastAtTop(db, { spaceId }) : lastBelow(db, { spaceId, parentId }))
  return row?.position ?? null
}

// One status at a time: the index of siblings then leads to the last of them at once.
const lastOf = (db: Queries, spaceId: number, parentId: number | null) => {
  const [published, draft] = (['current', 'draft'] as const).map(status =>
    db
      .selectFrom('content')
      .select('position')
      .where('space_id', '=', spaceId)
      .where('parent_id', parentId === null ? 'is' : '=', parentId)
      .where('type', '=', 'page')
      .where('status', '=', status)
      .orderBy('position', 'desc')
      .limit(1),
  ) as [PositionQuery, PositionQuery]
  return db
    .selectFrom(published.as('published'))
    .select('position')
    .unionAll(db.selectFrom(draft.as('draft')).select('position'))
    .orderBy('position', 'desc')
    .limit(1)
}
type PositionQuery = SelectQueryBuilder<Tables, 'content', { position: string }>
const lastAtTop = prepared((db, { spaceId }: { spaceId: number }) => lastOf(db, spaceId, null))
const lastBelow = prepared((db, { spaceId, parentId }: { spaceId: number; parentId: number }) =>
  lastOf(db, spaceId, parentId),
)
