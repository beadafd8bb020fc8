import type { App } from '#platform/server/app.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import type { OutgoingAnswer, OutgoingRequest } from '#platform/server/outgoing.ts'
import { shareRunning } from '#platform/server/share-running.ts'
import { InvalidGrantError, refreshTokens } from './exchange.ts'
import { apiAddressOf } from './oauth.ts'
import { failed, jsonOf, send, unreadable } from './send.ts'
import { approvalOf, removeApproval, storeApproval, type ApprovalRow, type LinkedApplicationRow } from './store.ts'

/** Before its end by this much a token is refreshed, so that it does not end on the way. */
const MARGIN_MS = 60_000

/** The user has not approved that the wiki asks the application with their rights, or not any more. */
export class NotApprovedError extends HttpError {
  override name = 'NotApprovedError'

  constructor(application: string) {
    super(403, 'Approve first that the wiki asks {{name}} with your rights', { values: { name: application } })
  }
}

/** The application refuses an access that was renewed just now. */
export class AccessRefusedError extends HttpError {
  override name = 'AccessRefusedError'

  constructor(application: string) {
    super(502, '{{name}} answered with an error ({{status}})', { values: { name: application, status: 401 } })
  }
}

export interface ApplicationRequest {
  readonly method?: OutgoingRequest['method']
  /** Behind the application's address, e.g. `/rest/api/2/serverInfo`, with its query. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
}

export interface ApplicationAnswer {
  readonly status: number
  /** Undefined where the answer is no JSON. */
  readonly json: unknown
}

/**
 * Asks a linked application with the rights of a user, whose access is renewed where it has ended. Statuses below 500
 * are answers, except 401.
 * @throws NotApprovedError, AccessRefusedError, HttpError 502 or 504 where the application cannot be asked or fails
 */
export async function requestAs(
  app: App,
  application: LinkedApplicationRow,
  accountId: number,
  request: ApplicationRequest,
): Promise<ApplicationAnswer> {
  const approval = await approvalOf(app.database.read, application.id, accountId)
  if (!approval) throw new NotApprovedError(application.name)
  const isOver = approval.expires_at < Date.now() + MARGIN_MS
  const usable = isOver ? await renewed(app, application, approval) : approval
  const answer = await ask(app, application, request, usable)
  if (answer.status !== 401) return answerOf(application, answer)
  // Taken back in the application, or of a server that was restored: the refresh token says which.
  const again = await ask(app, application, request, await renewed(app, application, usable))
  if (again.status === 401) throw new AccessRefusedError(application.name)
  return answerOf(application, again)
}

/** Asks a linked application anonymously. @throws HttpError 502 or 504 where it cannot be asked or fails */
export async function requestAsNobody(
  app: App,
  application: LinkedApplicationRow,
  request: ApplicationRequest,
): Promise<ApplicationAnswer> {
  return answerOf(application, await ask(app, application, request))
}

function ask(
  app: App,
  application: LinkedApplicationRow,
  { method = 'GET', path, body }: ApplicationRequest,
  approval?: ApprovalRow,
): Promise<OutgoingAnswer> {
  return send(app, application, {
    method,
    url: `${approval ? apiAddressOf(application, approval.site_id) : application.rpc_url}${path}`,
    headers: {
      ...(approval ? { authorization: `Bearer ${approval.access_token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

function answerOf(application: LinkedApplicationRow, answer: OutgoingAnswer): ApplicationAnswer {
  const { status } = answer
  if (status >= 500) throw failed(application.name, status)
  // Redirects lead to a sign-in page, or to another address than the one that was linked.
  if (status >= 300 && status < 400) throw unreadable(application.name)
  return { status, json: jsonOf(answer) }
}

/** Renewals that are under way, by application and user: a refresh token may be used once. */
function renewals(): Map<string, Promise<ApprovalRow>> {
  return new Map()
}

function renewed(app: App, application: LinkedApplicationRow, approval: ApprovalRow): Promise<ApprovalRow> {
  const key = `${application.id} ${approval.account_id}`
  return shareRunning(app.own(renewals), key, () => renew(app, application, approval))
}

async function renew(app: App, application: LinkedApplicationRow, stale: ApprovalRow): Promise<ApprovalRow> {
  // Another request, or another machine, may have been first.
  const current = await approvalOf(app.database.read, application.id, stale.account_id)
  if (!current) throw new NotApprovedError(application.name)
  if (current.access_token !== stale.access_token) return current
  try {
    if (current.refresh_token === '') throw new InvalidGrantError('no refresh token')
    const tokens = await refreshTokens(app, application, current.refresh_token)
    const row: ApprovalRow = {
      ...current,
      access_token: tokens.accessToken,
      refresh_token: tokens.refreshToken,
      expires_at: tokens.expiresAt,
    }
    await app.database.transaction(tx => storeApproval(tx, row), { invalidates: false })
    return row
  } catch (error) {
    if (!(error instanceof InvalidGrantError)) throw error
    await app.database.transaction(tx => removeApproval(tx, current, current.refresh_token))
    const other = await approvalOf(app.database.read, application.id, stale.account_id)
    if (other) return other
    throw new NotApprovedError(application.name)
  }
}
