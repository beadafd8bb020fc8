import { createElement as h } from 'react'
import { loginPath } from '#platform/login-path.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { firstValue, handleScreen } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { NoticeView } from '#platform/view/NoticeView.tsx'
import { requireUser } from '#features/accounts/server/index.ts'
import { beginApproval, finishApproval } from '../contract.ts'
import { APPROVED_ACCESSES, CALLBACK_PATH, OUTCOME_PATH, OUTCOMES, type Outcome } from '../shared.ts'
import { outcomeWords } from '../words.ts'
import { InvalidGrantError } from './exchange.ts'
import { approvalAddress, randomToken } from './oauth.ts'
import { approve } from './service.ts'
import { requireApplication } from './store.ts'

/** How long a user may take to approve, seconds. */
const APPROVAL_SECONDS = 600
/** Each approval that is under way has its cookie: no other browser can end it, and it needs no row. */
const cookieOf = (state: string) => `oxbow-approval-${state.slice(0, 16)}`

/** The way of a browser to a linked application and back. */
export function approvalRoutes(app: App): void {
  const { http, database } = app
  http.handle(beginApproval, async ({ ctx, query, request, reply }) => {
    if (ctx.viewer.userId === null) return Answer.redirect(loginPath(request.url))
    const application = await requireApplication(database.read, query.applicationLinkID)
    if (application.client_secret === '') return Answer.redirect(`${OUTCOME_PATH}?outcome=failed`)
    const [state, verifier] = [randomToken(), randomToken()]
    const { access } = query
    reply.setCookie(cookieOf(state), [state, verifier, application.id, access].join('.'), {
      ...attributes(app),
      maxAge: APPROVAL_SECONDS,
    })
    const redirectUrl = `${app.baseUrl}${CALLBACK_PATH}`
    return elsewhere(approvalAddress(application, { redirectUrl, state, verifier, access }))
  })
  http.handle(finishApproval, async ({ ctx, query, request, reply }) => {
    if (ctx.viewer.userId === null) return Answer.redirect(loginPath(request.url))
    const cookie = request.cookies[cookieOf(query.state)]
    reply.clearCookie(cookieOf(query.state), attributes(app))
    return Answer.redirect(`${OUTCOME_PATH}?outcome=${await finished(ctx, cookie, query)}`)
  })
  handleScreen(app, OUTCOME_PATH, 'How asking for approval by a linked application ended', ({ ctx, query }) => {
    requireUser(ctx)
    const reader = readerOf(ctx)
    const outcome = OUTCOMES.find(each => each === firstValue(query['outcome'])) ?? 'failed'
    return {
      title: reader.t('Approval'),
      main: h(NoticeView, { reader, ...outcomeWords(outcome, reader) }),
      layout: 'bare',
    }
  })
}

function attributes(app: App) {
  return { httpOnly: true, sameSite: 'lax', secure: app.config.secure, path: CALLBACK_PATH } as const
}

async function finished(
  ctx: Context,
  cookie: string | undefined,
  { state, code, error }: { state: string; code?: string | undefined; error?: string | undefined },
): Promise<Outcome> {
  const [expected, verifier, applicationId, given] = cookie?.split('.') ?? []
  const access = APPROVED_ACCESSES.find(each => each === given)
  if (expected !== state || verifier === undefined || applicationId === undefined || !access) return 'failed'
  if (error === 'access_denied') return 'refused'
  if (code === undefined) return 'failed'
  try {
    await approve(ctx, await requireApplication(ctx.app.database.read, applicationId), { code, verifier, access })
    return 'approved'
  } catch (cause) {
    if (!(cause instanceof HttpError) && !(cause instanceof InvalidGrantError)) throw cause
    ctx.app.log.warn({ applicationId, err: cause }, 'a linked application gave no access')
    return 'failed'
  }
}

/** Leads out of the wiki, to an address that an administrator has linked. */
function elsewhere(location: string): Answer {
  return new Answer(302, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, null)
}
