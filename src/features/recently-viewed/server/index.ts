import type { App, ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireUse, requireUser } from '#features/accounts/server/index.ts'
import { contentPath, pageVisits, requireContent, visible } from '#features/content/server/index.ts'
import { SPACE_ICON_PATH } from '#features/spaces/shared.ts'
import { spacesById, spaceWires } from '#features/spaces/server/index.ts'
import { presentVisits, recentSpaces, recentVisits, recordVisit, type Visit } from '../contract.ts'
import { MOST_VISITED } from '../visited.ts'
import { migrations } from './migrations.ts'
import { Visits } from './visits.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Pages that each user opened lately. */
export const recentlyViewedFeature: ServerFeature = {
  name: 'recently-viewed',
  messages: { de },
  migrations,
  register(app) {
    const visits = new Visits(app)
    app.extensions.add(pageVisits, (ctx, row) => {
      if (ctx.viewer.userId !== null && row.status === 'current') visits.note(ctx.viewer.userId, row.id)
    })
    app.http.fastify.addHook('onClose', () => visits.flush())
    app.http.handle(recordVisit, async ({ ctx, params }) => {
      const accountId = requireUser(ctx)
      const row = await requireContent(ctx, Number(params.id))
      if (row.type === 'page' || row.type === 'blogpost') visits.note(accountId, row.id)
      return Answer.empty()
    })
    lists(app, visits)
  },
}

function lists({ http }: App, visits: Visits): void {
  http.handle(recentVisits, async ({ ctx, query }) => {
    const accountId = requireUser(ctx)
    await visits.flush()
    return visitsOf(ctx, accountId, query.limit, query.includeTrashedContent ?? false)
  })
  http.handle(presentVisits, async ({ ctx, query }) => {
    requireUse(ctx)
    const { read, dialect } = ctx.app.database
    const rows = await read.selectFrom('content').select('id').where('id', 'in', dialect.inIntegers(query.ids))
      .where('type', 'in', ['page', 'blogpost']).where('status', '=', 'current').where(visible(dialect, ctx.viewer)).execute()
    return { ids: rows.map(row => String(row.id)) }
  })
  http.handle(recentSpaces, async ({ ctx, query }) => {
    const accountId = requireUser(ctx)
    await visits.flush()
    const { read, dialect } = ctx.app.database
    const rows = await read.selectFrom('content_visit').innerJoin('content', 'content.id', 'content_visit.content_id')
      .select(eb => ['content.space_id', eb.fn.max('content_visit.seen_at').as('seen_at')])
      .where('content_visit.account_id', '=', accountId).where(visible(dialect, ctx.viewer))
      .groupBy('content.space_id').orderBy('seen_at', 'desc').limit(query.limit).execute()
    const known = await spacesById(ctx.app, rows.map(row => row.space_id))
    const spaces = rows.flatMap(row => known.get(row.space_id) ?? [])
    const wires = await spaceWires(ctx, spaces, parseExpand('icon'))
    return spaces.map(({ id, key, name }, index) => {
      const icon = wires[index]?.['icon'] as { path: string } | undefined
      return { id, key, name, icon: icon?.path ?? SPACE_ICON_PATH }
    })
  })
}

/** What the user opened and may still see. Of the trash only their own visits of what they saw there before are told. */
async function visitsOf(ctx: Context, accountId: number, limit: number, withTrash: boolean): Promise<Visit[]> {
  const { read, dialect } = ctx.app.database
  const rows = await read.selectFrom('content_visit').innerJoin('content', 'content.id', 'content_visit.content_id')
    .innerJoin('space', 'space.id', 'content.space_id').selectAll('content')
    .select(['space.key as space_key', 'space.name as space_name', 'content_visit.seen_at', 'content_visit.visits'])
    .where('content_visit.account_id', '=', accountId).where('content.type', 'in', ['page', 'blogpost'])
    .where('content.status', 'in', withTrash ? ['current', 'trashed'] : ['current']).where(visible(dialect, ctx.viewer))
    .orderBy('content_visit.seen_at', 'desc').limit(Math.min(limit, MOST_VISITED)).execute()
  return rows.map(row => {
    const type = row.type === 'blogpost' ? 'blogpost' : 'page'
    return {
      available: row.status === 'current', contentType: type, id: row.id, lastSeen: Number(row.seen_at), space: row.space_name,
      spaceKey: row.space_key, title: row.title, type, url: contentPath(row, row.space_key), count: Number(row.visits),
    }
  })
}
