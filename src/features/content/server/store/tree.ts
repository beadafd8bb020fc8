import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { prepared, type Queries } from '#platform/server/database/index.ts'
import { starredBy } from '#features/spaces/server/index.ts'
import { unguarded } from './visibility.ts'

/** Nodes of one level of the tree of a space, in order, as far as the viewer, who may see the space, sees them. */
export async function visibleNodes(
  ctx: Context,
  spaceId: number,
  parentId: number | null,
  start: number,
  limit: number,
) {
  return nodesOf(ctx, spaceId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .orderBy('position')
    .orderBy('id')
    .offset(start)
    .limit(limit)
    .execute()
}

/** The first nodes of a level, whoever asks; `has_open_child` is true where no restriction hides a child. */
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
