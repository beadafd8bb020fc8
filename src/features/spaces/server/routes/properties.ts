import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { expanded, parseExpand } from '#platform/server/http/expand.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import {
  createProperty,
  createPropertyByKey,
  deleteProperty,
  getProperty,
  listProperties,
  updateProperty,
} from '../../contract.ts'
import { requireAdministeredSpace } from '../policies.ts'
import {
  createSpaceProperty,
  deleteSpaceProperty,
  listSpaceProperties,
  propertyWire,
  requireSpaceProperty,
  updateSpaceProperty,
} from '../properties.ts'
import { requireSpace, type Space } from '../store.ts'
import { spaceWire } from '../wire.ts'

/** The rows of the REST interface about properties: readers of a space read them, its administrators change them. */
export function propertyRoutes(app: App): void {
  app.http.handle(listProperties, async ({ ctx, params, query, request }) => {
    const space = await requireSpace(ctx, params.key)
    const page = pageOf(request, ctx.app, query, await listSpaceProperties(ctx, space, query.start, query.limit))
    const answer = await spaceAnswer(ctx, space, query.expand)
    return { ...page, results: page.results.map(row => propertyWire(ctx, space, row, answer)) }
  })
  app.http.handle(createProperty, async ({ ctx, params, body }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    if (typeof body.key !== 'string')
      throw badRequest('a property key is required', {
        field: 'key',
        forPrograms: true,
      })
    return propertyWire(ctx, space, await createSpaceProperty(ctx, space, body.key, body))
  })
  app.http.handle(createPropertyByKey, async ({ ctx, params, body }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    return propertyWire(ctx, space, await createSpaceProperty(ctx, space, params.property, body))
  })
  app.http.handle(getProperty, async ({ ctx, params, query }) => {
    const space = await requireSpace(ctx, params.key)
    const property = await requireSpaceProperty(ctx, space, params.property)
    return propertyWire(ctx, space, property, await spaceAnswer(ctx, space, query.expand))
  })
  app.http.handle(updateProperty, async ({ ctx, params, body }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    return propertyWire(ctx, space, await updateSpaceProperty(ctx, space, params.property, body))
  })
  app.http.handle(deleteProperty, async ({ ctx, params }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    await deleteSpaceProperty(ctx, space, params.property)
  })
}

async function spaceAnswer(ctx: Context, space: Space, expand: string | undefined) {
  const wanted = expanded(parseExpand(expand), 'space')
  return wanted && spaceWire(ctx, space, wanted)
}
