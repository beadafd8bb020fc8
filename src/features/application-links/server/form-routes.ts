import type { App } from '#platform/server/app.ts'
import { readersText } from '#platform/error-text.ts'
import { conflict, HttpError } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { refusePartsOfPages } from '#platform/server/http/xsrf.ts'
import { requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import { applicationById } from '#features/linked-apps/server/index.ts'
import { APPLICATION_TYPES } from '#features/linked-apps/shared.ts'
import { readServerId } from '#features/site-info/server/index.ts'
import * as contract from '../contract.ts'
import { handleLinks } from './handle.ts'
import { manifestAt } from './remote.ts'
import { addLink, createApplicationLink, verifyAdministrator } from './service.ts'
import { linkView } from './wire.ts'
import { negotiated } from './xml.ts'

/** Calls of the form by which administrators link an application. */
export function formRoutes(app: App): void {
  const form = contract.fetchManifest
  handleLinks(
    app,
    form,
    async ({ ctx, query, request }) => {
      await requireElevatedAdministrator(ctx)
      refusePartsOfPages(request)
      const { t } = readerOf(ctx)
      let found
      try {
        found = await manifestAt(app, query.url)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        const warning = readersText(t, error.status, error.text)
        return negotiated(request, 'responseInfo', { code: 'applinks.warning.unknown.host', warning })
      }
      if (!found) {
        const warning = t('The application at this address does not say what it is')
        return negotiated(request, 'responseInfo', { code: 'applinks.warning.no.manifest', warning })
      }
      if (found.id === readServerId(app)) throw conflict('This is the wiki itself', { field: 'query.url' })
      if (await applicationById(app.database.read, found.id))
        throw conflict('This application is linked already', { field: 'query.url' })
      return negotiated(request, 'manifest', found)
    },
    [`${form.path}.json`],
  )
  handleLinks(app, contract.createLink, async ({ ctx, body, request }) => {
    await requireElevatedAdministrator(ctx)
    const row = await createApplicationLink(ctx, body)
    const autoConfigurationSuccessful = true
    return negotiated(request, 'createdLink', { applicationLink: linkView(app, row), autoConfigurationSuccessful })
  })
  handleLinks(app, contract.createStaticUrlLink, async ({ ctx, query: { typeId, url }, request }) => {
    await requireElevatedAdministrator(ctx)
    // The first of its type becomes primary; a further one leaves the primary link as it is.
    const row = await addLink(ctx, { typeId, name: APPLICATION_TYPES[typeId], rpcUrl: url, isPrimary: false })
    const autoConfigurationSuccessful = true
    return negotiated(request, 'createdLink', { applicationLink: linkView(app, row), autoConfigurationSuccessful })
  })
  handleLinks(app, contract.verifyDetails, async ({ ctx, body: { remoteUrl, ...who }, request }) => {
    await requireElevatedAdministrator(ctx)
    await verifyAdministrator(app, remoteUrl, who)
    return negotiated(request, 'status', { 'status-code': 200 })
  })
}
