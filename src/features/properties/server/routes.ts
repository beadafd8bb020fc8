import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import type { Property, PropertyOwner } from '#platform/server/properties.ts'
import { requireContent, requireContentFor } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { singleWire } from '#features/content/server/index.ts'
import * as contract from '../contract.ts'
import { ownerOf, properties } from './store.ts'
import { propertyWire } from './wire.ts'

/** Properties of one content: listing, reading and changing them. */
export function propertyRoutes({ http }: App): void {
  http.handle(contract.listProperties, async ({ ctx, params, query, request }) => {
    const row = await requireContent(ctx, params.id)
    const rows = await properties.list(ctx.app.database.read, ownerOf(row), query.start, query.limit)
    const page = pageOf(request, ctx.app, query, rows)
    return { ...page, results: page.results.map(property => propertyWire(ctx, row, property)) }
  })
  http.handle(contract.getProperty, async ({ ctx, params, query }) => {
    const row = await requireContent(ctx, params.id)
    const property = propertyWire(ctx, row, await properties.require(ctx.app.database.read, ownerOf(row), params.key))
    const withContent = parseExpand(query.expand as string | undefined).children.get('content')
    return withContent ? { ...property, content: await singleWire(ctx, row, withContent), _expandable: {} } : property
  })
  http.handle(contract.createProperty, ({ ctx, params, body }) => {
    if (!body.key) throw badRequest('is required', { field: 'key', forPrograms: true })
    const { key } = body
    return change(ctx, params.id, key, (tx, owner) => properties.insert(tx, owner, key, body))
  })
  http.handle(contract.createPropertyByKey, ({ ctx, params, body }) =>
    change(ctx, params.id, params.key, (tx, owner) => properties.insert(tx, owner, params.key, body)),
  )
  http.handle(contract.updateProperty, ({ ctx, params, body }) =>
    change(ctx, params.id, params.key, (tx, owner) => properties.replace(tx, owner, params.key, body)),
  )
  http.handle(contract.deleteProperty, async ({ ctx, params }) => {
    const row = await requireContentFor(ctx, params.id, 'update')
    await ctx.app.database.transaction(async tx => {
      await properties.remove(tx, ownerOf(row), params.key)
      appendEvent(tx, ctx, row, 'deleted', { property: params.key })
    })
    return Answer.empty()
  })
}

async function change(
  ctx: Context,
  id: number,
  key: string,
  work: (tx: WriteTransaction, owner: PropertyOwner) => Promise<Property>,
) {
  const row = await requireContentFor(ctx, id, 'update')
  const property = await ctx.app.database.transaction(async tx => {
    const stored = await work(tx, ownerOf(row))
    appendEvent(tx, ctx, row, 'stored', { property: key, version: stored.version })
    return stored
  })
  return propertyWire(ctx, row, property)
}

function appendEvent(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  what: 'stored' | 'deleted',
  data: { property: string; version?: number },
): void {
  tx.append({
    kind: `content.property.${what}`,
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    contentId: row.id,
    data,
  })
}
