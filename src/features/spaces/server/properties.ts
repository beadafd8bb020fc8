import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { type Property, propertyFields, type PropertyOwner, VersionedProperties } from '#platform/server/properties.ts'
import type { PropertyBody } from '../contract.ts'
import { lockSpace, noSpace, type Space } from './store.ts'
import { spaceRestPath } from './wire.ts'

const properties = new VersionedProperties({
  table: 'space_property',
  owner: 'space_id',
  noun: 'space',
  takenStatus: 400,
  missing: 'No property found in space {{name}} with key : {{key}}',
})

/** One page of a space's properties by key, and one row more when there is a next page. */
export async function listSpaceProperties(
  ctx: Context,
  space: Space,
  start: number,
  limit: number,
): Promise<Property[]> {
  return properties.list(ctx.app.database.read, ownerOf(space), start, limit)
}

/** @throws HttpError 404 when the space has no property of that key */
export async function requireSpaceProperty(ctx: Context, space: Space, key: string): Promise<Property> {
  return properties.require(ctx.app.database.read, ownerOf(space), key)
}

/** @throws HttpError 400 when the key is taken or bad or no value is given, 413 when the value is too long */
export async function createSpaceProperty(
  ctx: Context,
  space: Space,
  key: string,
  body: PropertyBody,
): Promise<Property> {
  return inLockedSpace(ctx, space, body, async tx => {
    const property = await properties.insert(tx, ownerOf(space), key, body)
    tx.append(eventOf(ctx, space, key, 'created'))
    return property
  })
}

/**
 * Replaces a property's value. A property that is not there is created when version 1 is named, as clients do.
 * @throws HttpError 400 for a bad body, 404 when there is none, 409 unless the version is one above the stored,
 *   413 when the value is too long
 */
export async function updateSpaceProperty(
  ctx: Context,
  space: Space,
  key: string,
  body: PropertyBody,
): Promise<Property> {
  return inLockedSpace(ctx, space, body, async tx => {
    const property = await properties.replace(tx, ownerOf(space), key, body)
    const { version } = property
    tx.append(eventOf(ctx, space, key, version === 1 ? 'created' : 'updated', version === 1 ? {} : { version }))
    return property
  })
}

/** @throws HttpError 404 when there is none */
export async function deleteSpaceProperty(ctx: Context, space: Space, key: string): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    await properties.remove(tx, ownerOf(space), key)
    tx.append(eventOf(ctx, space, key, 'deleted'))
  })
}

/** A property as the REST interface shows it. `space` is the space's answer where it was asked for. */
export function propertyWire(ctx: Context, space: Space, property: Property, spaceAnswer?: unknown) {
  return {
    ...propertyFields(property),
    ...(spaceAnswer === undefined ? {} : { space: spaceAnswer }),
    _links: { self: `${ctx.app.baseUrl}${spaceRestPath(space)}/property/${encodeURIComponent(property.key)}` },
    _expandable: spaceAnswer === undefined ? { space: spaceRestPath(space) } : {},
  }
}

function inLockedSpace(
  ctx: Context,
  space: Space,
  body: PropertyBody,
  work: (tx: WriteTransaction) => Promise<Property>,
): Promise<Property> {
  refuseOtherSpace(space, body)
  return ctx.app.database.transaction(async tx => {
    if (!(await lockSpace(tx, space.id))) throw noSpace(space.key)
    return work(tx)
  })
}

function eventOf(ctx: Context, space: Space, property: string, change: string, more: object = {}) {
  return {
    kind: `space.property.${change}`,
    actorId: ctx.viewer.userId,
    spaceId: space.id,
    data: { property, ...more },
  }
}

function ownerOf(space: Space): PropertyOwner {
  return { id: space.id, name: space.key }
}

function refuseOtherSpace(space: Space, body: PropertyBody): void {
  const spaceKey = body.space?.key
  if (typeof spaceKey === 'string' && spaceKey.toLowerCase() !== space.key.toLowerCase()) {
    throw badRequest('the body names the space {{spaceKey}}, the address {{key}}', {
      field: 'space.key',
      values: { spaceKey, key: space.key },
      forPrograms: true,
    })
  }
}
