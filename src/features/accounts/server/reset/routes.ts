import { createElement as h, type ReactElement } from 'react'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Answer } from '#platform/server/http/http.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { isoTime } from '#platform/wire.ts'
import * as contract from '../../contract.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../shared.ts'
import { InfoMessageView } from '../../view/FormView.tsx'
import { ExpiredLinkView, ForgotPasswordView, NewPasswordView, ResetView } from '../../view/ResetView.tsx'
import { formPage } from '../form-page.ts'
import { requireElevatedAdministrator } from '../sign-in/elevation.ts'
import { requireAccount } from '../users/accounts.ts'
import { createResetLink, enqueueResetMail, resetAccount, useResetLink } from './reset.ts'

/** Links that one address may ask for in a quarter of an hour. */
const ASKS = 30
const ASK_WINDOW_MS = 15 * 60 * 1000
/** Mails to one name in the same time: no mailbox may be flooded. */
const ASKS_PER_NAME = 3

/** Links to set a new password: asked for, made by administrators, and used. */
export function resetRoutes(app: App): void {
  const { http } = app
  const limitAddress = rateLimited(app, { name: 'reset', max: ASKS, windowMs: ASK_WINDOW_MS }, request => request.ip)
  const limitName = rateLimited(app, { name: 'reset.name', max: ASKS_PER_NAME, windowMs: ASK_WINDOW_MS }, nameOf)

  http.handle(contract.forgotPasswordPage, ({ ctx, request }) => forgotPage(ctx, request))

  http.handle(contract.submitForgotPassword, async ({ ctx, body, request }) => {
    limitAddress(request)
    limitName(request)
    // The answer is the same whether or not there is such an account.
    if (app.mail.configured && body.usernameOrEmail.trim()) await enqueueResetMail(app, { name: body.usernameOrEmail })
    return forgotPage(ctx, request, true)
  })

  http.handle(contract.resetPasswordPage, async ({ ctx, query, request }) => resetPage(ctx, request, query.token))

  http.handle(contract.submitResetPassword, async ({ ctx, body, request }) => {
    const { t } = readerOf(ctx)
    if (body.newPassword !== body.newPasswordConfirmation)
      return resetPage(ctx, request, body.token, t('The two passwords differ.'))
    if (!contract.passwordSchema.safeParse(body.newPassword).success) {
      return resetPage(
        ctx,
        request,
        body.token,
        t('The password must have {{min}} to {{max}} characters.', {
          min: MIN_PASSWORD_LENGTH,
          max: MAX_PASSWORD_LENGTH,
        }),
      )
    }
    if (!(await useResetLink(app, body.token, body.newPassword))) return resetPage(ctx, request, body.token)
    return message(ctx, request, t('Your password is set. Log in with it.'))
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

function forgotPage(ctx: Context, request: FastifyRequest, sent = false): Answer {
  const reader = readerOf(ctx)
  const { t } = reader
  if (!ctx.app.mail.configured)
    return message(
      ctx,
      request,
      t('This wiki cannot send mail. Ask an administrator for a link to set a new password.'),
    )
  if (sent) {
    return message(
      ctx,
      request,
      t(
        'If there is an account of that name with an e-mail address, a link is on its way. It works once, for an hour.',
      ),
    )
  }
  return page(ctx, request, h(ForgotPasswordView, { reader }))
}

async function resetPage(ctx: Context, request: FastifyRequest, token: string, error?: string): Promise<Answer> {
  const reader = readerOf(ctx)
  const account = await resetAccount(ctx.app, token)
  if (!account) return page(ctx, request, h(ExpiredLinkView, { reader, sendsMail: ctx.app.mail.configured }), 404)
  return page(ctx, request, h(NewPasswordView, { reader, token, username: account.username, error }))
}

function message(ctx: Context, request: FastifyRequest, text: string): Answer {
  return page(ctx, request, h(InfoMessageView, { text }))
}

function page(ctx: Context, request: FastifyRequest, content: ReactElement, status = 200): Answer {
  const reader = readerOf(ctx)
  return formPage(ctx, request, {
    title: reader.t('Reset your password'),
    status,
    content: h(ResetView, { reader, children: content }),
  })
}
