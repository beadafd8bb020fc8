import { z } from 'zod'
import type { ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { isoTime } from '#platform/wire.ts'
import { contentExpansions, contentWriters, requireContent, requireContentFor, singleWire, wireId, type ContentRow } from '#features/content/server/index.ts'
import * as contract from '../contract.ts'
import { insertProperty, migrations, noProperty, propertiesOf, replaceProperty, requireProperty, type Property } from './store.ts'

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
      const page = pageOf(request, ctx.app, query, await propertiesOf(ctx, row.id, query.start, query.limit + 1))
      return { ...page, results: page.results.map(property => propertyWire(ctx, row, property)) }
    })
    http.handle(contract.getProperty, async ({ ctx, params, query }) => {
      const row = await requireContent(ctx, params.id)
      const property = propertyWire(ctx, row, await requireProperty(ctx, row.id, params.key))
      const withContent = parseExpand(query.expand as string | undefined).children.get('content')
      return withContent ? { ...property, content: await singleWire(ctx, row, withContent) } : property
    })
    http.handle(contract.createProperty, ({ ctx, params, body }) => {
      if (!body.key) throw badRequest('key: is required')
      return write(ctx, params.id, body.key, (tx, row) => insertProperty(tx, row, body.key!, body))
    })
    http.handle(contract.createPropertyByKey, ({ ctx, params, body }) => {
      refuseOtherKey(params.key, body.key)
      return write(ctx, params.id, params.key, (tx, row) => insertProperty(tx, row, params.key, body))
    })
    http.handle(contract.updateProperty, ({ ctx, params, body }) => {
      refuseOtherKey(params.key, body.key)
      return write(ctx, params.id, params.key, (tx, row) => replaceProperty(tx, row, params.key, body))
    })
    http.handle(contract.deleteProperty, async ({ ctx, params }) => {
      const row = await requireContentFor(ctx, params.id, 'update')
      await ctx.app.database.transaction(async tx => {
        const { numDeletedRows } = await tx.db.deleteFrom('content_property')
          .where('content_id', '=', row.id).where('key', '=', params.key).executeTakeFirst()
        if (numDeletedRows === 0n) throw noProperty(row.id, params.key)
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
        if (!given.success) throw badRequest('metadata.properties: must be an object of {key: {value}}')
        for (const [key, sent] of Object.entries(given.data)) {
          if (key.startsWith('_') || typeof sent !== 'object' || sent === null || !('value' in sent)) continue
          const before = await tx.db.selectFrom('content_property').select('version')
            .where('content_id', '=', row.id).where('key', '=', key).executeTakeFirst()
          await replaceProperty(tx, row, key, { value: sent.value, version: { number: (before?.version ?? 0) + 1 } })
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
  ctx: Context, id: number, key: string, work: (tx: WriteTransaction, row: ContentRow) => Promise<Property>,
) {
  const row = await requireContentFor(ctx, id, 'update')
  const property = await ctx.app.database.transaction(async tx => {
    const stored = await work(tx, row)
    tx.append({
      kind: 'content.property.stored', actorId: ctx.viewer.userId, spaceId: row.space_id, contentId: row.id,
      data: { property: key, version: stored.version },
    })
    return stored
  })
  return propertyWire(ctx, row, property)
}

function refuseOtherKey(inPath: string, inBody: string | undefined): void {
  if (inBody !== undefined && inBody !== inPath) throw badRequest(`key: the body names "${inBody.slice(0, 80)}", the address "${inPath.slice(0, 80)}"`)
}

function propertyWire(ctx: Context, row: ContentRow, property: Property) {
  const self = `${ctx.app.baseUrl}/rest/api/content/${wireId(row)}/property/${encodeURIComponent(property.key)}`
  return {
    id: String(property.id),
    key: property.key,
    value: JSON.parse(property.value) as unknown,
    version: {
      number: property.version, when: isoTime(property.updated_at), message: property.message, minorEdit: property.minor === 1, hidden: false,
    },
    _links: { self, base: ctx.app.baseUrl, context: '' },
    _expandable: { content: `/rest/api/content/${wireId(row)}` },
  }
}
