import type { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError, notFound } from '#platform/server/http/errors.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import {
  type ApplicationAnswer,
  type ApplicationRequest,
  applicationsOfType,
  approvalsOf,
  type LinkedApplicationRow,
  requestAs,
  unreadable,
} from '#features/linked-apps/server/index.ts'
import { authorisationPath } from '#features/linked-apps/shared.ts'

/** A Jira site in which a user creates issues. */
export interface CreateSite {
  readonly application: LinkedApplicationRow
  /** Whether the user has approved that the wiki writes. */
  readonly mayWrite: boolean
  /** The rights of the user, as a key of caches. */
  readonly rights: string
  /** @throws HttpError see {@link requestAs} */
  ask(request: ApplicationRequest): Promise<ApplicationAnswer>
}

/** Sites in which the user can create issues, the primary one first. @throws HttpError 401 for visitors */
export async function createSites(ctx: Context): Promise<CreateSite[]> {
  const { app } = ctx
  const accountId = requireUser(ctx)
  const applications = await applicationsOfType(app.database.read, 'jira')
  if (applications.length === 0) return []
  const approvals = await approvalsOf(app.database.read, accountId)
  return applications.map(application => {
    const approval = approvals.get(application.id)
    return {
      application,
      mayWrite: approval?.may_write === 1,
      rights: `${application.id} ${application.updated_at} ${accountId} ${approval?.approved_at}`,
      ask: request => requestAs(app, application, accountId, request),
    }
  })
}

/** The site of an id, which the user lets the wiki change. @throws HttpError 401, 403 without an approval, 404 */
export async function requireSite(ctx: Context, applicationId: string): Promise<CreateSite> {
  const site = (await createSites(ctx)).find(({ application }) => application.id === applicationId)
  if (!site) throw notFound('This application is not linked any more')
  if (!site.mayWrite)
    throw new HttpError(403, 'Approve first that the wiki creates issues in {{name}} with your rights', {
      values: { name: site.application.name },
    })
  return site
}

/** Address at which a user approves that the wiki writes. */
export function approvalUrlOf({ baseUrl }: App, { application }: CreateSite): string {
  return `${baseUrl}${authorisationPath(application.id, 'write')}`
}

/** The JSON of an answer with status 200. @throws HttpError 403 if Jira refuses, else 502 */
export function contentOf<S extends z.ZodType>(
  { application: { name } }: CreateSite,
  schema: S,
  { status, json }: ApplicationAnswer,
): z.output<S> {
  // Jira hides what users may not create.
  if ([400, 401, 403, 404].includes(status))
    throw new HttpError(403, 'You may not create such issues in {{name}}', { values: { name } })
  if (status !== 200)
    throw new HttpError(502, '{{name}} answered with an error ({{status}})', { values: { name, status } })
  const { data, success } = schema.safeParse(json)
  if (!success) throw unreadable(name)
  return data as z.output<S>
}
