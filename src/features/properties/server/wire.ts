import type { Context } from '#platform/server/context.ts'
import { propertyFields, type Property } from '#platform/server/properties.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { wireId } from '#features/content/server/index.ts'

/** A property of a content as the REST interface shows it. */
export function propertyWire(ctx: Context, row: ContentRow, property: Property) {
  const content = `/rest/api/content/${wireId(row)}`
  const self = `${ctx.app.baseUrl}${content}/property/${encodeURIComponent(property.key)}`
  return {
    ...propertyFields(property),
    _links: { self, base: ctx.app.baseUrl, context: '' },
    _expandable: { content },
  }
}
