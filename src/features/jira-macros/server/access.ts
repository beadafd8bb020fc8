import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import {
  AccessRefusedError,
  allApplications,
  approvalsOf,
  type ApplicationAnswer,
  type ApplicationRequest,
  type LinkedApplicationRow,
  NotApprovedError,
  requestAs,
  requestAsNobody,
} from '#features/linked-apps/server/index.ts'
import { authorisationPath } from '#features/linked-apps/shared.ts'
import { SEARCH_REFUSED, AUTHENTICATE } from '../shared.ts'

/** A linked Jira site, as one reader may ask it. */
export interface JiraAccess {
  readonly application: LinkedApplicationRow
  /** Readers with the same rights share answers; no others do. */
  readonly rights: string
  /** Whether the reader might see more after approving that the wiki asks Jira with their rights. */
  readonly isUnapproved: boolean
  /** Address at which they approve; undefined for a site that is asked anonymously alone. */
  readonly approvalUrl: string | undefined
  /** @throws HttpError see {@link requestAs} */
  ask(request: ApplicationRequest): Promise<ApplicationAnswer>
}

const known = new WeakMap<Context, Promise<readonly JiraAccess[]>>()

/** All linked Jira sites for the reader, the primary one first. Queried once for each context. */
export function accessesOf(ctx: Context): Promise<readonly JiraAccess[]> {
  const before = known.get(ctx)
  if (before) return before
  const accesses = queryAccesses(ctx)
  known.set(ctx, accesses)
  return accesses
}

async function queryAccesses({ app, viewer }: Context): Promise<readonly JiraAccess[]> {
  const all = await allApplications(app.database.read)
  const applications = all
    .filter(({ type_id }) => type_id === 'jira')
    .toSorted((one, other) => other.is_primary - one.is_primary)
  if (applications.length === 0) return []
  const accountId = viewer.userId
  const approvals = accountId === null ? undefined : await approvalsOf(app.database.read, accountId)
  return applications.map(application => {
    const approval = approvals?.get(application.id)
    return approval && accountId !== null
      ? personal(app, application, accountId, approval.approved_at)
      : anonymous(app, application)
  })
}

function personal(app: App, application: LinkedApplicationRow, accountId: number, approvedAt: number): JiraAccess {
  return {
    application,
    rights: `${application.id} ${application.updated_at} ${accountId} ${approvedAt}`,
    isUnapproved: false,
    approvalUrl: `${app.baseUrl}${authorisationPath(application.id)}`,
    ask: request => requestAs(app, application, accountId, request),
  }
}

/** The rights of everyone, which users have who have not approved. */
function anonymous(app: App, application: LinkedApplicationRow): JiraAccess {
  const isConfigured = application.client_secret !== ''
  return {
    application,
    rights: `${application.id} ${application.updated_at} anonymous`,
    isUnapproved: isConfigured,
    approvalUrl: isConfigured ? `${app.baseUrl}${authorisationPath(application.id)}` : undefined,
    ask: request => requestAsNobody(app, application, request),
  }
}

/** The same site with the rights of everyone. */
export function asAnyone(app: App, access: JiraAccess): JiraAccess {
  return { ...anonymous(app, access.application), isUnapproved: false, approvalUrl: undefined }
}

/** The site that a macro means: by id, else by name, else by an address in it, else the primary one. */
export function chosenAccess(
  accesses: readonly JiraAccess[],
  { serverId, server, url }: { serverId?: string | undefined; server?: string | undefined; url?: string | undefined },
): JiraAccess | undefined {
  const within = url === undefined ? undefined : URL.parse(url)
  if (within) return accesses.find(({ application }) => isWithin(application, within))
  return (
    accesses.find(({ application }) => application.id === serverId) ??
    accesses.find(({ application }) => application.name === server) ??
    accesses[0]
  )
}

/** Whether an address belongs to an application. */
export function isWithin({ display_url, rpc_url }: LinkedApplicationRow, url: URL): boolean {
  return [display_url, rpc_url].some(address => {
    const base = new URL(address)
    const root = base.pathname.replace(/\/$/, '')
    return url.origin === base.origin && (url.pathname === root || url.pathname.startsWith(`${root}/`))
  })
}

/** Address of an issue for browsers. */
export function issueAddress({ display_url }: LinkedApplicationRow, key: string): string {
  return `${display_url}/browse/${encodeURIComponent(key)}`
}

/** Address of a search for browsers. */
export function searchAddress({ display_url }: LinkedApplicationRow, jql: string): string {
  return `${display_url}/issues/?jql=${encodeURIComponent(jql)}`
}

/** Says that the reader has to approve first, as clients of the old product know it. */
export function approvalNeeded(approvalUrl: string): HttpError {
  return new HttpError(401, AUTHENTICATE, { headers: challengeOf(approvalUrl) })
}

/** The header that names the address at which the reader approves. */
export function challengeOf(approvalUrl: string): Record<string, string> {
  return { 'www-authenticate': `OAuth realm="${approvalUrl}"` }
}

/** A failure of Jira as the reader is told of it. */
export function failureOf({ approvalUrl }: JiraAccess, error: HttpError): HttpError {
  const isRefused = error instanceof NotApprovedError || error instanceof AccessRefusedError
  return isRefused && approvalUrl !== undefined ? approvalNeeded(approvalUrl) : error
}

/**
 * The JSON of an answer with status 200.
 * @throws HttpError 400 for a search that Jira refuses, 401 where the reader has to approve, else 502
 */
export function contentOf({ application, approvalUrl }: JiraAccess, { status, json }: ApplicationAnswer): unknown {
  if (status === 200) return json
  if (status === 400) throw new HttpError(400, SEARCH_REFUSED)
  if ((status === 401 || status === 403) && approvalUrl !== undefined) throw approvalNeeded(approvalUrl)
  throw new HttpError(502, '{{name}} answered with an error ({{status}})', {
    values: { name: application.name, status },
  })
}
