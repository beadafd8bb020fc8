import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Answer } from '#platform/server/http/http.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { isoTime } from '#platform/wire.ts'
import * as contract from '../../contract.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../shared.ts'
import { errorMessage, field, formPage, hidden, infoMessage, translateFor } from '../pages/form-page.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { requireElevatedAdministrator } from '../sign-in/elevation.ts'
import { requireAccount } from '../users/accounts.ts'
import { createResetLink, enqueueResetMail, resetAccount, useResetLink } from './reset.ts'

/** Links that one address may ask for in a quarter of an hour. */
const ASKS = 30
const ASK_WINDOW_MS = 15 * 60 * 1000
/** Mails to one name in the same time: nobody's mailbox may be flooded. */
const ASKS_PER_NAME = 3

/** Links to set a new password: asked for, made by administrators, and used. */
export function resetRoutes(app: App): void {
  const { http } = app
  const limitAddress = rateLimited(app, { name: 'reset', max: ASKS, windowMs: ASK_WINDOW_MS }, request => request.ip)
  const limitName = rateLimited(app, { name: 'reset.name', max: ASKS_PER_NAME, windowMs: ASK_WINDOW_MS }, nameOf)

  http.handle(contract.forgotPasswordPage, ({ request }) => forgotPage(app, request))

  http.handle(contract.submitForgotPassword, async ({ body, request }) => {
    limitAddress(request)
    limitName(request)
    // The answer is the same whether or not there is such an account.
    if (app.mail.configured && body.usernameOrEmail.trim()) await enqueueResetMail(app, { name: body.usernameOrEmail })
    return forgotPage(app, request, true)
  })

  http.handle(contract.resetPasswordPage, async ({ query, request }) => resetPage(app, request, query.token))

  http.handle(contract.submitResetPassword, async ({ body, request }) => {
    const t = translateFor(request)
    if (body.newPassword !== body.newPasswordConfirmation)
      return resetPage(app, request, body.token, t('The two passwords differ.'))
    if (!contract.passwordSchema.safeParse(body.newPassword).success) {
      return resetPage(
        app,
        request,
        body.token,
        t('The password must have {{min}} to {{max}} characters.', {
          min: MIN_PASSWORD_LENGTH,
          max: MAX_PASSWORD_LENGTH,
        }),
      )
    }
    if (!(await useResetLink(app, body.token, body.newPassword))) return resetPage(app, request, body.token)
    return message(app, request, t('Your password is set. Log in with it.'))
  })

  http.handle(contract.createResetLink, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    const account = await requireAccount(app, params)
    if (account.active !== 1) throw badRequest('The account is disabled; enable it first')
    const { url, expiresAt } = await createResetLink(app, account, ctx.viewer.userId)
    return { url, expiresAt: isoTime(expiresAt) }
  })
}

function nameOf(request: FastifyRequest): string {
  const name: unknown = (request.body as { usernameOrEmail?: unknown } | undefined)?.usernameOrEmail
  return typeof name === 'string' ? name.slice(0, 300).trim().toLowerCase() : ''
}

function forgotPage(app: App, request: FastifyRequest, sent = false): Answer {
  const t = translateFor(request)
  if (!app.mail.configured)
    return message(
      app,
      request,
      t('This wiki cannot send mail. Ask an administrator for a link to set a new password.'),
    )
  if (sent) {
    return message(
      app,
      request,
      t(
        'If there is an account of that name with an e-mail address, a link is on its way. It works once, for an hour.',
      ),
    )
  }
  return page(
    app,
    request,
    html`
<p class="oxf-lead">${t('Give your user name or e-mail address. If there is an account, you get a link for setting a new password.')}</p>
<form class="oxf-form" action="/forgotuserpassword.action" method="post">
${field({ name: 'usernameOrEmail', label: t('User name or e-mail'), autocomplete: 'username', autofocus: true })}
<button class="oxf-button" type="submit">${t('Send the link')}</button>
</form>`,
  )
}

async function resetPage(app: App, request: FastifyRequest, token: string, error?: string): Promise<Answer> {
  const t = translateFor(request)
  const account = await resetAccount(app, token)
  if (!account) return expiredPage(app, request)
  return page(
    app,
    request,
    html`${errorMessage(error)}
<form class="oxf-form" action="/resetuserpassword.action" method="post">
${hidden('token', token)}<input type="hidden" name="username" value="${account.username}" autocomplete="username">
${field({
  name: 'newPassword',
  label: t('New password'),
  type: 'password',
  autocomplete: 'new-password',
  autofocus: true,
  hint: t('At least {{min}} characters.', { min: MIN_PASSWORD_LENGTH }),
})}
${field({ name: 'newPasswordConfirmation', label: t('Repeat the new password'), type: 'password', autocomplete: 'new-password' })}
<button class="oxf-button" type="submit">${t('Set password')}</button>
</form>`,
  )
}

/** A link that is good no more: how to get another, by mail or from an administrator. */
function expiredPage(app: App, request: FastifyRequest): Answer {
  const t = translateFor(request)
  const next = app.mail.configured
    ? html`<p class="oxf-more"><a class="oxf-button" href="${contract.forgotPasswordPage.path}">${t('Ask for a new link')}</a></p>`
    : html`<p class="oxf-lead">${t('This wiki cannot send mail. Ask an administrator for a link to set a new password.')}</p>`
  return page(app, request, html`${errorMessage(t('This link has expired or was used already.'))}${next}`, 404)
}

function message(app: App, request: FastifyRequest, text: string): Answer {
  return page(app, request, infoMessage(text))
}

function page(app: App, request: FastifyRequest, content: Markup, status = 200): Answer {
  const t = translateFor(request)
  const title = t('Reset your password')
  return formPage(app, request, {
    title,
    status,
    content: html`<h1>${title}</h1>${content}<p class="oxf-more"><a href="/login.action">${t('Back to log in')}</a></p>`,
  })
}
