import type { Context } from '#platform/server/context.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { requireSpace, spacesById } from '#features/spaces/server/index.ts'
import type { OwnDraft, RecentChange } from '../../versions-contract.ts'
import { contentPath } from '../model/urls.ts'
import { isEmptyDraft } from '../service/empty-drafts.ts'
import { visible } from '../visibility.ts'
import { personView } from './page-view.ts'

/** Pages and posts that the viewer may see, last changed first. `cursor` is what the page before gave as `nextCursor`. */
export async function recentChanges(
  ctx: Context, query: { spaceKey?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ results: RecentChange[]; nextCursor: string | null }> {
  const [beforeAt, beforeId] = (query.cursor ?? '').split('-').map(Number)
  const { read, dialect } = ctx.app.database
  let select = read.selectFrom('content').selectAll().where('status', '=', 'current')
    .where('type', 'in', ['page', 'blogpost']).where(visible(dialect, ctx.viewer))
  if (query.spaceKey) select = select.where('space_id', '=', (await requireSpace(ctx, query.spaceKey)).id)
  if (beforeAt && beforeId) {
    select = select.where(eb => eb.or([
      eb('updated_at', '<', beforeAt), eb.and([eb('updated_at', '=', beforeAt), eb('id', '<', beforeId)]),
    ]))
  }
  const rows = await select.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(query.limit + 1).execute()
  const shown = rows.slice(0, query.limit)
  const [people, spaces] = await Promise.all([
    accountsById(ctx.app, shown.map(row => row.updater_id)), spacesById(ctx.app, shown.map(row => row.space_id)),
  ])
  const last = shown.at(-1)
  return {
    results: shown.map(row => {
      const space = spaces.get(row.space_id)
      return {
        id: String(row.id), type: row.type as RecentChange['type'], title: row.title, url: contentPath(row, space?.key ?? ''),
        space: { key: space?.key ?? '', name: space?.name ?? '' },
        updatedAt: isoTime(row.updated_at), updatedBy: personView(ctx, people.get(row.updater_id ?? 0)), version: row.version,
      }
    }),
    nextCursor: rows.length > query.limit && last ? `${last.updated_at}-${last.id}` : null,
  }
}

/**
 * The viewer's drafts, last touched first: pages never published that hold anything, and changes of published ones that
 * they may see.
 */
export async function draftsOf(ctx: Context, start: number, limit: number): Promise<OwnDraft[]> {
  const { userId } = ctx.viewer
  if (userId === null) return []
  const { read, dialect } = ctx.app.database
  const rows = await read.selectFrom('content')
    .leftJoin('edit_draft', join => join.onRef('edit_draft.content_id', '=', 'content.id').on('edit_draft.account_id', '=', userId))
    .select(eb => [
      'content.id', 'content.type', 'content.status', 'content.space_id', 'content.title', 'edit_draft.title as draft_title',
      eb.fn.coalesce('edit_draft.updated_at', 'content.updated_at').as('touched_at'),
    ])
    .where('content.type', 'in', ['page', 'blogpost']).where(visible(dialect, ctx.viewer))
    .where('content.id', 'in', eb => eb.selectFrom('content as own').select('own.id')
      .where('own.status', '=', 'draft').where('own.creator_id', '=', userId)
      .unionAll(eb.selectFrom('content as changed').innerJoin('edit_draft as change', 'change.content_id', 'changed.id').select('changed.id')
        .where('changed.status', '=', 'current').where('change.account_id', '=', userId)))
    .where(eb => eb.not(isEmptyDraft()))
    .orderBy('touched_at', 'desc').orderBy('content.id', 'desc').offset(start).limit(limit).execute()
  const spaces = await spacesById(ctx.app, rows.map(row => row.space_id))
  return rows.map(row => {
    const space = spaces.get(row.space_id)
    const isNew = row.status === 'draft'
    const edit = row.type === 'blogpost' ? 'editblogpost' : 'editpage'
    return {
      id: String(row.id), type: row.type as OwnDraft['type'], title: row.draft_title ?? row.title, isNew,
      editUrl: isNew ? `/pages/resumedraft.action?draftId=${row.id}` : `/pages/${edit}.action?pageId=${row.id}`,
      space: { key: space?.key ?? '', name: space?.name ?? '' }, updatedAt: isoTime(row.touched_at),
    }
  })
}
