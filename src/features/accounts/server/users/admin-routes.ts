import type { App } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import * as contract from '../../contract.ts'
import { enqueueResetMail } from '../reset/reset.ts'
import { requireElevatedAdministrator } from '../sign-in/elevation.ts'
import { createAccount, requireAccount, setActive, setPassword } from './accounts.ts'
import { deleteAccount, updateAccount } from './changes.ts'

/** Users as administrators manage them. */
export function userAdminRoutes(app: App): void {
  const { http } = app

  http.handle(contract.createUser, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    if (body.password === undefined && !body.notifyViaEmail) {
      throw badRequest('give a password, or notifyViaEmail to send the user a link for setting one', { field: 'body' })
    }
    if (body.notifyViaEmail) {
      if (!body.email) throw badRequest('an address is needed to notify the user', { field: 'body.email' })
      if (!app.mail.configured)
        throw badRequest('no mail server is configured; give a password instead', {
          field: 'body.notifyViaEmail',
        })
    }
    const account = await createAccount(
      app,
      {
        username: body.userName,
        displayName: body.fullName,
        email: body.email,
        password: body.password,
      },
      ctx.viewer.userId,
    )
    if (body.notifyViaEmail) await enqueueResetMail(app, { accountId: account.id, welcome: true })
    return { userKey: account.user_key }
  })

  http.handle(contract.updateUser, async ({ ctx, params, body }) => {
    await requireElevatedAdministrator(ctx)
    const account = await requireAccount(app, params)
    await updateAccount(app, account, { displayName: body.fullName, email: body.email }, ctx.viewer.userId)
  })

  http.handle(contract.disableUser, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    const account = await requireAccount(app, params)
    if (account.id === ctx.viewer.userId) throw badRequest('You cannot disable your own account')
    await setActive(app, account, false, ctx.viewer.userId)
  })

  http.handle(contract.enableUser, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    await setActive(app, await requireAccount(app, params), true, ctx.viewer.userId)
  })

  http.handle(contract.setUserPassword, async ({ ctx, params, body }) => {
    await requireElevatedAdministrator(ctx)
    const account = await requireAccount(app, params)
    // An administrator who changes their own password stays signed in here.
    const keep = account.id === ctx.viewer.userId ? ctx.authentication.sessionId : undefined
    await setPassword(app, account, body.password, ctx.viewer.userId, keep)
  })

  http.handle(contract.deleteUser, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    const id = await deleteAccount(app, await requireAccount(app, params), ctx.viewer.userId)
    return { id, links: { status: `/rest/api/longtask/${id}` } }
  })
}
