import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { requireUse, requireUser } from '#features/accounts/server/index.ts'
import { listSites, retrieveIssues } from '../contract.ts'
import { accessesOf } from './access.ts'
import { chartRoutes } from './chart-routes.ts'
import { retrieved } from './retriever.ts'

/** Requests of one reader: one for the issues of a page, and one for each table. */
const MOST_IN_A_MINUTE = 300

/** Calls by which pages ask for issues of Jira. */
export function jiraMacroRoutes(app: App): void {
  const { http } = app
  const limit = rateLimited<string>(
    app,
    { name: 'jira-macros', max: MOST_IN_A_MINUTE, windowMs: 60_000 },
    reader => reader,
  )
  const limitReader = ({ viewer }: Context, ip: string) => limit(viewer.userId === null ? ip : String(viewer.userId))
  http.handle(retrieveIssues, ({ ctx, query, request }) => {
    requireUse(ctx)
    limitReader(ctx, request.ip)
    return retrieved(ctx, query)
  })
  chartRoutes(app, limitReader)
  http.handle(listSites, async ({ ctx }) => {
    requireUser(ctx)
    const accesses = await accessesOf(ctx)
    return {
      sites: accesses.map(({ application: { id, name, display_url } }) => ({ id, name, displayUrl: display_url })),
    }
  })
}
