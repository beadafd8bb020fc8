import { z } from 'zod'
import { badRequest } from '#platform/server/http/errors.ts'
import type { ContentWriter } from '#features/content-core/server/write.ts'
import type { ContentExpansion } from '#features/content/server/index.ts'
import { copyProperties, ownerOf, properties, propertiesOf, propertyVersion } from './store.ts'
import { propertyWire } from './wire.ts'

/** Properties beside a body: `{key: {value}}`, with what else a fetched object holds. */
const sentProperties = z.record(z.string(), z.unknown())

/** `metadata.properties` of contents over REST: those that are named below it, or all. */
export const propertyExpansion: ContentExpansion = {
  path: 'metadata.properties',
  async load(ctx, rows, expand) {
    // A key with dashes may be asked for with underscores.
    const wanted = [...expand.children.keys()].flatMap(key => [key, key.replaceAll('_', '-')])
    const ids = rows.map(row => row.id)
    const found = await propertiesOf(ctx.app.database, ids, wanted)
    return new Map(
      rows.map(row => {
        const own = found.filter(property => property.content_id === row.id)
        const byKey = Object.fromEntries(own.map(property => [property.key, propertyWire(ctx, row, property)]))
        return [row.id, { ...byKey, _expandable: {} }]
      }),
    )
  },
}

/** Stores the properties that arrive with a body, and copies those of a page. */
export const propertyWriter: ContentWriter = {
  async stored(tx, _ctx, row, { metadata }) {
    const given = sentProperties.safeParse(metadata['properties'] ?? {})
    if (!given.success)
      throw badRequest('must be an object of {key: {value}}', { field: 'metadata.properties', forPrograms: true })
    for (const [key, sent] of Object.entries(given.data)) {
      if (key.startsWith('_') || typeof sent !== 'object' || sent === null || !('value' in sent)) continue
      const before = await propertyVersion(tx, row.id, key)
      await properties.replace(tx, ownerOf(row), key, { value: sent.value, version: { number: before + 1 } })
    }
  },
  async copied(tx, _ctx, from, to, options) {
    if (options.properties) await copyProperties(tx, from.id, to.id)
  },
}
