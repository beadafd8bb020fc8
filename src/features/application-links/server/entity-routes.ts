import type { App } from '#platform/server/app.ts'
import { requireAdministrator, requireUser } from '#features/accounts/server/index.ts'
import { allApplications, requireApplication } from '#features/linked-apps/server/index.ts'
import { requireAdministeredSpace, spacesById } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { ENTITY_NAMES, entityTypeOf, SPACE_ENTITY } from '../shared.ts'
import { linkEntity, linkedSpace, makeEntityPrimary, unlinkEntity } from './entities.ts'
import { handleLinks } from './handle.ts'
import { entitiesOf } from './remote.ts'
import { linksOfSpace, spacesLinkedTo } from './store.ts'
import { entityLinkView } from './wire.ts'
import { negotiated } from './xml.ts'

/** Calls about what spaces are linked with in other applications. */
export function entityRoutes(app: App): void {
  entityLists(app)
  entityLinks(app)
}

function entityLists(app: App): void {
  const { read } = app.database
  handleLinks(app, contract.getEntityTypes, ({ ctx, params, request }) => {
    requireUser(ctx)
    const typeId = entityTypeOf(params.applicationType)
    const types =
      typeId === undefined ? [] : [{ applicationType: params.applicationType, typeId, label: ENTITY_NAMES[typeId] }]
    return negotiated(request, 'entityTypes', { entityTypes: types })
  })
  handleLinks(app, contract.getLocalEntities, async ({ ctx, params, request }) => {
    requireAdministrator(ctx)
    const { id } = await requireApplication(read, params.applicationId)
    const spaces = await spacesById(app, await spacesLinkedTo(read, id))
    const entity = [...spaces.values()].map(({ key, name }) => ({ key, name, typeId: SPACE_ENTITY }))
    return negotiated(request, 'entities', { entity })
  })
  handleLinks(app, contract.getRemoteEntities, async ({ ctx, params, request }) => {
    requireAdministrator(ctx)
    return negotiated(
      request,
      'entities',
      await entitiesOf(ctx, await requireApplication(read, params.applicationId), 'user'),
    )
  })
  handleLinks(app, contract.getPublicEntities, async ({ ctx, params, request }) => {
    requireAdministrator(ctx)
    return negotiated(
      request,
      'entities',
      await entitiesOf(ctx, await requireApplication(read, params.applicationId), 'nobody'),
    )
  })
  app.http.handle(contract.getEntityLinkChoices, async ({ ctx, params }) => {
    await requireAdministeredSpace(ctx, params.key)
    const applications = (await allApplications(read)).flatMap(({ id, name, type_id }) => {
      const entityTypeId = entityTypeOf(type_id)
      return entityTypeId === undefined ? [] : [{ id, name, entityTypeId }]
    })
    return { applications }
  })
}

function entityLinks(app: App): void {
  const { read } = app.database
  const entityOf = ({
    typeId,
    key,
    applicationId,
  }: {
    typeId: contract.EntityLink['typeId']
    key: string
    applicationId: string
  }) => ({
    type_id: typeId,
    entity_key: key,
    application_id: applicationId,
  })
  handleLinks(app, contract.getPrimaryLinks, async ({ ctx, params, request }) => {
    const space = await linkedSpace(ctx, params.localType, params.key)
    const links = (await linksOfSpace(read, space.id)).map(entityLinkView)
    return negotiated(request, 'entityLinks', Object.fromEntries(Map.groupBy(links, link => link.typeId)))
  })
  handleLinks(app, contract.putEntityLink, async ({ ctx, params, query, body, request }) => {
    const space = await linkedSpace(ctx, params.localType, params.key)
    await linkEntity(ctx, space, body, query.reciprocate)
    return negotiated(request, 'status', { 'status-code': 201 }, 201)
  })
  handleLinks(app, contract.makeEntityLinkPrimary, async ({ ctx, params, query, request }) => {
    const space = await linkedSpace(ctx, params.localType, params.key)
    const row = await makeEntityPrimary(ctx, space, entityOf(query))
    return negotiated(request, 'entityLink', entityLinkView(row))
  })
  handleLinks(app, contract.deleteEntityLink, async ({ ctx, params, query, request }) => {
    const space = await linkedSpace(ctx, params.localType, params.key)
    await unlinkEntity(ctx, space, entityOf(query), query.reciprocate)
    return negotiated(request, 'status', { 'status-code': 200 })
  })
}
