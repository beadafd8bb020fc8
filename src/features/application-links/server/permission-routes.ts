import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { requireAdministrator } from '#features/accounts/server/index.ts'
import { applicationById, requireApplication } from '#features/linked-apps/server/index.ts'
import { readServerId } from '#features/site-info/server/index.ts'
import * as contract from '../contract.ts'
import type { PermissionCode } from '../shared.ts'
import { hasEntityLink } from './entities.ts'
import { handleLinks } from './handle.ts'
import { permissionAt } from './remote.ts'
import { negotiated } from './xml.ts'

/** Checks of what may be done: here, which other applications ask, and at a linked application. */
export function permissionRoutes(app: App): void {
  for (const endpoint of [contract.mayDeleteLink, contract.mayCreateEntity]) {
    handleLinks(app, endpoint, async ({ ctx, params, request }) =>
      negotiated(request, 'permission', { code: await mayModify(ctx, params.applicationId) }),
    )
  }
  handleLinks(app, contract.mayDeleteEntity, async ({ ctx, params, request }) => {
    const { applicationId: id, localType, localKey, remoteType, remoteKey } = params
    const code = await mayModify(ctx, id)
    if (code !== 'ALLOWED') return negotiated(request, 'permission', { code })
    const entity = { type_id: remoteType, entity_key: remoteKey, application_id: id }
    const isThere = await hasEntityLink(ctx, localType, localKey, entity)
    return negotiated(request, 'permission', { code: isThere ? ('ALLOWED' as const) : ('MISSING' as const) })
  })
  handleLinks(app, contract.mayReciprocateDelete, ({ ctx, params, request }) =>
    asked(ctx, params.applicationId, request, own => `delete-application/${own}`),
  )
  handleLinks(app, contract.mayReciprocateCreate, ({ ctx, params, request }) =>
    asked(ctx, params.applicationId, request, own => `create-entity/${own}`),
  )
  handleLinks(app, contract.mayReciprocateEntityDelete, ({ ctx, params, request }) => {
    const { localType, localKey, remoteType, remoteKey } = params
    const pair = [remoteType, remoteKey, localType, localKey].map(encodeURIComponent).join('/')
    return asked(ctx, params.applicationId, request, own => `delete-entity/${own}/${pair}`)
  })
}

/** Whether the user may change a link here. */
async function mayModify({ app, viewer }: Context, id: string): Promise<PermissionCode> {
  if (viewer.userId === null) return 'NO_AUTHENTICATION'
  if (!viewer.isAdmin) return 'NO_PERMISSION'
  return (await applicationById(app.database.read, id)) ? 'ALLOWED' : 'MISSING'
}

/** The answer of a linked application to a check that names this wiki by its id. */
async function asked(
  ctx: Context,
  id: string,
  request: Parameters<typeof negotiated>[0],
  path: (ownId: string) => string,
) {
  requireAdministrator(ctx)
  const application = await requireApplication(ctx.app.database.read, id)
  return negotiated(request, 'permission', await permissionAt(ctx, application, path(readServerId(ctx.app))))
}
