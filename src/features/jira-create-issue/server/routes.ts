import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import * as contract from '../contract.ts'
import { createAll } from './create.ts'
import { fieldsOf, projectsOf, typesOf } from './metadata.ts'
import { approvalUrlOf, createSites, requireSite } from './site.ts'

const MINUTE_MS = 60_000
/** Of one user. */
const MOST_QUESTIONS = 120
const MOST_CREATIONS = 20

/** Calls of the dialog that creates issues. All are for users. */
export function createIssueRoutes(app: App): void {
  const { http } = app
  const perUser = (name: string, max: number) =>
    rateLimited<Context>(app, { name, max, windowMs: MINUTE_MS }, ({ viewer }) => String(viewer.userId ?? ''))
  const limitQuestions = perUser('jira-create-issue', MOST_QUESTIONS)
  const limitCreations = perUser('jira-create-issue-post', MOST_CREATIONS)
  http.handle(contract.listCreateSites, async ({ ctx }) => ({
    sites: (await createSites(ctx)).map(site => ({
      id: site.application.id,
      name: site.application.name,
      displayUrl: site.application.display_url,
      approvalUrl: site.mayWrite ? null : approvalUrlOf(app, site),
    })),
  }))
  http.handle(contract.listProjects, async ({ ctx, params, query }) => {
    const site = await requireSite(ctx, params.applicationId)
    limitQuestions(ctx)
    return { projects: (await projectsOf(app, site, query.query)).map(({ key, name }) => ({ key, name })) }
  })
  http.handle(contract.listTypes, async ({ ctx, params }) => {
    const site = await requireSite(ctx, params.applicationId)
    limitQuestions(ctx)
    return { types: await typesOf(site, params.projectKey) }
  })
  http.handle(contract.listFields, async ({ ctx, params }) => {
    const site = await requireSite(ctx, params.applicationId)
    limitQuestions(ctx)
    return fieldsOf(app, site, params)
  })
  http.handle(contract.createIssues, async ({ ctx, params, body }) => {
    const site = await requireSite(ctx, params.applicationId)
    limitCreations(ctx)
    return createAll(ctx, site, body)
  })
}
