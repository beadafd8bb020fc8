import type { App } from '#platform/server/app.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { forbidden, HttpError, notFound } from '#platform/server/http/errors.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { isoTime } from '#platform/wire.ts'
import * as contract from '../../contract.ts'
import { accessChanged } from '../access.ts'
import { requireUser } from '../policies.ts'
import { requireAccount, setPassword } from '../users/accounts.ts'
import type { Authenticator } from './authentication.ts'
import { saveSessions } from './sessions.ts'
import { endSessionOf, endSessionsIn, sessionsOf } from './sessions-store.ts'

/** The sessions of a user, and the own password. */
export function sessionRoutes(app: App, authenticator: Authenticator): void {
  const { http, database } = app

  http.handle(contract.listSessions, async ({ ctx, query, request }) => {
    await saveSessions(app)
    await deferredWrites(app).flush()
    const rows = await sessionsOf(app, requireUser(ctx), query.start, query.limit + 1)
    return pageOf(
      request,
      app,
      query,
      rows.map((row): contract.SessionView => ({
        id: row.id,
        current: row.id === ctx.authentication.sessionId,
        remembered: row.remember === 1,
        userAgent: row.user_agent,
        address: row.address,
        createdAt: isoTime(row.created_at),
        seenAt: isoTime(row.seen_at),
        expiresAt: isoTime(row.expires_at),
      })),
    )
  })

  http.handle(contract.revokeSession, async ({ ctx, params }) => {
    const userId = requireUser(ctx)
    const gone = await database.transaction(
      async tx => {
        accessChanged(app, tx)
        return endSessionOf(tx, userId, params.sessionId)
      },
      { invalidates: false },
    )
    if (!gone) throw notFound('No session found with this id')
  })

  http.handle(contract.revokeOtherSessions, async ({ ctx }) => {
    const userId = requireUser(ctx)
    await saveSessions(app)
    await database.transaction(
      async tx => {
        await endSessionsIn(tx, userId, ctx.authentication.sessionId)
        accessChanged(app, tx)
      },
      { invalidates: false },
    )
  })

  http.handle(contract.changePassword, async ({ ctx, body, request }) => {
    const account = await requireAccount(app, { id: requireUser(ctx) })
    // A token is for programs: it must not be able to take the account over.
    if (ctx.authentication.method === 'token') {
      throw forbidden('An access token cannot change the password; sign in to do so', { forPrograms: true })
    }
    const right = await authenticator.checkPassword(account.username, body.oldPassword, request.ip)
    if (right?.id !== account.id) throw new HttpError(403, 'The current password is wrong')
    await setPassword(app, account, body.newPassword, account.id, ctx.authentication.sessionId)
  })
}
