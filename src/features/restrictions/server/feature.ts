import type { ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { contentExpansions } from '#features/content/server/index.ts'
import { restrictionRoutes } from './routes.ts'
import { copyRestrictions } from './service.ts'
import { loadSubjects, type Operation } from './store.ts'
import { operationWire } from './wire.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/**
 * Restricts viewing and editing of a page to some users and groups of its space. The rows and the guards belong to
 * content.
 */
export const restrictionsFeature: ServerFeature = {
  name: 'restrictions',
  messages: { de, en },
  register(app) {
    for (const operation of ['read', 'update'] as const) {
      app.extensions.add(contentExpansions, {
        path: `restrictions.${operation}`,
        load: (ctx, rows) => expansion(ctx, rows, operation),
      })
    }
    app.extensions.add(contentWriters, {
      async copied(tx, ctx, from, to, options) {
        if (options.restrictions) await copyRestrictions(tx, ctx, from, to)
      },
    })
    restrictionRoutes(app)
  },
}

async function expansion(
  ctx: Context,
  rows: readonly ContentRow[],
  operation: Operation,
): Promise<Map<number, unknown>> {
  const subjects = await loadSubjects(
    ctx,
    rows.map(row => row.id),
  )
  const all = new Map<number, unknown>()
  for (const row of rows)
    all.set(row.id, await operationWire(ctx, row.id, operation, subjects.get(row.id)?.[operation]))
  return all
}
