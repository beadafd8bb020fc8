import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { readersText } from '#platform/error-text.ts'
import { requireAdministrator, requireElevatedAdministrator, requireUser } from '#features/accounts/server/index.ts'
import * as contract from '../contract.ts'
import { CALLBACK_PATH } from '../shared.ts'
import { requestAsNobody } from './client.ts'
import { changeApplication, linkApplication, unlinkApplication } from './service.ts'
import {
  countApprovals,
  findApplications,
  type LinkedApplicationRow,
  removeApproval,
  requireApplication,
} from './store.ts'

/** Calls for administrators about linked applications, and for users about their approvals. */
export function linkedAppRoutes(app: App): void {
  const { http, database } = app
  http.handle(contract.listLinkedApplications, async ({ ctx, query, request }) => {
    requireAdministrator(ctx)
    const page = pageOf(request, app, query, await findApplications(database.read, query))
    return {
      ...page,
      results: page.results.map(row => viewOf(row, Number(row.approvals))),
      redirectUrl: `${app.baseUrl}${CALLBACK_PATH}`,
    }
  })
  http.handle(contract.createLinkedApplication, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    return viewOf(await linkApplication(ctx, { typeId: 'jira', ...body }), 0)
  })
  http.handle(contract.updateLinkedApplication, async ({ ctx, params, body }) => {
    await requireElevatedAdministrator(ctx)
    const row = await changeApplication(ctx, params.applicationId, body)
    return viewOf(row, await countApprovals(database.read, row.id))
  })
  http.handle(contract.deleteLinkedApplication, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    await unlinkApplication(ctx, params.applicationId)
    return Answer.empty()
  })
  http.handle(contract.testLinkedApplication, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    return tried(ctx, await requireApplication(database.read, params.applicationId))
  })
  http.handle(contract.withdrawApproval, async ({ ctx, params }) => {
    const accountId = requireUser(ctx)
    await database.transaction(tx =>
      removeApproval(tx, { account_id: accountId, application_id: params.applicationId }),
    )
    return Answer.empty()
  })
}

/** The secret never leaves the database. */
function viewOf(row: LinkedApplicationRow, approvals: number): contract.LinkedApplication {
  return {
    id: row.id,
    typeId: row.type_id,
    name: row.name,
    rpcUrl: row.rpc_url,
    displayUrl: row.display_url,
    isPrimary: row.is_primary === 1,
    deployment: row.deployment,
    clientId: row.client_id,
    isConfigured: row.client_secret !== '',
    approvals,
  }
}

/** Asks a Jira what visitors may know of it: its version. */
async function tried(ctx: Context, application: LinkedApplicationRow) {
  const { t } = readerOf(ctx)
  try {
    const { json } = await requestAsNobody(ctx.app, application, { path: '/rest/api/2/serverInfo' })
    const version = (json as { version?: unknown } | undefined)?.version
    if (typeof version === 'string') return { version: version.slice(0, 100), error: null }
    return { version: null, error: t('There is an answer at this address, but not of a Jira site') }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { version: null, error: readersText(t, error.status, error.text) }
  }
}
