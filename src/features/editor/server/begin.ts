import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { contentById, type ContentRow } from '#features/content-core/server/read.ts'
import { createPage } from '#features/content-core/server/write.ts'
import { requireSpace, spacesById, type Space } from '#features/spaces/server/index.ts'
import type { EditorView } from '../contract.ts'
import { loadEditor } from './view.ts'

export interface Begin {
  type: 'page' | 'blogpost'
  spaceKey?: string | undefined
  fromPageId?: number | undefined
  title?: string | undefined
}

/**
 * Begins a page or post: a new draft for each window, so that no two of them publish the same. A title from the address
 * is only shown: a draft holds typed text, and an empty one goes by itself.
 * @throws HttpError 400 without a space, 403 without permission, 404
 */
export async function beginDraft(ctx: Context, wanted: Begin): Promise<{ row: ContentRow; view: EditorView }> {
  if (ctx.viewer.userId === null) throw forbidden('Sign in to create content')
  const parent = wanted.fromPageId === undefined ? undefined : await parentFrom(ctx, wanted.fromPageId)
  const space = await spaceFor(ctx, wanted.spaceKey, parent)
  const parentId = wanted.type === 'page' && parent?.space_id === space.id ? parent.id : null
  const row = await createPage(ctx, { type: wanted.type, status: 'draft', space, parentId, title: '', body: undefined })
  return { row, view: { ...(await loadEditor(ctx, row)), title: wanted.title?.trim() ?? '' } }
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
  if (!space) throw badRequest('say in which space, e.g. /pages/createpage.action?spaceKey=DOCS', { field: 'spaceKey' })
  return space
}
