import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { contentById, createPage, requireContent, type ContentRow } from '#features/content/server/index.ts'
import { mayInSpace, requireSpace, spacesById, type Space } from '#features/spaces/server/index.ts'

export interface Begin {
  type: 'page' | 'blogpost'
  spaceKey?: string | undefined
  fromPageId?: number | undefined
  title?: string | undefined
}

/**
 * The draft that something new begins as. An empty one that the user left in the same place is taken again, so that
 * opening the editor many times leaves nothing behind.
 * @throws HttpError 400 without a space, 403 without permission, 404
 */
export async function beginDraft(ctx: Context, wanted: Begin): Promise<ContentRow> {
  if (ctx.viewer.userId === null) throw forbidden('Sign in to create content')
  const parent = wanted.fromPageId === undefined ? undefined : await parentFrom(ctx, wanted.fromPageId)
  const space = await spaceFor(ctx, wanted.spaceKey, parent)
  const parentId = wanted.type === 'page' && parent?.space_id === space.id ? parent.id : null
  const title = wanted.title?.trim() ?? ''
  const left = await emptyDraft(ctx, { type: wanted.type, spaceId: space.id, parentId, title })
  // The permission may have been taken away since.
  if (left && (await mayInSpace(ctx.app, ctx.viewer, space.id, `create:${wanted.type}`))) return left
  return createPage(ctx, { type: wanted.type, status: 'draft', space, parentId, title, body: undefined })
}

async function parentFrom(ctx: Context, id: number): Promise<ContentRow | undefined> {
  const row = await requireContent(ctx, id)
  if (row.type === 'page' && row.status === 'current') return row
  const above = row.parent_id ?? row.container_id
  return above === null ? undefined : contentById(ctx.app.database.read, above)
}

async function spaceFor(ctx: Context, key: string | undefined, parent: ContentRow | undefined): Promise<Space> {
  if (key !== undefined && key !== '') return requireSpace(ctx, key)
  const space = parent && (await spacesById(ctx.app, [parent.space_id])).get(parent.space_id)
  if (!space) throw badRequest('spaceKey: say in which space, e.g. /pages/createpage.action?spaceKey=DOCS')
  return space
}

interface Place {
  type: 'page' | 'blogpost'
  spaceId: number
  parentId: number | null
  title: string
}

/** A draft of this user in that place without text or files. */
async function emptyDraft(ctx: Context, { type, spaceId, parentId, title }: Place): Promise<ContentRow | undefined> {
  const { read } = ctx.app.database
  return read.selectFrom('content').selectAll('content')
    .where('content.creator_id', '=', ctx.viewer.userId).where('content.status', '=', 'draft').where('content.type', '=', type)
    .where('content.space_id', '=', spaceId).where('content.parent_id', parentId === null ? 'is' : '=', parentId)
    .where('content.title', '=', title)
    .where(({ exists, not, selectFrom, and }) => and([
      exists(selectFrom('content_version').select(sql`1`.as('one'))
        .whereRef('content_version.content_id', '=', 'content.id').whereRef('content_version.number', '=', 'content.version')
        .where('content_version.storage', '=', '')),
      not(exists(selectFrom('content as file').select(sql`1`.as('one')).whereRef('file.container_id', '=', 'content.id'))),
    ]))
    .orderBy('content.id', 'desc').limit(1).executeTakeFirst()
}
