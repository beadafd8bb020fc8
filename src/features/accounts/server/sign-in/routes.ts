import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { ErrorText } from '#platform/error-text.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { refusePartsOfPages } from '#platform/server/http/xsrf.ts'
import * as contract from '../../contract.ts'
import { errorMessage, field, formPage, hidden, infoMessage, translateFor } from '../pages/form-page.ts'
import { html } from '#platform/server/http/markup.ts'
import type { SignInProof } from '../extension-points.ts'
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
      const t = translateFor(request)
      const notice =
        violation && ctx.viewer.userId !== null
          ? t('You do not have permission to see that page. Log in with another account.')
          : undefined
      return loginForm(app, request, { destination: query.os_destination, error: notice })
    },
    { aliases: ['/dologin.action'] },
  )

  http.handle(
    contract.submitLogin,
    async ({ body, request, reply }) => {
      const result = await logIn(app, authenticator, request, reply, {
        name: body.os_username,
        password: body.os_password,
        remember: isOn(body.os_cookie),
      })
      const headers = reasonHeaders(result)
      if (result.reason === 'OK')
        return Answer.redirect(localDestination(body.os_destination, app.baseUrl), 302, headers)
      const failure = failureText(result)
      return loginForm(app, request, {
        destination: body.os_destination,
        username: body.os_username,
        error: app.texts.for(request.locale)(failure.key, failure.values),
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
    return loginForm(app, request, {
      destination: '',
      info: translateFor(request)('You are logged out.'),
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

/** Programs of the old product read from these why somebody was not signed in. */
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

interface LoginForm {
  destination: string
  username?: string
  error?: string | undefined
  info?: string
  status?: number
  headers?: Record<string, string>
  /** Asked for after repeated failures. */
  proof?: SignInProof | undefined
}

/** Scripts look for the text `loginform`, the field names and the ids. */
function loginForm(app: App, request: FastifyRequest, form: LoginForm): Answer {
  const t = translateFor(request)
  return formPage(app, request, {
    title: t('Log in'),
    status: form.status ?? 200,
    headers: form.headers ?? {},
    content: html`<h1>${t('Log in to the wiki')}</h1>
${form.info ? infoMessage(form.info) : ''}${errorMessage(form.error)}
<form class="oxf-form" id="loginform" name="loginform" action="/dologin.action" method="post">
${field({ name: 'os_username', label: t('User name or e-mail'), value: form.username ?? '', autocomplete: 'username', autofocus: !form.username })}
${field({ name: 'os_password', label: t('Password'), type: 'password', autocomplete: 'current-password', autofocus: !!form.username })}
<label class="oxf-check"><input id="os_cookie" name="os_cookie" type="checkbox" value="true">${t('Keep me logged in')}</label>
${form.proof?.field(app.texts.for(request.locale))}
${hidden('os_destination', form.destination)}
<button class="oxf-button" id="loginButton" name="login" value="Log in" type="submit">${t('Log in')}</button>
</form>
<p class="oxf-more"><a id="forgot-password" href="/forgotuserpassword.action">${t('Forgot your password?')}</a></p>`,
  })
}
