import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { firstValue, handleScreen } from '#platform/server/http/screen.ts'
import { requireAdministrator, requireUser } from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { applicationsOfType, isLinked } from '#features/linked-apps/server/index.ts'
import * as contract from '../contract.ts'
import { GROUP_TYPES, REDIRECT_PATH } from '../shared.ts'
import { pathWithin } from './mentions.ts'
import { aggregateOf, clearMetadataCache, metadataOf } from './service.ts'

/** Answers of Jira are soon stale, and those for one reader are not for another. */
const NO_STORE = { 'cache-control': 'no-store' }

/** Links of pages with Jira, and the way there. */
export function jiraLinksRoutes(app: App): void {
  const { http } = app
  http.handle(contract.getAggregate, async ({ ctx, query }) => {
    // Old front ends ask on every screen, also for page 0 and for visitors.
    const accountId = ctx.viewer.userId
    const isAsked = accountId !== null && query.pageId !== 0 && isLinked(app, 'jira')
    const answer = isAsked
      ? await aggregateOf(ctx, accountId, await requireContent(ctx, query.pageId))
      : { count: 0, incomplete: false }
    return Answer.json(answer, 200, NO_STORE)
  })
  http.handle(contract.getMetadata, async ({ ctx, query }) => {
    const accountId = requireUser(ctx)
    return Answer.json(await metadataOf(ctx, accountId, await requireContent(ctx, query.pageId)), 200, NO_STORE)
  })
  http.handle(contract.clearMetadata, ({ ctx }) => {
    requireAdministrator(ctx)
    clearMetadataCache(app)
    return Answer.empty()
  })
  handleScreen(app, REDIRECT_PATH, 'Leads to something in a linked Jira site', async ({ ctx, query }) => {
    requireUser(ctx)
    const url = URL.parse(firstValue(query['u']) ?? '')
    const type = firstValue(query['t'])
    const applications = await applicationsOfType(app.database.read, 'jira')
    // Only to linked applications: an address of the wiki must not lead to any place written into it.
    if (
      !url ||
      !GROUP_TYPES.some(each => each === type) ||
      applications.every(each => pathWithin(each, url) === undefined)
    )
      throw notFound()
    return new Answer(302, { location: url.href, ...NO_STORE }, null)
  })
}
