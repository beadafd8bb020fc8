import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import { requireApplication } from '#features/linked-apps/server/index.ts'
import * as contract from '../contract.ts'
import { handleLinks } from './handle.ts'
import { isFeatureOn, switchFeature } from './service.ts'
import { type ConsumerRow, consumersOf, requireConsumer, storeConsumer } from './store.ts'
import { consumerView, selfLink } from './wire.ts'
import { negotiated } from './xml.ts'

/** Calls about trust between applications, and features that are switched on. */
export function trustRoutes(app: App): void {
  handleLinks(app, contract.authenticationInfo, ({ ctx, request }) => {
    requireAdministrator(ctx)
    return negotiated(request, 'status', { 'status-code': 200 })
  })
  handleLinks(app, contract.getOrphanedTrust, ({ ctx, request }) => {
    requireAdministrator(ctx)
    return negotiated(request, 'orphanedTrustList', { orphanedTrust: [] })
  })
  handleLinks(app, contract.deleteOrphanedTrust, async ({ ctx }) => {
    await requireElevatedAdministrator(ctx)
    throw notFound('There is no trust without a link')
  })
  features(app)
  consumers(app, 'consumer', contract.getConsumer, contract.putConsumer)
  consumers(app, 'provider', contract.getProvider, contract.putProvider)
}

function features(app: App): void {
  handleLinks(app, contract.getLinkFeature, ({ ctx, params: { name } }) => {
    requireAdministrator(ctx)
    return { [name]: isFeatureOn(app, name) }
  })
  handleLinks(app, contract.putLinkFeature, async ({ ctx, params: { name } }) => {
    await requireElevatedAdministrator(ctx)
    await switchFeature(ctx, name, true)
    return { [name]: true }
  })
  handleLinks(app, contract.deleteLinkFeature, async ({ ctx, params: { name } }) => {
    await requireElevatedAdministrator(ctx)
    await switchFeature(ctx, name, false)
    return Answer.empty()
  })
}

function consumers(
  app: App,
  role: ConsumerRow['role'],
  get: typeof contract.getConsumer,
  put: typeof contract.putConsumer,
): void {
  const { database } = app
  handleLinks(app, get, async ({ ctx, params, request }) => {
    requireAdministrator(ctx)
    const { id } = await requireApplication(database.read, params.applicationId)
    return negotiated(request, role, consumerView(await requireConsumer(database.read, id, role)))
  })
  handleLinks(app, put, async ({ ctx, params, body, request }) => {
    await requireElevatedAdministrator(ctx)
    const { id } = await requireApplication(database.read, params.applicationId)
    await database.transaction(async tx => {
      const before = (await consumersOf(tx.db, id)).find(each => each.role === role)
      await storeConsumer(tx, {
        application_id: id,
        role,
        consumer_key: body.key,
        name: body.name,
        description: body.description,
        shared_secret: body.sharedSecret ?? before?.shared_secret ?? '',
        public_key: body.publicKey,
        outgoing: body.outgoing ? 1 : 0,
        two_lo_allowed: body.twoLOAllowed ? 1 : 0,
        two_lo_user: body.executingTwoLOUser,
        two_lo_impersonation: body.twoLOImpersonationAllowed ? 1 : 0,
      })
    })
    const done = { 'status-code': 201, 'resources-created': { link: selfLink(app.baseUrl, id) } }
    return negotiated(request, 'status', done, 201)
  })
}
