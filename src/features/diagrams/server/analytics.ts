import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { documentMetas } from '#platform/server/http/document.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { setting } from '#platform/server/settings.ts'
import { requireElevatedAdministrator, requireUse } from '#features/accounts/server/index.ts'
import { mayRecord, refusedEvents } from '#features/analytics/server/index.ts'
import { ANALYTICS_OFF, ANALYTICS_OFF_META, ANALYTICS_PROPERTY_META, VIEWER_EVENTS } from '../analytics-shared.ts'
import { diagramProperty, updateDiagramProperty } from '../contract.ts'

const analyticsOff = setting('diagrams.analytics-off', z.boolean(), false)
const NAMES: readonly string[] = Object.values(VIEWER_EVENTS)

/** Whether what is done with diagrams is recorded: unless a property says otherwise. */
export function diagramAnalytics(app: App): void {
  app.extensions.add(refusedEvents, (_ctx, name) => NAMES.includes(name) && app.settings.get(analyticsOff))
  app.extensions.add(documentMetas, ctx =>
    mayRecord(ctx)
      ? [
          { name: ANALYTICS_PROPERTY_META, content: ANALYTICS_OFF },
          { name: ANALYTICS_OFF_META, content: String(app.settings.get(analyticsOff)) },
        ]
      : [],
  )
  app.http.handle(diagramProperty, ({ ctx, params }) => {
    requireUse(ctx)
    requireProperty(params.propertyId)
    return { [ANALYTICS_OFF]: app.settings.get(analyticsOff) }
  })
  app.http.handle(updateDiagramProperty, async ({ ctx, params, body }) => {
    await requireElevatedAdministrator(ctx)
    requireProperty(params.propertyId)
    const isOff = body[ANALYTICS_OFF]
    if (typeof isOff !== 'boolean')
      throw badRequest('must be true or false', { field: ANALYTICS_OFF, forPrograms: true })
    await app.database.transaction(tx => app.settings.set(tx, analyticsOff, isOff, ctx.viewer.userId))
    return { [ANALYTICS_OFF]: isOff }
  })
}

/** @throws HttpError 404 */
function requireProperty(propertyId: string): void {
  if (propertyId !== ANALYTICS_OFF)
    throw notFound('There is one property: {{name}}', { values: { name: ANALYTICS_OFF }, forPrograms: true })
}
