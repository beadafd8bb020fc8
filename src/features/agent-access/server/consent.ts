import { createElement as h } from 'react'
import type { FastifyRequest } from 'fastify'
import { elevationPage, type TokenScope } from '#features/accounts/contract.ts'
import { formPage, isElevated, requireElevation, requireUse } from '#features/accounts/server/index.ts'
import { readersText } from '#platform/error-text.ts'
import { loginPath } from '#platform/login-path.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { isReadOnly, READ_ONLY_MESSAGE } from '#platform/server/http/access-mode.ts'
import { forbidden, HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { readerOf } from '#platform/server/http/view.ts'
import * as contract from '../contract.ts'
import { ConsentView, RefusedView } from '../view/ConsentView.tsx'
import { allow } from './connections.ts'
import { requireAgents } from './enabled.ts'
import { isOnThisComputer, redirectHost } from './redirects.ts'
import { readAuthorizationRequest, type AuthorizationRequest } from './requests.ts'

/** Decisions of one user in an hour. */
const MOST_DECISIONS = 60
const HOUR_MS = 60 * 60 * 1000

/** The page on which a user lets an agent use the wiki in their name. */
export function consentRoutes(app: App): void {
  const limit = rateLimited<Context>(
    app,
    { name: 'agent-consent', max: MOST_DECISIONS, windowMs: HOUR_MS },
    ({ viewer }) => String(viewer.userId ?? ''),
  )
  app.http.handle(
    contract.authorizePage,
    async ({ ctx, query, request }) => {
      requireAgents(app)
      if (ctx.authentication.method === 'anonymous') return Answer.redirect(loginPath(request.url))
      requireBrowser(ctx)
      if (isReadOnly(app)) throw new HttpError(405, READ_ONLY_MESSAGE)
      const asked = await readAuthorizationRequest(app, query)
      // As for personal access tokens: with its token an agent administers without a password.
      if (ctx.viewer.isAdmin && !(await isElevated(ctx)))
        return Answer.redirect(`${elevationPage.path}?destination=${encodeURIComponent(request.url)}`)
      return consentPage(ctx, request, asked, query)
    },
    { onError: refusal },
  )
  app.http.handle(
    contract.submitAuthorization,
    async ({ ctx, body }) => {
      requireAgents(app)
      const userId = requireBrowser(ctx)
      limit(ctx)
      const asked = await readAuthorizationRequest(app, body)
      if (body.decision === 'deny') return returnTo(app, asked, { error: 'access_denied' })
      if (ctx.viewer.isAdmin) await requireElevation(ctx)
      const scope: TokenScope = asked.scope === 'write' && body.access === 'write' ? 'write' : 'read'
      return returnTo(app, asked, { code: await allow(app, userId, asked, scope) })
    },
    { onError: refusal },
  )
}

/**
 * A user in a browser. Programs with a token could make one that outlives theirs.
 * @returns the account's id. @throws HttpError 401, 403
 */
function requireBrowser(ctx: Context): number {
  requireUse(ctx)
  if (ctx.authentication.method !== 'session' || ctx.viewer.userId === null)
    throw forbidden('Log in with a browser to connect an agent')
  return ctx.viewer.userId
}

/** Goes back to the client. The address is one that it has registered, and the user has seen its host. */
function returnTo(
  { baseUrl }: App,
  { redirectUri, state }: AuthorizationRequest,
  answer: { code: string } | { error: string },
): Answer {
  const { href } = new URL(redirectUri)
  const fields = new URLSearchParams({ ...answer, iss: baseUrl, ...(state !== undefined && { state }) })
  return new Answer(303, { location: `${href}${href.includes('?') ? '&' : '?'}${fields.toString()}` }, null)
}

function consentPage(
  ctx: Context,
  request: FastifyRequest,
  asked: AuthorizationRequest,
  fields: contract.AuthorizationFields,
): Answer {
  const reader = readerOf(ctx)
  return formPage(ctx, request, {
    title: reader.t('Connect an agent'),
    headers: pageHeaders(asked.redirectUri),
    content: h(ConsentView, {
      reader,
      name: asked.client.name,
      host: redirectHost(asked.redirectUri),
      isOnThisComputer: isOnThisComputer(asked.redirectUri),
      user: { name: ctx.viewer.displayName, username: ctx.viewer.username },
      scope: asked.scope,
      fields: { ...fields, atl_token: ctx.authentication.xsrfToken },
    }),
  })
}

/**
 * Headers of the page: no other page may frame it, since users could be made to press its buttons unknowingly. Browsers
 * also check where a form's answer redirects to, and to where that one does.
 */
function pageHeaders(redirectUri?: string): Record<string, string> {
  const targets = redirectUri === undefined ? "'self'" : `'self' ${new URL(redirectUri).protocol}`
  return {
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action ${targets}; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
  }
}

/** Says to the user why an agent cannot be connected. @throws `error` if it is a fault of the server */
function refusal(ctx: Context, request: FastifyRequest, error: unknown): Promise<Answer> {
  if (!(error instanceof HttpError) || error.status >= 500) throw error
  const reader = readerOf(ctx)
  const page = formPage(ctx, request, {
    title: reader.t('Connect an agent'),
    status: error.status,
    headers: { ...pageHeaders(), ...error.headers },
    content: h(RefusedView, { reader, text: readersText(reader.t, error.status, error.text) }),
  })
  return Promise.resolve(page)
}
