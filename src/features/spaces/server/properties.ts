import type { Selectable } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { badRequest, conflict, HttpError, notFound } from '#platform/server/http/errors.ts'
import { isoTime } from '#platform/wire.ts'
import type { PropertyBody } from '../contract.ts'
import { lockSpace, noSpace, type Space } from './store.ts'
import type { SpacePropertyTable } from './tables.ts'
import { spaceRestPath } from './wire.ts'

export type SpaceProperty = Selectable<SpacePropertyTable>

export const MAX_PROPERTY_KEY_LENGTH = 255
/** Largest value as JSON, in bytes. */
export const MAX_PROPERTY_BYTES = 32 * 1024
/** Most properties of one space. */
export const MAX_PROPERTIES = 1000

/** One page of a space's properties by key, and one row more when there is a next page. */
export async function listSpaceProperties(ctx: Context, space: Space, start: number, limit: number): Promise<SpaceProperty[]> {
  return ctx.app.database.read.selectFrom('space_property').selectAll().where('space_id', '=', space.id)
    .orderBy('key').offset(start).limit(limit + 1).execute()
}

/** @throws HttpError 404 when the space has no property of that key */
export async function requireSpaceProperty(ctx: Context, space: Space, key: string): Promise<SpaceProperty> {
  const row = await ctx.app.database.read.selectFrom('space_property').selectAll()
    .where('space_id', '=', space.id).where('key', '=', key).executeTakeFirst()
  if (!row) throw noProperty(space, key)
  return row
}

/** @throws HttpError 400 when the key is taken or bad or no value is given, 413 when the value is too long */
export async function createSpaceProperty(ctx: Context, space: Space, key: string, body: PropertyBody): Promise<SpaceProperty> {
  const value = checkProperty(space, key, body)
  return ctx.app.database.transaction(async tx => {
    if (!(await lockSpace(tx, space.id))) throw noSpace(space.key)
    const { count } = await tx.db.selectFrom('space_property').select(eb => eb.fn.countAll<number>().as('count'))
      .where('space_id', '=', space.id).executeTakeFirstOrThrow()
    if (count >= MAX_PROPERTIES) throw badRequest(`A space has at most ${MAX_PROPERTIES} properties; delete one first`)
    const row = await tx.db.insertInto('space_property').values({
      space_id: space.id, key, value, version: 1, updated_at: Date.now(),
      message: body.version?.message ?? '', minor: body.version?.minorEdit ? 1 : 0,
    }).onConflict(on => on.columns(['space_id', 'key']).doNothing()).returningAll().executeTakeFirst()
    if (!row) throw badRequest(`The space ${space.key} already has a property with the key ${key}`)
    tx.append({ kind: 'space.property.created', actorId: ctx.viewer.userId, spaceId: space.id, data: { property: key } })
    return row
  })
}

/**
 * Replaces a property's value. A property that is not there is created when version 1 is named, as clients do.
 * @throws HttpError 400 for a bad body, 404 when there is none, 409 unless the version is one above the stored,
 *   413 when the value is too long
 */
export async function updateSpaceProperty(ctx: Context, space: Space, key: string, body: PropertyBody): Promise<SpaceProperty> {
  const value = checkProperty(space, key, body)
  if (!body.version) throw badRequest('version.number: the number of the new version is required')
  const { number, message, minorEdit } = body.version
  const updated = await ctx.app.database.transaction(async tx => {
    const row = await tx.db.updateTable('space_property')
      .set({ value, version: number, message: message ?? '', minor: minorEdit ? 1 : 0, updated_at: Date.now() })
      .where('space_id', '=', space.id).where('key', '=', key).where('version', '=', number - 1)
      .returningAll().executeTakeFirst()
    if (row) tx.append({ kind: 'space.property.updated', actorId: ctx.viewer.userId, spaceId: space.id, data: { property: key, version: number } })
    return row
  })
  if (updated) return updated
  const stored = await ctx.app.database.read.selectFrom('space_property').select('version')
    .where('space_id', '=', space.id).where('key', '=', key).executeTakeFirst()
  if (stored) throw conflict(`Version must be incremented on update. Current version is: ${stored.version}`)
  if (number === 1) return createSpaceProperty(ctx, space, key, body)
  throw noProperty(space, key)
}

/** @throws HttpError 404 when there is none */
export async function deleteSpaceProperty(ctx: Context, space: Space, key: string): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const gone = await tx.db.deleteFrom('space_property').where('space_id', '=', space.id).where('key', '=', key)
      .returning('id').executeTakeFirst()
    if (!gone) throw noProperty(space, key)
    tx.append({ kind: 'space.property.deleted', actorId: ctx.viewer.userId, spaceId: space.id, data: { property: key } })
  })
}

/** A property as the REST interface shows it. `space` is the space's answer where it was asked for. */
export function propertyWire(ctx: Context, space: Space, property: SpaceProperty, spaceAnswer?: unknown) {
  return {
    id: String(property.id),
    key: property.key,
    value: JSON.parse(property.value) as unknown,
    version: {
      number: property.version,
      when: isoTime(property.updated_at),
      message: property.message,
      minorEdit: property.minor === 1,
      hidden: false,
    },
    ...(spaceAnswer === undefined ? {} : { space: spaceAnswer }),
    _links: { self: `${ctx.app.baseUrl}${spaceRestPath(space)}/property/${encodeURIComponent(property.key)}` },
    _expandable: spaceAnswer === undefined ? { space: spaceRestPath(space) } : {},
  }
}

function checkProperty(space: Space, key: string, body: PropertyBody): string {
  if (key === '' || key.length > MAX_PROPERTY_KEY_LENGTH || /\p{Cc}/u.test(key)) {
    throw badRequest(`key: a property key has 1 to ${MAX_PROPERTY_KEY_LENGTH} characters and no control characters`)
  }
  if (body.key !== undefined && body.key !== null && body.key !== key) {
    throw badRequest(`key: the body names the property ${body.key}, the address ${key}`)
  }
  const spaceKey = body.space?.key
  if (typeof spaceKey === 'string' && spaceKey.toLowerCase() !== space.key.toLowerCase()) {
    throw badRequest(`space.key: the body names the space ${spaceKey}, the address ${space.key}`)
  }
  if (body.value === undefined) throw badRequest('value: a property value is required')
  const value = JSON.stringify(body.value)
  const bytes = Buffer.byteLength(value)
  if (bytes > MAX_PROPERTY_BYTES) {
    throw new HttpError(413, `value: a property value has at most ${MAX_PROPERTY_BYTES} bytes as JSON, this one has ${bytes}`)
  }
  return value
}

function noProperty(space: Space, key: string): HttpError {
  return notFound(`No property found in space ${space.key} with key : ${key}`)
}
