import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireUse, requireUser } from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { SPACE_ICON_PATH } from '#features/spaces/shared.ts'
import { spacesById, spaceWires } from '#features/spaces/server/index.ts'
import { presentVisits, recentSpaces, recentVisits, recordVisit, type Visit } from '../contract.ts'
import { presentPages, visitedPages, visitedSpaces } from './store.ts'
import type { Visits } from './visits.ts'

/** Noting a visit from the browser, and the lists of what was visited. */
export function visitRoutes({ http }: App, visits: Visits): void {
  http.handle(recordVisit, async ({ ctx, params }) => {
    const accountId = requireUser(ctx)
    const row = await requireContent(ctx, Number(params.id))
    if (row.type === 'page' || row.type === 'blogpost') visits.note(accountId, row.id)
    return Answer.empty()
  })
  http.handle(recentVisits, async ({ ctx, query }) => {
    const accountId = requireUser(ctx)
    await visits.flush()
    return visitsOf(ctx, accountId, query.limit, query.includeTrashedContent ?? false)
  })
  http.handle(presentVisits, async ({ ctx, query }) => {
    requireUse(ctx)
    return { ids: (await presentPages(ctx, query.ids)).map(String) }
  })
  http.handle(recentSpaces, async ({ ctx, query }) => {
    const accountId = requireUser(ctx)
    await visits.flush()
    const ids = await visitedSpaces(ctx, accountId, query.limit)
    const known = await spacesById(ctx.app, ids)
    const spaces = ids.flatMap(id => known.get(id) ?? [])
    const wires = await spaceWires(ctx, spaces, parseExpand('icon'))
    return spaces.map(({ id, key, name }, index) => {
      const icon = wires[index]?.['icon'] as { path: string } | undefined
      return { id, key, name, icon: icon?.path ?? SPACE_ICON_PATH }
    })
  })
}

/** Pages that the user opened and may still see. Of the trash, only their own earlier visits. */
async function visitsOf(ctx: Context, accountId: number, limit: number, withTrash: boolean): Promise<Visit[]> {
  const rows = await visitedPages(ctx, accountId, limit, withTrash)
  return rows.map(row => {
    const type = row.type === 'blogpost' ? 'blogpost' : 'page'
    return {
      available: row.status === 'current',
      contentType: type,
      id: row.id,
      lastSeen: Number(row.seen_at),
      space: row.space_name,
      spaceKey: row.space_key,
      title: row.title,
      type,
      url: contentPath(row, row.space_key),
      count: Number(row.visits),
    }
  })
}
