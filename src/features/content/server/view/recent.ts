import type { Context } from '#platform/server/context.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { requireSpace, spacesById } from '#features/spaces/server/index.ts'
import type { OwnDraft, RecentChange } from '../../versions-contract.ts'
import { lastChanged, ownDrafts } from '../store/recent.ts'
import { personView } from './page-view.ts'

/**
 * Pages and posts that the viewer may see, last changed first. `cursor` is what the page before gave as `nextCursor`.
 */
export async function recentChanges(
  ctx: Context,
  query: { spaceKey?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ results: RecentChange[]; nextCursor: string | null }> {
  const [beforeAt, beforeId] = (query.cursor ?? '').split('-').map(Number)
  const spaceId = query.spaceKey ? (await requireSpace(ctx, query.spaceKey)).id : undefined
  const before = beforeAt && beforeId ? { at: beforeAt, id: beforeId } : undefined
  const rows = await lastChanged(ctx, { spaceId, before, limit: query.limit + 1 })
  const shown = rows.slice(0, query.limit)
  const [people, spaces] = await Promise.all([
    accountsById(
      ctx.app,
      shown.map(row => row.updater_id),
    ),
    spacesById(
      ctx.app,
      shown.map(row => row.space_id),
    ),
  ])
  const last = shown.at(-1)
  return {
    results: shown.map(row => {
      const space = spaces.get(row.space_id)
      return {
        id: String(row.id),
        type: row.type as RecentChange['type'],
        title: row.title,
        url: contentPath(row, space?.key ?? ''),
        space: { key: space?.key ?? '', name: space?.name ?? '' },
        updatedAt: isoTime(row.updated_at),
        updatedBy: personView(ctx, people.get(row.updater_id ?? 0)),
        version: row.version,
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
  const rows = await ownDrafts(ctx, userId, start, limit)
  const spaces = await spacesById(
    ctx.app,
    rows.map(row => row.space_id),
  )
  return rows.map(row => {
    const space = spaces.get(row.space_id)
    const isNew = row.status === 'draft'
    const edit = row.type === 'blogpost' ? 'editblogpost' : 'editpage'
    return {
      id: String(row.id),
      type: row.type as OwnDraft['type'],
      title: row.draft_title ?? row.title,
      isNew,
      editUrl: isNew ? `/pages/resumedraft.action?draftId=${row.id}` : `/pages/${edit}.action?pageId=${row.id}`,
      space: { key: space?.key ?? '', name: space?.name ?? '' },
      updatedAt: isoTime(row.touched_at),
    }
  })
}
