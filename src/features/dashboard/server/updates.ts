import { friendlyTime } from '#platform/friendly-time.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { accountsById, personOf, requireUse } from '#features/accounts/server/index.ts'
import { contentPath, contentsById } from '#features/content-core/server/read.ts'
import { among } from '#features/page-lists/server/index.ts'
import { findHits, readQuery } from '#features/search/server/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { dashboardUpdates, dashboardUpdatesByForm, type ChangeSet, type UpdatesQuery } from '../contract.ts'

/** The list of recent changes as old dashboards load it. */
export function updateCalls({ http }: App): void {
  const aliases = [`${dashboardUpdates.path}.json`]
  http.handle(dashboardUpdates, ({ ctx, query }) => changes(ctx, query), { aliases })
  http.handle(dashboardUpdatesByForm, ({ ctx, body }) => changes(ctx, body), { aliases })
}

async function changes(ctx: Context, asked: UpdatesQuery): Promise<{ changeSets: ChangeSet[] }> {
  requireUse(ctx)
  const types = asked.types.filter(type => type === 'page' || type === 'blogpost')
  const conditions = [
    among('type', types.length > 0 ? types : ['page', 'blogpost']),
    among('label', asked.labels),
    among('contributor', asked.users),
    among('space', asked.spaceKey ? [...asked.spaces, asked.spaceKey] : asked.spaces),
  ].filter(condition => condition !== undefined)
  const { query } = readQuery(ctx, `${conditions.join(' and ')} order by lastmodified desc`, undefined)
  const found = await findHits(ctx, query, { start: 0, limit: asked.maxResults, entities: ['content'] })
  const rows = await contentsById(
    ctx,
    found.hits.map(hit => hit.id),
  )
  const [people, spaces] = await Promise.all([
    accountsById(
      ctx.app,
      rows.map(row => row.updater_id),
    ),
    spacesById(
      ctx.app,
      rows.map(row => row.space_id),
    ),
  ])
  const changeSets: ChangeSet[] = []
  let before: number | null | undefined
  for (const row of rows) {
    if (changeSets.length === 0 || row.updater_id !== before) {
      const account = people.get(row.updater_id ?? 0)
      const { displayName, profilePicture } = personOf(ctx.app, account)
      changeSets.push({
        modifier: { fullName: displayName, ...(account ? { userName: account.username } : {}) },
        profilePictureInfo: { downloadPath: profilePicture.path },
        recentUpdates: [],
      })
    }
    before = row.updater_id
    const space = spaces.get(row.space_id)
    changeSets.at(-1)?.recentUpdates.push({
      title: row.title,
      urlPath: contentPath(row, space?.key ?? ''),
      spaceName: space?.name ?? '',
      contentType: row.type === 'blogpost' ? 'blogpost' : 'page',
      lastModificationDate: row.updated_at,
      friendlyUpdateTime: friendlyTime(row.updated_at, Date.now(), ctx.locale, ctx.viewer.timeZone),
    })
  }
  return { changeSets }
}
