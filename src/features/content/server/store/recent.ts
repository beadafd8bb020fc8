import type { Context } from '#platform/server/context.ts'
import { isEmptyDraft } from '../service/empty-drafts.ts'
import type { ContentRow } from '../store.ts'
import { visible } from '../visibility.ts'

/** Current pages and posts that the viewer may see, last changed first; `before` is the last one of the page before. */
export async function lastChanged(
  ctx: Context,
  {
    spaceId,
    before,
    limit,
  }: { spaceId?: number | undefined; before?: { at: number; id: number } | undefined; limit: number },
): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  let select = read
    .selectFrom('content')
    .selectAll()
    .where('status', '=', 'current')
    .where('type', 'in', ['page', 'blogpost'])
    .where(visible(dialect, ctx.viewer))
  if (spaceId !== undefined) select = select.where('space_id', '=', spaceId)
  if (before) {
    select = select.where(eb =>
      eb.or([eb('updated_at', '<', before.at), eb.and([eb('updated_at', '=', before.at), eb('id', '<', before.id)])]),
    )
  }
  return select.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/**
 * Unpublished pages and posts of an account that hold anything, and published ones that it has changes of, last touched
 * first.
 */
export async function ownDrafts(ctx: Context, userId: number, start: number, limit: number) {
  const { read, dialect } = ctx.app.database
  return read
    .selectFrom('content')
    .leftJoin('edit_draft', join =>
      join.onRef('edit_draft.content_id', '=', 'content.id').on('edit_draft.account_id', '=', userId),
    )
    .select(eb => [
      'content.id',
      'content.type',
      'content.status',
      'content.space_id',
      'content.title',
      'edit_draft.title as draft_title',
      eb.fn.coalesce('edit_draft.updated_at', 'content.updated_at').as('touched_at'),
    ])
    .where('content.type', 'in', ['page', 'blogpost'])
    .where(visible(dialect, ctx.viewer))
    .where('content.id', 'in', eb =>
      eb
        .selectFrom('content as own')
        .select('own.id')
        .where('own.status', '=', 'draft')
        .where('own.creator_id', '=', userId)
        .unionAll(
          eb
            .selectFrom('content as changed')
            .innerJoin('edit_draft as change', 'change.content_id', 'changed.id')
            .select('changed.id')
            .where('changed.status', '=', 'current')
            .where('change.account_id', '=', userId),
        ),
    )
    .where(eb => eb.not(isEmptyDraft()))
    .orderBy('touched_at', 'desc')
    .orderBy('content.id', 'desc')
    .offset(start)
    .limit(limit)
    .execute()
}
