import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import { personView } from '#features/content/server/index.ts'
import { requireAdministeredSpace } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { createLink, deactivateLinks } from './service.ts'
import { embeddingOn, embedOrigins } from './settings.ts'
import { listLinks, placesOf, putSpaceSwitch, spaceSwitch, usesOf } from './store.ts'
import { linkUsesOf } from './uses.ts'

/** Links that one user makes in a minute. */
const MOST_CREATED = 60
const MINUTE_MS = 60_000

/** Making, revoking and counting links, and where there may be any. */
export function embedRoutes(app: App): void {
  const limit = rateLimited<Context>(
    app,
    { name: 'diagram-embed.create', max: MOST_CREATED, windowMs: MINUTE_MS },
    ({ viewer }) => String(viewer.userId ?? ''),
  )
  app.http.handle(contract.createEmbedLink, async ({ ctx, body }) => {
    limit(ctx)
    return { embedUrl: await createLink(ctx, body) }
  })
  app.http.handle(contract.deactivateEmbedLinks, async ({ ctx, body }) => ({
    deactivated: await deactivateLinks(ctx, body),
  }))
  app.http.handle(contract.listEmbedLinks, async ({ ctx, query, request }) => {
    requireAdministrator(ctx)
    return pageOf(request, app, query, await listed(ctx, query))
  })
  siteCalls(app)
  spaceCalls(app)
}

async function listed(ctx: Context, window: { start: number; limit: number }): Promise<contract.ListedEmbedLink[]> {
  const { app } = ctx
  const { database } = app
  await linkUsesOf(app).flush()
  const rows = await listLinks(database, window)
  const [uses, places, people] = await Promise.all([
    usesOf(
      database,
      rows.map(({ id }) => id),
    ),
    placesOf(
      database,
      rows.map(row => row.attachment_id),
    ),
    accountsById(
      app,
      rows.map(row => row.creator_id),
    ),
  ])
  return rows.map(row => {
    const sources = uses.get(row.id) ?? []
    const [latest] = sources.map(({ lastUsedAt }) => lastUsedAt).toSorted((a, b) => b - a)
    const place = places.get(row.attachment_id)
    const pageId = place?.pageId ?? 0
    return {
      id: String(row.id),
      diagram: { attachmentId: String(row.attachment_id), name: place?.name ?? '', version: row.version },
      page: { id: String(pageId), title: place?.pageTitle ?? '', url: pagePath(pageId) },
      space: { key: place?.spaceKey ?? '', name: place?.spaceName ?? '' },
      creator: personView(ctx, people.get(row.creator_id ?? 0)),
      createdAt: isoTime(row.created_at),
      uses: sources.reduce((sum, use) => sum + use.uses, 0),
      lastUsedAt: latest === undefined ? null : isoTime(latest),
      sources: sources.map(({ source, uses: count }) => ({ source, uses: count })),
    }
  })
}

function siteCalls({ http, settings, database }: App): void {
  const read = (): contract.EmbeddingSettings => ({
    enabled: settings.get(embeddingOn),
    origins: settings.get(embedOrigins),
  })
  http.handle(contract.getEmbedding, ({ ctx }) => {
    requireAdministrator(ctx)
    return read()
  })
  http.handle(contract.updateEmbedding, async ({ ctx, body: { enabled, origins } }) => {
    await requireElevatedAdministrator(ctx)
    const actorId = ctx.viewer.userId
    await database.transaction(async tx => {
      if (enabled !== undefined) await settings.set(tx, embeddingOn, enabled, actorId)
      if (origins !== undefined) await settings.set(tx, embedOrigins, [...new Set(origins)], actorId)
    })
    return read()
  })
}

function spaceCalls(app: App): void {
  const allowed = () => app.settings.get(embeddingOn)
  app.http.handle(contract.getSpaceEmbedding, async ({ ctx, params }) => {
    const space = await requireAdministeredSpace(ctx, params.spaceKey)
    return { allowed: allowed(), enabled: await spaceSwitch(app, space.id) }
  })
  app.http.handle(contract.updateSpaceEmbedding, async ({ ctx, params, body: { enabled } }) => {
    const space = await requireAdministeredSpace(ctx, params.spaceKey)
    await app.database.transaction(async tx => {
      await putSpaceSwitch(tx, space.id, enabled)
      tx.append({
        kind: 'diagram-embed.space-changed',
        actorId: ctx.viewer.userId,
        spaceId: space.id,
        data: { enabled },
      })
    })
    return { allowed: allowed(), enabled }
  })
}
