import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { requireApplication } from '#features/linked-apps/server/index.ts'
import { readServerId } from '#features/site-info/server/index.ts'
import { requireAdministeredSpace, type Space } from '#features/spaces/server/index.ts'
import type { EntityLink } from '../contract.ts'
import { entityTypeOf, SPACE_ENTITY } from '../shared.ts'
import { reciprocate } from './remote.ts'
import {
  type Entity,
  entityLinkOf,
  type EntityLinkRow,
  removeEntityLink,
  requireEntityLink,
  settlePrimaryLink,
  storeEntityLink,
} from './store.ts'

/** The space of an address. @throws HttpError 400 for another kind of thing, 401, 403, 404 */
export function linkedSpace(ctx: Context, type: string, key: string): Promise<Space> {
  if (type !== SPACE_ENTITY)
    throw badRequest('must be {{type}}: the wiki links spaces', {
      field: 'path.localType',
      values: { type: SPACE_ENTITY },
    })
  return requireAdministeredSpace(ctx, key)
}

/** Links a space with something in an application, and the other way round there if asked. @throws HttpError */
export async function linkEntity(
  ctx: Context,
  space: Space,
  { applicationId, typeId, key, name }: EntityLink,
  both: boolean,
): Promise<void> {
  const { database } = ctx.app
  const application = await requireApplication(database.read, applicationId)
  if (entityTypeOf(application.type_id) !== typeId)
    throw badRequest('is no type of {{name}}', { field: 'body.typeId', values: { name: application.name } })
  if (both) {
    await reciprocate(ctx, application, {
      method: 'PUT',
      path: `/entitylink/${typeId}/${encodeURIComponent(key)}?reciprocate=false`,
      body: {
        applicationId: readServerId(ctx.app),
        typeId: SPACE_ENTITY,
        key: space.key,
        name: space.name,
        isPrimary: false,
      },
    })
  }
  await database.transaction(async tx => {
    await storeEntityLink(tx, {
      space_id: space.id,
      application_id: applicationId,
      type_id: typeId,
      entity_key: key,
      name,
      is_primary: 0,
    })
    await settlePrimaryLink(tx, space.id, typeId)
    tx.append({
      kind: 'entity-link.created',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { name, key, application: application.name },
    })
  })
}

/** @throws HttpError 404 */
export function makeEntityPrimary(ctx: Context, space: Space, entity: Entity): Promise<EntityLinkRow> {
  return ctx.app.database.transaction(async tx => {
    await requireEntityLink(tx.db, space.id, entity)
    await settlePrimaryLink(tx, space.id, entity.type_id, entity)
    return requireEntityLink(tx.db, space.id, entity)
  })
}

/** Removes a link of a space, and the one back there first if asked. @throws HttpError 404, 502, 504 */
export async function unlinkEntity(ctx: Context, space: Space, entity: Entity, both: boolean): Promise<void> {
  const { database } = ctx.app
  const application = await requireApplication(database.read, entity.application_id)
  const before = await requireEntityLink(database.read, space.id, entity)
  if (both) await reciprocate(ctx, application, { method: 'DELETE', path: pathBack(ctx, space, entity) })
  await database.transaction(async tx => {
    await removeEntityLink(tx, space.id, entity)
    await settlePrimaryLink(tx, space.id, entity.type_id)
    tx.append({
      kind: 'entity-link.deleted',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { name: before.name, key: before.entity_key, application: application.name },
    })
  })
}

function pathBack({ app }: Context, space: Space, { type_id, entity_key }: Entity): string {
  const back = new URLSearchParams({
    typeId: SPACE_ENTITY,
    key: space.key,
    applicationId: readServerId(app),
    reciprocate: 'false',
  })
  return `/entitylink/${type_id}/${encodeURIComponent(entity_key)}?${back}`
}

/** Whether the space of a key, which the user administers, has a link. */
export async function hasEntityLink(ctx: Context, type: string, key: string, entity: Entity): Promise<boolean> {
  const space = await linkedSpace(ctx, type, key)
  return (await entityLinkOf(ctx.app.database.read, space.id, entity)) !== undefined
}
