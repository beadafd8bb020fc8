import type { FastifyRequest } from 'fastify'
import { createElement as h } from 'react'
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { loginPath } from '#platform/login-path.ts'
import { endpointKey } from '#platform/page-data.ts'
import type { ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { renderDocument } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { notFoundPage, type Problem } from '#platform/server/http/not-found.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { listDrafts, recentlyUpdated } from '#features/content/contract.ts'
import { draftsOf, recentChanges } from '#features/content/server/index.ts'
import { spaceDirectory } from '#features/spaces/contract.ts'
import { directoryPage } from '#features/spaces/server/index.ts'
import { DRAFTS, STARRED_SPACES, TEAM_SPACES, UPDATES } from '../lists.ts'
import { DashboardView, UpdatesView } from '../view/DashboardView.tsx'
import { ProblemView } from '../view/ProblemView.tsx'
import { updateCalls } from './updates.ts'
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
    extensions.add(notFoundPage, problemDocument)
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
  const reader = readerOf(ctx)
  const body = await renderDocument(ctx, request, {
    title: reader.t('Home'),
    main: h(DashboardView, {
      reader, drafts: draftPage.results, spaces, areStarred: starred.results.length > 0,
      updates: h(UpdatesView, { reader, changes: updates.results, beginsWithSpace: spaces.length === 0 && team.permissions.createSpace }),
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

/** The page for an address that does not exist, or whose page cannot be shown. */
function problemDocument(ctx: Context, request: FastifyRequest, { status, message }: Problem): Promise<string> {
  const reader = readerOf(ctx)
  const { t } = reader
  const title = t(PROBLEM_TITLES[status] ?? 'This page could not be shown')
  const text = status === 404
    ? t('There is nothing at this address. The page may have been moved or deleted, or you may not be permitted to see it.')
    : message
  return renderDocument(ctx, request, { title, main: h(ProblemView, { title, text, reader }), isWhole: true })
}

const PROBLEM_TITLES: Readonly<Record<number, string>> = { 403: 'You are not permitted to see this', 404: 'Page Not Found' }
