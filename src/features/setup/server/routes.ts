import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createElement as h } from 'react'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  createFirstAdministrator,
  createSessionIn,
  formPage,
  hasAccounts,
  sessionOptions,
  setSessionCookie,
  viewerOf,
  type Account,
} from '#features/accounts/server/index.ts'
import { translated } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { issueText } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { readerOf } from '#platform/server/http/view.ts'
import * as contract from '../contract.ts'
import { SetupView, type SetupValues } from '../view/SetupView.tsx'
import { deleteSetupCode, isSetupCode, needsCode } from './code.ts'
import { setupSteps } from './steps.ts'

/** Holds the token of the form, since there is no session to hold it. */
const TOKEN_COOKIE = 'oxbow-setup'
const TOKEN = /^[0-9a-f]{40}$/

const EMPTY: SetupValues = { code: '', username: 'admin', displayName: '', email: '' }
/** Labels of the fields, for messages. */
const LABELS = { username: 'User name', displayName: 'Full name', email: 'E-mail', password: 'Password' } as const

/** The screen by which a new wiki gets its administrator. It works once. */
export function setupRoutes(app: App): void {
  const { http } = app

  http.handle(contract.setupPage, async ({ ctx, query, request, reply }) => {
    if (await hasAccounts(app)) return Answer.redirect('/')
    return setupForm(ctx, request, reply, { ...EMPTY, code: query.code })
  })

  http.handle(contract.submitSetup, async ({ ctx, body, request, reply }) => {
    if (await hasAccounts(app)) return Answer.redirect('/')
    const { t } = readerOf(ctx)
    if (!tokensAgree(request, body.token)) {
      return setupForm(ctx, request, reply, body, [t('The form was open for too long. Please send it again.')], 403)
    }
    if (needsCode(app, request) && !(await isSetupCode(app, body.code))) {
      return setupForm(ctx, request, reply, body, [t('That is not the set-up code of this wiki.')], 403)
    }
    const parsed = contract.administratorSchema.safeParse(body, { reportInput: true })
    if (!parsed.success) {
      const errors = parsed.error.issues.map(issue => {
        const label = LABELS[String(issue.path[0]) as keyof typeof LABELS] ?? ''
        return `${t(label)}: ${translated(t, issueText(issue))}`
      })
      return setupForm(ctx, request, reply, body, errors, 400)
    }
    let cookie: Awaited<ReturnType<typeof createSessionIn>> | undefined
    const account = await createFirstAdministrator(app, parsed.data, async (tx, created) => {
      cookie = await createSessionIn(app, tx, created.id, sessionOptions(request, false))
      await deleteSetupCode(tx, app)
    })
    // Another visitor was first: their account exists, and this one was not made.
    if (!account || !cookie) return Answer.redirect('/login.action')
    setSessionCookie(app, reply, cookie)
    reply.clearCookie(TOKEN_COOKIE, { path: '/setup' })
    app.log.info({ user: account.username }, 'the wiki is set up')
    if (body.demonstration !== undefined) await runSteps(app, ctx, account)
    return Answer.redirect('/')
  })
}

async function runSteps(app: App, ctx: Context, account: Account): Promise<void> {
  const viewer = await viewerOf(app, account)
  const asAdministrator: Context = { ...ctx, viewer, authentication: { viewer, method: 'session', xsrfToken: '' } }
  for (const step of app.extensions.all(setupSteps)) {
    try {
      await step.run(asAdministrator)
    } catch (error) {
      // The wiki is usable without what is only there to look at; the administrator exists and must get in.
      app.log.error({ err: error, step: step.name }, 'a step of the set-up failed')
    }
  }
}

function tokensAgree(request: FastifyRequest, given: string): boolean {
  const expected = request.cookies[TOKEN_COOKIE] ?? ''
  return TOKEN.test(expected) && TOKEN.test(given) && timingSafeEqual(Buffer.from(expected), Buffer.from(given))
}

function setupForm(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  values: SetupValues,
  errors: string[] = [],
  status = 200,
): Answer {
  const { app } = ctx
  const reader = readerOf(ctx)
  const expected = request.cookies[TOKEN_COOKIE] ?? ''
  const token = TOKEN.test(expected) ? expected : randomBytes(20).toString('hex')
  reply.setCookie(TOKEN_COOKIE, token, {
    httpOnly: true,
    sameSite: 'strict',
    secure: app.config.secure,
    path: '/setup',
    maxAge: 3600,
  })
  return formPage(ctx, request, {
    title: reader.t('Set up your wiki'),
    status,
    content: h(SetupView, { reader, values, token, needsCode: needsCode(app, request), errors }),
  })
}
