import type { App } from '#platform/server/app.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { retrieveIssues } from '../contract.ts'
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
  http.handle(retrieveIssues, ({ ctx, query, request }) => {
    requireUse(ctx)
    limit(ctx.viewer.userId === null ? request.ip : String(ctx.viewer.userId))
    return retrieved(ctx, query)
  })
}
