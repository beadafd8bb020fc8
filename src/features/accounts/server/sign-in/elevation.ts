import type { FastifyRequest } from 'fastify'
import { loginPath } from '#platform/login-path.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import * as contract from '../../contract.ts'
import { now } from '../clock.ts'
import { errorMessage, field, formPage, hidden, translateFor } from '../pages/form-page.ts'
import { html } from '#platform/server/http/markup.ts'
import { refuse, requireAdministrator } from '../policies.ts'
import type { Authenticator } from './authentication.ts'
import { localDestination } from './destination.ts'
import { unsavedSessions } from './unsaved-sessions.ts'

/** How long a confirmed password opens administration. */
export const ELEVATED_MS = 10 * 60 * 1000

/** Whether the password was confirmed lately. True without a browser session: such callers prove themselves each time. */
export async function isElevated(ctx: Context): Promise<boolean> {
  const { method, sessionId } = ctx.authentication
  if (method !== 'session' || sessionId === undefined) return true
  const inMemory = unsavedSessions(ctx.app).get(sessionId)
  if (inMemory) return (inMemory.row.elevated_until ?? 0) > now(ctx.app)
  const row = await ctx.app.database.read
    .selectFrom('session')
    .select('elevated_until')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return (row?.elevated_until ?? 0) > now(ctx.app)
}

/**
 * For what an administrator's unattended browser must not do.
 * @throws HttpError 403 with the header `X-Oxbow-Elevation: required`; the page to send people to is `/authenticate.action`
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
    return confirmForm(app, request, query.destination)
  })

  app.http.handle(contract.submitElevation, async ({ ctx, body, request }) => {
    const { sessionId } = ctx.authentication
    if (sessionId === undefined) refuse(ctx)
    const account = await authenticator.checkPassword(ctx.viewer.username, body.password, request.ip)
    if (!account || account.id !== ctx.viewer.userId) {
      return confirmForm(app, request, body.destination, translateFor(request)('That is not your password.'))
    }
    const until = now(app) + ELEVATED_MS
    const inMemory = unsavedSessions(app).get(sessionId)
    if (inMemory) await unsavedSessions(app).begin({ ...inMemory, row: { ...inMemory.row, elevated_until: until } })
    else {
      await app.database.transaction(async tx => {
        await tx.db.updateTable('session').set({ elevated_until: until }).where('id', '=', sessionId).execute()
        tx.append({ kind: 'account.elevated', actorId: account.id })
      })
    }
    return Answer.redirect(localDestination(body.destination, app.baseUrl))
  })
}

function confirmForm(app: App, request: FastifyRequest, destination: string, error?: string): Answer {
  const t = translateFor(request)
  return formPage(app, request, {
    title: t('Confirm your password'),
    content: html`<div id="login-container"><h1>${t('Confirm your password')}</h1>
<p class="oxf-lead">${t('You are about to change how the wiki works. Confirm that it is you.')}</p>
${errorMessage(error)}
<form class="oxf-form" action="/doauthenticate.action" method="post">
${hidden('atl_token', request.authentication.xsrfToken)}${hidden('destination', destination)}
${field({ name: 'password', label: t('Password'), type: 'password', autocomplete: 'current-password', autofocus: true })}
<button class="oxf-button" id="authenticateButton" name="authenticate" value="Confirm" type="submit">${t('Confirm')}</button>
</form>
<p class="oxf-more"><a href="/">${t('Back to the wiki')}</a></p></div>`,
  })
}
