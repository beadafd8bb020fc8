import { createElement as h } from 'react'
import type { FastifyRequest } from 'fastify'
import { loginPath } from '#platform/login-path.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { readerOf } from '#platform/server/http/view.ts'
import * as contract from '../../contract.ts'
import { ConfirmPasswordView } from '../../view/SignInView.tsx'
import { now } from '../clock.ts'
import { formPage } from '../form-page.ts'
import { refuse, requireAdministrator } from '../policies.ts'
import type { Authenticator } from './authentication.ts'
import { localDestination } from './destination.ts'
import { changeSession, elevatedUntil } from './sessions-store.ts'
import { unsavedSessions } from './unsaved-sessions.ts'

/** How long a confirmed password opens administration. */
export const ELEVATED_MS = 10 * 60 * 1000

/**
 * Whether the password was confirmed lately. True without a browser session: such callers prove themselves each time.
 */
export async function isElevated(ctx: Context): Promise<boolean> {
  const { method, sessionId } = ctx.authentication
  if (method !== 'session' || sessionId === undefined) return true
  const inMemory = unsavedSessions(ctx.app).get(sessionId)
  if (inMemory) return (inMemory.row.elevated_until ?? 0) > now(ctx.app)
  return (await elevatedUntil(ctx.app, sessionId)) > now(ctx.app)
}

/**
 * For what an administrator's unattended browser must not do.
 * @throws HttpError 403 with the header `X-Oxbow-Elevation: required`; the page to send people to is
 * `/authenticate.action`
 */
export async function requireElevation(ctx: Context): Promise<void> {
  if (await isElevated(ctx)) return
  throw new HttpError(403, 'Confirm your password at /authenticate.action to do this', {
    headers: { 'x-oxbow-elevation': 'required' },
  })
}

/**
 * For changes to the wiki as a whole, its users, groups and permissions: an administrator, whose password was confirmed
 * lately where the request came from a browser's session.
 * @throws HttpError 401, 403
 */
export async function requireElevatedAdministrator(ctx: Context): Promise<void> {
  requireAdministrator(ctx)
  await requireElevation(ctx)
}

/** Asks for the password again before administration. */
export function elevationRoutes(app: App, authenticator: Authenticator): void {
  app.http.handle(contract.elevationPage, ({ ctx, query, request }) => {
    if (ctx.authentication.method !== 'session') {
      return Answer.redirect(loginPath(localDestination(query.destination, app.baseUrl)))
    }
    return confirmForm(ctx, request, query.destination)
  })

  app.http.handle(contract.submitElevation, async ({ ctx, body, request }) => {
    const { sessionId } = ctx.authentication
    if (sessionId === undefined) refuse(ctx)
    const account = await authenticator.checkPassword(ctx.viewer.username, body.password, request.ip)
    if (!account || account.id !== ctx.viewer.userId) {
      return confirmForm(ctx, request, body.destination, readerOf(ctx).t('That is not your password.'))
    }
    const until = now(app) + ELEVATED_MS
    const inMemory = unsavedSessions(app).get(sessionId)
    if (inMemory) await unsavedSessions(app).begin({ ...inMemory, row: { ...inMemory.row, elevated_until: until } })
    else {
      await app.database.transaction(async tx => {
        await changeSession(tx, sessionId, { elevated_until: until })
        tx.append({ kind: 'account.elevated', actorId: account.id })
      })
    }
    return Answer.redirect(localDestination(body.destination, app.baseUrl))
  })
}

function confirmForm(ctx: Context, request: FastifyRequest, destination: string, error?: string): Answer {
  const reader = readerOf(ctx)
  return formPage(ctx, request, {
    title: reader.t('Confirm your password'),
    content: h(ConfirmPasswordView, { reader, xsrfToken: request.authentication.xsrfToken, destination, error }),
  })
}
