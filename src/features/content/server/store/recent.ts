import type { Context } from '#platform/server/context.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { isEmptyDraft, type ContentRow } from '#features/content-core/server/read.ts'

/** The last one of a page of a list, behind which the next page begins: its time in epoch milliseconds, and its id. */
export interface Before {
  at: number
  id: number
}

/** Current pages and posts, or those of one type, that the viewer may see, last changed or created first. */
export async function lastChanged(
  ctx: Context,
  {
    type,
    spaceId,
    by = 'updated_at',
    before,
    limit,
  }: {
    type?: 'page' | 'blogpost'
    spaceId?: number | undefined
    by?: 'updated_at' | 'created_at'
    before?: Before | undefined
    limit: number
  },
): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  let select = read.selectFrom('content').selectAll().where('status', '=', 'current')
  select = type ? select.where('type', '=', type) : select.where('type', 'in', ['page', 'blogpost'])
  select = select.where(visible(dialect, ctx.viewer))
  if (spaceId !== undefined) select = select.where('space_id', '=', spaceId)
  if (before) {
    select = select.where(eb =>
      eb.or([eb(by, '<', before.at), eb.and([eb(by, '=', before.at), eb('id', '<', before.id)])]),
    )
  }
  return select.orderBy(by, 'desc').orderBy('id', 'desc').limit(limit).execute()
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
