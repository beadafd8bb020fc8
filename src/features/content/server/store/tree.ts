import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { prepared, type Queries } from '#platform/server/database/index.ts'
import { unguarded } from '#features/content-core/server/policies.ts'
import { starredBy } from '#features/spaces/server/index.ts'

/** How the pages of a level are sorted. */
export interface NodeOrder {
  readonly by: keyof typeof ORDER_COLUMNS
  readonly reverse: boolean
}

const ORDER_COLUMNS = {
  position: 'position',
  title: 'title_key',
  creation: 'created_at',
  modified: 'updated_at',
} as const

const BY_POSITION: NodeOrder = { by: 'position', reverse: false }

/** Nodes of one level of the tree of a space, in order, as far as the viewer, who may see the space, sees them. */
export async function visibleNodes(
  ctx: Context,
  spaceId: number,
  parentId: number | null,
  { start, limit, order = BY_POSITION }: { start: number; limit: number; order?: NodeOrder },
) {
  const direction = order.reverse ? 'desc' : 'asc'
  return nodesOf(ctx, spaceId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .orderBy(ORDER_COLUMNS[order.by], direction)
    .orderBy('id', direction)
    .offset(start)
    .limit(limit)
    .execute()
}

/**
 * Nodes below several pages, those of one page together and in order, as far as the viewer, who may see the space, sees
 * them: `each` of one page, `most` in all.
 */
export async function nodesBelow(
  ctx: Context,
  spaceId: number,
  parentIds: readonly number[],
  { order, each, most }: { order: NodeOrder; each: number; most: number },
) {
  const { read, dialect } = ctx.app.database
  const column = ORDER_COLUMNS[order.by]
  const direction = order.reverse ? 'desc' : 'asc'
  const place = sql<number>`row_number() over (partition by parent_id
    order by ${sql.ref(column)} ${sql.raw(direction)}, id ${sql.raw(direction)})`
  const numbered = nodesIn(read, spaceId)
    .clearSelect()
    .select(['id', place.as('place')])
    .where(unguarded(dialect, ctx.viewer))
    .where('parent_id', 'in', dialect.inIntegers(parentIds))
    .as('numbered')
  return read
    .selectFrom('content')
    .select(['id', 'title', 'guard_id', 'parent_id'])
    .select(hasChild(unguarded(dialect, ctx.viewer, 'child')).as('has_children'))
    .where('id', 'in', eb => eb.selectFrom(numbered).select('numbered.id').where('place', '<=', each))
    .orderBy('parent_id')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(most)
    .execute()
}

/** First nodes of a level, without a check of permissions; `has_open_child` is true if no restriction hides a child. */
export async function firstNodes(db: Queries, spaceId: number, parentId: number | null, limit: number) {
  if (parentId !== null) return firstChildren(db, { spaceId, parentId, limit })
  return allNodes(db, spaceId).where('parent_id', 'is', null).orderBy('position').orderBy('id').limit(limit).execute()
}

const firstChildren = prepared(
  (db, { spaceId, parentId, limit }: { spaceId: number; parentId: number; limit: number }) =>
    allNodes(db, spaceId).where('parent_id', '=', parentId).orderBy('position').orderBy('id').limit(limit),
)

/** How many nodes that the viewer sees are before a page in its level; undefined where it is not seen itself. */
export async function countBefore(
  ctx: Context,
  spaceId: number,
  parentId: number | null,
  id: number,
): Promise<number | undefined> {
  const page = await nodesOf(ctx, spaceId).select('position').where('id', '=', id).executeTakeFirst()
  if (!page) return undefined
  const { read, dialect } = ctx.app.database
  const { before } = await nodesIn(read, spaceId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number | string>().as('before'))
    .where(unguarded(dialect, ctx.viewer))
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where(({ eb, or, and }) =>
      or([eb('position', '<', page.position), and([eb('position', '=', page.position), eb('id', '<', id)])]),
    )
    .executeTakeFirstOrThrow()
  return Number(before)
}

function nodesOf(ctx: Context, spaceId: number) {
  const { read, dialect } = ctx.app.database
  return nodesIn(read, spaceId)
    .select(hasChild(unguarded(dialect, ctx.viewer, 'child')).as('has_children'))
    .where(unguarded(dialect, ctx.viewer))
}

function allNodes(db: Queries, spaceId: number) {
  return nodesIn(db, spaceId).select([
    hasChild(sql<SqlBool>`1 = 1`).as('has_children'),
    hasChild(sql<SqlBool>`child.guard_id is null`).as('has_open_child'),
  ])
}

function nodesIn(db: Queries, spaceId: number) {
  return db
    .selectFrom('content')
    .select(['id', 'title', 'guard_id'])
    .where('space_id', '=', spaceId)
    .where('type', '=', 'page')
    .where('status', '=', 'current')
}

function hasChild(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`exists (select 1 from content as child where child.parent_id = content.id
    and child.type = 'page' and child.status = 'current' and ${condition})`
}

/** Whether the viewer starred a space. */
export async function isStarredByViewer({ app, viewer }: Context, spaceId: number): Promise<boolean> {
  const row = await app.database.read
    .selectFrom('space')
    .select('space.id')
    .where('space.id', '=', spaceId)
    .where(starredBy(viewer.userId))
    .executeTakeFirst()
  return row !== undefined
}
