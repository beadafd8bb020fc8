import type { FastifyRequest } from 'fastify'
import { createElement as h } from 'react'
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { loginPath } from '#platform/login-path.ts'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import { renderDocument } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { listDrafts, recentlyUpdated } from '#features/content/contract.ts'
import { draftsOf, recentChanges } from '#features/content/server/index.ts'
import { spaceDirectory } from '#features/spaces/contract.ts'
import { directoryPage } from '#features/spaces/server/index.ts'
import { DRAFTS, STARRED_SPACES, TEAM_SPACES, UPDATES } from '../lists.ts'
import { DashboardView, UpdatesView } from '../view/DashboardView.tsx'

/** Answers that other features show on the dashboard, in its slot `dashboard.side`: they come with the document. */
export const dashboardQueries =
  extensionPoint<(ctx: Context, request: FastifyRequest) => Promise<readonly SeededQuery[]>>('dashboard.queries')

const start = (path: string) =>
  endpoint({
    method: 'GET',
    path,
    tag: 'addresses',
    summary: 'The start page: what changed lately, drafts, spaces',
    query: z.looseObject({}),
  })

/** The start page at all its addresses. */
export function startPage({ http }: App): void {
  for (const path of ['/', '/index.action', '/dashboard.action']) {
    http.handle(start(path), ({ ctx, request }) => dashboard(ctx, request))
  }
}

async function dashboard(ctx: Context, request: FastifyRequest): Promise<Answer> {
  if (!ctx.viewer.mayUse && !ctx.viewer.isAdmin) {
    return Answer.redirect(loginPath(request.url))
  }
  const spacesBy = (query: Partial<Parameters<typeof directoryPage>[2]> & { limit: number }) =>
    directoryPage(ctx, request, { query: '', status: 'current', start: 0, ...query })
  const [updates, drafts, starred, team, others] = await Promise.all([
    recentChanges(ctx, UPDATES),
    draftsOf(ctx, 0, DRAFTS.limit + 1),
    spacesBy(STARRED_SPACES),
    spacesBy(TEAM_SPACES),
    Promise.all(ctx.app.extensions.all(dashboardQueries).map(queries => queries(ctx, request))),
  ])
  const draftPage = pageOf(request, ctx.app, { start: 0, limit: DRAFTS.limit }, drafts)
  const spaces = starred.results.length > 0 ? starred.results : team.results
  const reader = readerOf(ctx)
  const body = await renderDocument(ctx, request, {
    title: reader.t('Home'),
    main: h(DashboardView, {
      reader,
      drafts: draftPage.results,
      spaces,
      areStarred: starred.results.length > 0,
      updates: h(UpdatesView, {
        reader,
        changes: updates.results,
        beginsWithSpace: spaces.length === 0 && team.permissions.createSpace,
      }),
    }),
    queries: [
      { key: endpointKey(recentlyUpdated, { query: UPDATES }), data: updates },
      { key: endpointKey(listDrafts, { query: DRAFTS }), data: draftPage },
      { key: endpointKey(spaceDirectory, { query: STARRED_SPACES }), data: starred },
      { key: endpointKey(spaceDirectory, { query: TEAM_SPACES }), data: team },
      ...others.flat(),
    ],
  })
  return Answer.html(body, 200, { 'cache-control': 'private, no-cache' })
}
