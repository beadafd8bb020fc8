import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { isoTime } from '#platform/wire.ts'
import {
  accountsById,
  requireAdministrator,
  requireElevatedAdministrator,
  requireUse,
  requireUser,
} from '#features/accounts/server/index.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import { personView } from '#features/content/server/index.ts'
import * as contract from '../contract.ts'
import { EVENTS, isEventName, MAX_STORED_VALUE, MOST_EVENTS, PAGE_VIEW, type Properties } from '../shared.ts'
import { refusedEvents } from './extension-points.ts'
import { recorderOf } from './recorder.ts'
import { reportOf } from './report.ts'
import { mayRecord, optOut, recordingOn, refusesTracking, viewersShown } from './settings.ts'
import { deleteEventsOf, viewersOf, visiblePages } from './store.ts'

/** Events are from the last day at most: they wait in the browser while it is offline. */
const MAX_AGE_MS = 86_400_000

const MINUTE_MS = 60_000
/** Events of one address without an account, and of one user, in a minute: at least as many as one call may have. */
const MOST_OF_A_VISITOR = MOST_EVENTS
const MOST_OF_A_USER = 2 * MOST_EVENTS

/** Calls that record events, list them, and switch them off. */
export function analyticsRoutes(app: App): void {
  const limitVisitor = rateLimited(
    app,
    { name: 'analytics', max: MOST_OF_A_VISITOR, windowMs: MINUTE_MS },
    request => request.ip,
  )
  const limitUser = rateLimited<Context>(
    app,
    { name: 'analytics.user', max: MOST_OF_A_USER, windowMs: MINUTE_MS },
    ({ viewer }) => String(viewer.userId ?? ''),
  )
  app.http.handle(contract.publishEvents, async ({ ctx, body, request }) => {
    requireUse(ctx)
    const amount = Math.max(1, body.length)
    if (ctx.viewer.userId === null) limitVisitor(request, amount)
    else limitUser(ctx, amount)
    await takeEvents(ctx, request, body)
    return {}
  })
  app.http.handle(contract.getReport, ({ ctx, query }) => {
    requireAdministrator(ctx)
    return reportOf(ctx, query.days)
  })
  settingsCalls(app)
  app.http.handle(contract.listViewers, async ({ ctx, params }) => {
    requireUser(ctx)
    const row = await requireContent(ctx, params.id)
    await authorise(ctx, row, 'update')
    if (!app.settings.get(viewersShown)) throw notFound('An administrator has to switch on who viewed pages')
    await recorderOf(app).flush()
    const viewers = await viewersOf(app.database, row.id)
    const people = await accountsById(
      app,
      viewers.map(viewer => viewer.account_id),
    )
    return {
      results: viewers.map(viewer => ({
        person: personView(ctx, people.get(viewer.account_id ?? 0)),
        views: Number(viewer.views),
        lastViewedAt: isoTime(Number(viewer.last)),
      })),
    }
  })
}

function settingsCalls(app: App): void {
  const { http, settings, database } = app
  const read = (): contract.AnalyticsSettings => ({
    enabled: settings.get(recordingOn),
    viewers: settings.get(viewersShown),
  })
  http.handle(contract.getAnalyticsSettings, ({ ctx }) => {
    requireAdministrator(ctx)
    return read()
  })
  http.handle(contract.updateAnalyticsSettings, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    await database.transaction(async tx => {
      if (body.enabled !== undefined) await settings.set(tx, recordingOn, body.enabled, ctx.viewer.userId)
      if (body.viewers !== undefined) await settings.set(tx, viewersShown, body.viewers, ctx.viewer.userId)
    })
    return read()
  })
  http.handle(contract.getPreference, ({ ctx }) => ({ isRecorded: !settings.get(optOut(requireUser(ctx))) }))
  http.handle(contract.updatePreference, async ({ ctx, body }) => {
    const accountId = requireUser(ctx)
    await recorderOf(app).flush()
    await database.transaction(async tx => {
      await settings.set(tx, optOut(accountId), !body.isRecorded, accountId)
      if (!body.isRecorded) await deleteEventsOf(tx, accountId)
    })
    return body
  })
}

/** Notes the events of a browser that may be recorded. */
async function takeEvents(
  ctx: Context,
  { headers }: FastifyRequest,
  events: readonly { name: string; properties?: Properties | undefined; timeDelta: number }[],
): Promise<void> {
  if (!mayRecord(ctx) || refusesTracking(headers)) return
  const refusals = ctx.app.extensions.all(refusedEvents)
  const taken = events.filter(({ name }) => isEventName(name) && !refusals.some(isRefused => isRefused(ctx, name)))
  const pageOf = (properties: Properties | undefined): number | null => {
    const id = Number(properties?.['contentId'])
    return Number.isSafeInteger(id) && id > 0 ? id : null
  }
  const ids = taken.flatMap(({ properties }) => pageOf(properties) ?? [])
  const known = await visiblePages(ctx, [...new Set(ids)])
  const now = Date.now()
  recorderOf(ctx.app).note(
    ...taken.flatMap(({ name, properties, timeDelta }) => {
      const contentId = pageOf(properties)
      const isKnown = contentId !== null && known.has(contentId)
      if (name === PAGE_VIEW && !isKnown) return []
      return {
        at: now + Math.min(0, Math.max(-MAX_AGE_MS, Math.round(timeDelta))),
        name,
        account_id: ctx.viewer.userId,
        content_id: isKnown ? contentId : null,
        data: storedProperties(name, properties),
      }
    }),
  )
}

/** Properties that an event of this name has, as JSON; long texts are cut. Null without any. */
function storedProperties(name: string, properties: Properties | undefined): string | null {
  if (properties === undefined || !isEventName(name)) return null
  const known: readonly string[] = EVENTS[name]
  const kept = Object.entries(properties).filter(([key]) => known.includes(key))
  if (kept.length === 0) return null
  const cut = (value: Properties[string]) => (typeof value === 'string' ? value.slice(0, MAX_STORED_VALUE) : value)
  return JSON.stringify(Object.fromEntries(kept.map(([key, value]) => [key, cut(value)])))
}
