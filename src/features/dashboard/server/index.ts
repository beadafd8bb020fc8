import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { loginPath } from '#platform/login-path.ts'
import { endpointKey } from '#platform/page-data.ts'
import type { ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { renderDocument } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { notFoundPage } from '#platform/server/http/not-found.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { languageTag } from '#platform/server/language.ts'
import { listDrafts, recentlyUpdated } from '#features/content/contract.ts'
import { draftsOf, recentChanges } from '#features/content/server/index.ts'
import { spaceDirectory } from '#features/spaces/contract.ts'
import { directoryPage } from '#features/spaces/server/index.ts'
import { DRAFTS, STARRED_SPACES, TEAM_SPACES, UPDATES } from '../lists.ts'
import { say } from '../words.ts'
import { updateCalls } from './updates.ts'
import { dashboardMain, problemMain, problemTitle } from './markup.ts'
import de from '../i18n/de.json' with { type: 'json' }

const start = (path: string) => endpoint({
  method: 'GET', path, tag: 'addresses', summary: 'The start page: what changed lately, drafts, spaces', query: z.looseObject({}),
})

/** The start page of the wiki, and the page for addresses that do not exist. */
export const dashboardFeature: ServerFeature = {
  name: 'dashboard',
  messages: { de },
  migrations: [],
  register(app) {
    const { http, extensions } = app
    for (const path of ['/', '/index.action', '/dashboard.action']) {
      http.handle(start(path), ({ ctx, request }) => dashboard(ctx, request))
    }
    updateCalls(app)
    extensions.add(notFoundPage, (ctx, request, problem) => renderDocument(ctx, request, {
      title: say(ctx.locale, problemTitle(problem)), main: problemMain(problem, ctx.locale),
      // So that the browser does not ask again for what is not there.
      metas: [{ name: 'oxbow-problem', content: String(problem.status) }],
    }))
  },
}

async function dashboard(ctx: Context, request: FastifyRequest): Promise<Answer> {
  if (!ctx.viewer.mayUse && !ctx.viewer.isAdmin) {
    return Answer.redirect(loginPath(request.url))
  }
  const spacesBy = (query: Partial<Parameters<typeof directoryPage>[2]> & { limit: number }) =>
    directoryPage(ctx, request, { query: '', status: 'current', start: 0, ...query })
  const [updates, drafts, starred, team] = await Promise.all([
    recentChanges(ctx, UPDATES),
    draftsOf(ctx, 0, DRAFTS.limit + 1),
    spacesBy(STARRED_SPACES),
    spacesBy(TEAM_SPACES),
  ])
  const draftPage = pageOf(request, ctx.app, { start: 0, limit: DRAFTS.limit }, drafts)
  const spaces = starred.results.length > 0 ? starred.results : team.results
  const body = await renderDocument(ctx, request, {
    title: say(ctx.locale, 'Home'),
    main: dashboardMain({ updates: updates.results, drafts: draftPage.results, spaces, areStarred: starred.results.length > 0 }, {
      locale: languageTag(ctx.locale), now: Date.now(),
      canCreateSpace: team.permissions.createSpace,
    }),
    queries: [
      { key: endpointKey(recentlyUpdated, { query: UPDATES }), data: updates },
      { key: endpointKey(listDrafts, { query: DRAFTS }), data: draftPage },
      { key: endpointKey(spaceDirectory, { query: STARRED_SPACES }), data: starred },
      { key: endpointKey(spaceDirectory, { query: TEAM_SPACES }), data: team },
    ],
  })
  return Answer.html(body, 200, { 'cache-control': 'private, no-cache' })
}
