import type { App } from '#platform/server/app.ts'
import { HttpError, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import {
  allApplications,
  type LinkedApplicationRow,
  makePrimary,
  requireApplication,
} from '#features/linked-apps/server/index.ts'
import * as contract from '../contract.ts'
import { hasNewerLook, isLibrarySupported } from '../look.ts'
import { entityTypeOf, SPACE_ENTITY } from '../shared.ts'
import { handleLinks } from './handle.ts'
import { manifestAt } from './remote.ts'
import { putApplicationLink, relocate, unlink } from './service.ts'
import { countLinksTo } from './store.ts'
import { linkView, selfLink } from './wire.ts'
import { negotiated } from './xml.ts'

/** Calls for administrators about linked applications. */
export function linkRoutes(app: App): void {
  lists(app)
  states(app)
  changes(app)
}

function lists(app: App): void {
  const { read } = app.database
  const views = (rows: readonly LinkedApplicationRow[]) => ({ applicationLinks: rows.map(row => linkView(app, row)) })
  handleLinks(app, contract.getApplicationLinks, async ({ ctx, request }) => {
    requireAdministrator(ctx)
    return negotiated(request, 'applicationLinks', views(await allApplications(read)))
  })
  handleLinks(app, contract.getApplicationLinksOfType, async ({ ctx, params, request }) => {
    requireAdministrator(ctx)
    const rows = await allApplications(read)
    return negotiated(request, 'applicationLinks', views(rows.filter(row => row.type_id === params.applicationType)))
  })
  handleLinks(app, contract.getApplicationLink, async ({ ctx, params, request }) => {
    requireAdministrator(ctx)
    return negotiated(request, 'applicationLink', linkView(app, await requireApplication(read, params.applicationId)))
  })
  handleLinks(app, contract.listApplicationLinks, async ({ ctx, request }) => {
    requireAdministrator(ctx)
    const rows = await allApplications(read)
    return negotiated(request, 'list', {
      list: rows.map(row => ({
        application: linkView(app, row),
        configuredOutboundAuthenticators: authenticatorsOf(row),
        configuredInboundAuthenticators: [],
        hasOutgoingAuthenticationProviders: true,
        hasIncomingAuthenticationProviders: false,
        entityTypeIdStrings: entityTypesOf(row),
        isSystem: false,
      })),
    })
  })
}

/** How an application is asked with the rights of users. */
function authenticatorsOf(row: LinkedApplicationRow): string[] {
  return row.client_secret === '' ? [] : ['OAuth 2.0']
}

function entityTypesOf(row: LinkedApplicationRow) {
  return [entityTypeOf(row.type_id)].filter(type => type !== undefined)
}

function states(app: App): void {
  const { read } = app.database
  handleLinks(app, contract.getLinkState, async ({ ctx, params, request }) => {
    await requireElevatedAdministrator(ctx)
    const row = await requireApplication(read, params.applicationId)
    return negotiated(request, 'applicationLinkState', { appLinkState: await stateOf(app, row) })
  })
  handleLinks(app, contract.getLinkInfo, async ({ ctx, params, request }) => {
    requireAdministrator(ctx)
    const row = await requireApplication(read, params.applicationId)
    return negotiated(request, 'applicationLinkInfo', {
      configuredAuthProviders: authenticatorsOf(row),
      numConfiguredEntities: await countLinksTo(read, row.id),
      hostEntityTypes: [SPACE_ENTITY],
      remoteEntityTypes: entityTypesOf(row),
    })
  })
  handleLinks(app, contract.getLinkStatus, async ({ ctx, params, request }) => {
    await requireElevatedAdministrator(ctx)
    const row = await requireApplication(read, params.applicationId)
    const state = await examine(app, row)
    return negotiated(request, 'status', { link: linkView(app, row), working: !('error' in state), ...state })
  })
  handleLinks(app, contract.getManifestOf, async ({ ctx, params, request }) => {
    await requireElevatedAdministrator(ctx)
    const row = await requireApplication(read, params.applicationId)
    const found = await manifestAt(app, row.rpc_url)
    if (!found) throw notFound('{{name}} does not say what it is', { values: { name: row.name } })
    return negotiated(request, 'manifest', found)
  })
}

async function stateOf(app: App, row: LinkedApplicationRow): Promise<'OK' | 'OFFLINE' | 'UPGRADED_TO_UAL'> {
  try {
    const found = await manifestAt(app, row.rpc_url)
    // It was linked before it ran, or is another one than it was.
    return found === undefined || found.id === row.id ? 'OK' : 'UPGRADED_TO_UAL'
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return 'OFFLINE'
  }
}

/** The look of an application that answers, or what is wrong. */
async function examine(app: App, row: LinkedApplicationRow) {
  try {
    const found = await manifestAt(app, row.rpc_url)
    if (found) return { look: lookOf(found) }
    return fault('UNEXPECTED_RESPONSE', 'There is no manifest at its address')
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return fault(error.status === 504 ? 'CONNECTION_TIMEOUT' : 'CONNECTION_REFUSED', error.message)
  }
}

function fault(type: string, details: string) {
  return { error: { category: 'NETWORK_ERROR', type, details } }
}

function lookOf({ buildNumber, auiVersion }: contract.Manifest) {
  const isNewer = hasNewerLook(buildNumber)
  return auiVersion === undefined ? { isNewer } : { isNewer, isLibrarySupported: isLibrarySupported(auiVersion) }
}

function changes(app: App): void {
  const put = contract.putLink
  handleLinks(
    app,
    put,
    async ({ ctx, body, request }) => {
      await requireElevatedAdministrator(ctx)
      const { row, isNew } = await putApplicationLink(ctx, body)
      const done = { 'status-code': isNew ? 201 : 200 }
      const created = { 'resources-created': { link: selfLink(app.baseUrl, row.id) } }
      return negotiated(request, 'status', isNew ? { ...done, ...created } : done, done['status-code'])
    },
    [`${put.path}/:id`],
  )
  handleLinks(app, contract.makeLinkPrimary, async ({ ctx, params, request }) => {
    await requireElevatedAdministrator(ctx)
    return negotiated(request, 'applicationLink', linkView(app, await makePrimary(ctx, params.applicationId)))
  })
  handleLinks(app, contract.relocateLink, async ({ ctx, params, query }) => {
    await requireElevatedAdministrator(ctx)
    await relocate(ctx, params.applicationId, query.newUrl, query.nowarning)
    return Answer.empty()
  })
  handleLinks(app, contract.deleteLink, async ({ ctx, params, query, request }) => {
    await requireElevatedAdministrator(ctx)
    await unlink(ctx, params.applicationId, query.reciprocate)
    // Clients of version 3.0 expect no body.
    if (request.url.startsWith('/rest/applinks/3.0/')) return Answer.empty()
    return negotiated(request, 'status', { 'status-code': 200 })
  })
  for (const endpoint of [contract.upgradeLegacy, contract.upgradeUal]) {
    handleLinks(app, endpoint, async ({ ctx, params }) => {
      await requireElevatedAdministrator(ctx)
      const { name } = await requireApplication(app.database.read, params.applicationId)
      throw new HttpError(409, 'The link to {{name}} is of the current kind already', { values: { name } })
    })
  }
}
