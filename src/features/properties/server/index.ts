import { z } from 'zod'
import type { ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { type Property, propertyFields, type PropertyOwner } from '#platform/server/properties.ts'
import { contentExpansions, contentWriters, requireContent, requireContentFor, singleWire, wireId, type ContentRow } from '#features/content/server/index.ts'
import * as contract from '../contract.ts'
import { migrations } from './migrations.ts'
import { properties } from './store.ts'

/** Properties beside a body: `{key: {value}}`, with what else a fetched object holds. */
const sentProperties = z.record(z.string(), z.unknown())

/** JSON values that programs keep with content. */
export const propertiesFeature: ServerFeature = {
  name: 'properties',
  migrations,
  register(app) {
    const { http } = app
    http.handle(contract.listProperties, async ({ ctx, params, query, request }) => {
      const row = await requireContent(ctx, params.id)
      const page = pageOf(request, ctx.app, query, await properties.list(ctx.app.database.read, ownerOf(row), query.start, query.limit))
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
      return write(ctx, params.id, key, (tx, owner) => properties.insert(tx, owner, key, body))
    })
    http.handle(contract.createPropertyByKey, ({ ctx, params, body }) =>
      write(ctx, params.id, params.key, (tx, owner) => properties.insert(tx, owner, params.key, body)))
    http.handle(contract.updateProperty, ({ ctx, params, body }) =>
      write(ctx, params.id, params.key, (tx, owner) => properties.replace(tx, owner, params.key, body)))
    http.handle(contract.deleteProperty, async ({ ctx, params }) => {
      const row = await requireContentFor(ctx, params.id, 'update')
      await ctx.app.database.transaction(async tx => {
        await properties.remove(tx, ownerOf(row), params.key)
        tx.append({ kind: 'content.property.deleted', actorId: ctx.viewer.userId, spaceId: row.space_id, contentId: row.id, data: { property: params.key } })
      })
      return Answer.empty()
    })

    app.extensions.add(contentExpansions, {
      path: 'metadata.properties',
      async load(ctx, rows, expand) {
        // A key with dashes may be asked for with underscores.
        const wanted = [...expand.children.keys()].flatMap(key => [key, key.replaceAll('_', '-')])
        const { read, dialect } = ctx.app.database
        let select = read.selectFrom('content_property').selectAll().where('content_id', 'in', dialect.inIntegers(rows.map(row => row.id)))
        if (wanted.length > 0) select = select.where('key', 'in', wanted)
        const found = await select.orderBy('key').execute()
        return new Map(rows.map(row => [row.id, {
          ...Object.fromEntries(found.filter(property => property.content_id === row.id).map(property => [property.key, propertyWire(ctx, row, property)])),
          _expandable: {},
        }]))
      },
    })
    app.extensions.add(contentWriters, {
      async stored(tx, _ctx, row, metadata) {
        const given = sentProperties.safeParse(metadata['properties'] ?? {})
        if (!given.success) throw badRequest('must be an object of {key: {value}}', {
          field: 'metadata.properties', forPrograms: true,
        })
        for (const [key, sent] of Object.entries(given.data)) {
          if (key.startsWith('_') || typeof sent !== 'object' || sent === null || !('value' in sent)) continue
          const before = await tx.db.selectFrom('content_property').select('version')
            .where('content_id', '=', row.id).where('key', '=', key).executeTakeFirst()
          await properties.replace(tx, ownerOf(row), key, { value: sent.value, version: { number: (before?.version ?? 0) + 1 } })
        }
      },
      async copied(tx, _ctx, from, to, options) {
        if (!options.properties) return
        const rows = await tx.db.selectFrom('content_property').select(['key', 'value']).where('content_id', '=', from.id).execute()
        if (rows.length === 0) return
        const at = Date.now()
        await tx.db.insertInto('content_property')
          .values(rows.map(row => ({ ...row, content_id: to.id, version: 1, updated_at: at, message: '', minor: 0 }))).execute()
      },
    })
  },
}

async function write(
  ctx: Context, id: number, key: string, work: (tx: WriteTransaction, owner: PropertyOwner) => Promise<Property>,
) {
  const row = await requireContentFor(ctx, id, 'update')
  const property = await ctx.app.database.transaction(async tx => {
    const stored = await work(tx, ownerOf(row))
    tx.append({
      kind: 'content.property.stored', actorId: ctx.viewer.userId, spaceId: row.space_id, contentId: row.id,
      data: { property: key, version: stored.version },
    })
    return stored
  })
  return propertyWire(ctx, row, property)
}

function ownerOf(row: Pick<ContentRow, 'id'>): PropertyOwner {
  return { id: row.id, name: row.id }
}

function propertyWire(ctx: Context, row: ContentRow, property: Property) {
  const self = `${ctx.app.baseUrl}/rest/api/content/${wireId(row)}/property/${encodeURIComponent(property.key)}`
  return {
    ...propertyFields(property),
    _links: { self, base: ctx.app.baseUrl, context: '' },
    _expandable: { content: `/rest/api/content/${wireId(row)}` },
  }
}
