import { createElement as h, type ComponentProps } from 'react'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { translated, type ErrorText } from '#platform/error-text.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { refusePartsOfPages } from '#platform/server/http/xsrf.ts'
import * as contract from '../../contract.ts'
import { SignInView } from '../../view/SignInView.tsx'
import type { SignInProof } from '../extension-points.ts'
import { formPage } from '../form-page.ts'
import type { Authenticator } from './authentication.ts'
import { clearSessionCookie } from './cookies.ts'
import { localDestination } from './destination.ts'
import { logIn, LOGIN_REASON, proofNeeded, type LoginReason, type LoginResult } from './login.ts'
import { endSession } from './sessions.ts'

/** Signing in and out: the form of the old product, and JSON. */
export function signInRoutes(app: App, authenticator: Authenticator): void {
  const { http } = app

  http.handle(
    contract.loginPage,
    ({ ctx, query, request }) => {
      const violation = query.permissionViolation === 'true'
      if (ctx.authentication.method === 'session' && !violation)
        return Answer.redirect(localDestination(query.os_destination, app.baseUrl))
      const notice =
        violation && ctx.viewer.userId !== null
          ? readerOf(ctx).t('You do not have permission to see that page. Log in with another account.')
          : undefined
      return loginForm(ctx, request, { destination: query.os_destination, error: notice })
    },
    { aliases: ['/dologin.action'] },
  )

  http.handle(
    contract.submitLogin,
    async ({ ctx, body, request, reply }) => {
      const result = await logIn(app, authenticator, request, reply, {
        name: body.os_username,
        password: body.os_password,
        remember: isOn(body.os_cookie),
      })
      const headers = reasonHeaders(result)
      if (result.reason === 'OK')
        return Answer.redirect(localDestination(body.os_destination, app.baseUrl), 302, headers)
      const failure = failureText(result)
      return loginForm(ctx, request, {
        destination: body.os_destination,
        username: body.os_username,
        error: translated(readerOf(ctx).t, failure),
        status: result.reason === 'AUTHENTICATION_DENIED' ? 429 : 200,
        headers: result.reason === 'AUTHENTICATION_DENIED' ? { ...headers, 'retry-after': result.retryAfter } : headers,
        proof: await proofNeeded(app, authenticator, request, body.os_username),
      })
    },
    { aliases: ['/login.action'] },
  )

  http.handle(contract.authenticate, async ({ body, request, reply }) => {
    const result = await logIn(app, authenticator, request, reply, {
      name: body.username,
      password: body.password,
      remember: isOn(body.rememberMe),
    })
    reply.headers(reasonHeaders(result))
    if (result.reason === 'OK')
      return { success: true as const, targetUrl: localDestination(body.targetUrl, app.baseUrl) }
    const status = STATUS[result.reason]
    const { key, values } = failureText(result)
    throw new HttpError(status, key, {
      values,
      ...(result.reason === 'PROOF_REFUSED' ? { field: result.proof.fieldName } : {}),
      headers: result.reason === 'AUTHENTICATION_DENIED' ? { 'retry-after': result.retryAfter } : {},
    })
  })

  http.handle(contract.logoutPage, async ({ ctx, request, reply }) => {
    // A browser that fetches links ahead must not sign its user out.
    const ahead = /prefetch|prerender/i.test(String(request.headers['sec-purpose'] ?? request.headers['purpose'] ?? ''))
    if (ahead) return new Answer(503, { 'cache-control': 'no-store' }, null)
    refusePartsOfPages(request)
    if (ctx.authentication.sessionId) await endSession(app, ctx.authentication.sessionId)
    clearSessionCookie(app, reply)
    return loginForm(ctx, request, {
      destination: '',
      info: readerOf(ctx).t('You are logged out.'),
      headers: { [LOGIN_REASON]: 'OUT' },
    })
  })

  http.handle(contract.submitLogout, async ({ ctx, reply }) => {
    if (ctx.authentication.sessionId) await endSession(app, ctx.authentication.sessionId)
    clearSessionCookie(app, reply)
    return Answer.redirect('/login.action', 302, { [LOGIN_REASON]: 'OUT' })
  })
}

const STATUS = { AUTHENTICATED_FAILED: 401, AUTHORISATION_FAILED: 403, AUTHENTICATION_DENIED: 429, PROOF_REFUSED: 403 }

/** Programs of the old product read from these why a sign-in failed. */
function reasonHeaders(result: LoginResult): Record<string, string> {
  if (result.reason !== 'PROOF_REFUSED') return { [LOGIN_REASON]: result.reason }
  return {
    [LOGIN_REASON]: 'AUTHENTICATION_DENIED' satisfies LoginReason,
    'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=/login.action',
  }
}

function isOn(value: string | boolean | undefined): boolean {
  return value === true || (typeof value === 'string' && ['true', 'on', '1'].includes(value.toLowerCase()))
}

function failureText(result: Exclude<LoginResult, { reason: 'OK' }>): ErrorText {
  switch (result.reason) {
    case 'AUTHENTICATED_FAILED':
      return { key: 'Sorry, your user name and password are incorrect. Please try again.' }
    case 'AUTHORISATION_FAILED':
      return { key: 'You do not have permission to use this wiki. Ask an administrator.' }
    case 'PROOF_REFUSED':
      return { key: result.proof.refusal }
    case 'AUTHENTICATION_DENIED':
      return {
        key: 'Too many failed attempts. Try again in {{seconds}} seconds.',
        values: { seconds: result.retryAfter },
      }
  }
}

interface LoginForm extends Pick<ComponentProps<typeof SignInView>, 'destination' | 'username' | 'error' | 'info'> {
  status?: number
  headers?: Record<string, string>
  /** Asked for after repeated failures. */
  proof?: SignInProof | undefined
}

function loginForm(ctx: Context, request: FastifyRequest, { status, headers, proof, ...form }: LoginForm): Answer {
  const reader = readerOf(ctx)
  return formPage(ctx, request, {
    title: reader.t('Log in'),
    status,
    headers,
    content: h(SignInView, { ...form, reader, proof: proof?.field(reader) }),
  })
}
