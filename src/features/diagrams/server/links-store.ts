import type { Context } from '#platform/server/context.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { DIAGRAM_TYPES } from '../names.ts'

/** Diagrams by their attachments, on published pages: those that the viewer may see. */
export async function diagramsById({ app, viewer }: Context, ids: readonly number[]) {
  const { read, dialect } = app.database
  if (ids.length === 0) return []
  return read
    .selectFrom('content as file')
    .innerJoin('attachment', 'attachment.content_id', 'file.id')
    .innerJoin('content as page', 'page.id', 'file.container_id')
    .innerJoin('space', 'space.id', 'file.space_id')
    .select(['file.id', 'file.title as name', 'page.id as pageId', 'page.title as pageTitle', 'space.name as space'])
    .where('file.id', 'in', dialect.inIntegers(ids))
    .where('file.status', '=', 'current')
    .where('page.status', '=', 'current')
    .where('attachment.media_type', 'in', [...DIAGRAM_TYPES])
    .where(visible(dialect, viewer, 'file'))
    .execute()
}

/** Published pages and posts by their ids: those that the viewer may see. */
export async function pagesById({ app, viewer }: Context, ids: readonly number[]) {
  const { read, dialect } = app.database
  if (ids.length === 0) return []
  return read
    .selectFrom('content')
    .innerJoin('space', 'space.id', 'content.space_id')
    .select(['content.id', 'content.title', 'space.name as space'])
    .where('content.id', 'in', dialect.inIntegers(ids))
    .where('content.type', 'in', ['page', 'blogpost'])
    .where('content.status', '=', 'current')
    .where(visible(dialect, viewer))
    .execute()
}
