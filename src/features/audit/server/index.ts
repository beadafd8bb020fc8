import type { App, ServerFeature } from '#platform/server/app.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { setting } from '#platform/server/settings.ts'
import { accountsById, requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import { getRetention, listAudit, retentionSchema, setRetention, type AuditRecord, type Retention } from '../contract.ts'
import { migrations } from './migrations.ts'
import { recordsOf } from './record.ts'
import './tables.ts'

/** How long records are kept. */
const retention = setting<Retention>('audit.retention', retentionSchema, { number: 3, units: 'YEARS' })
const DAYS: Record<Retention['units'], number> = { DAYS: 1, MONTHS: 31, YEARS: 366 }
const DAY_MS = 24 * 60 * 60 * 1000
/** Records removed in one transaction. */
const BATCH = 500

/** Who changed what of users, groups, permissions, spaces and settings: taken from the event log, kept for years. */
export const auditFeature: ServerFeature = {
  name: 'audit',
  migrations,
  register(app) {
    const { http, database } = app
    http.handle(listAudit, async ({ ctx, query, request }) => {
      requireAdministrator(ctx)
      const { startDate, endDate, searchString } = query
      let select = database.read.selectFrom('audit_record').selectAll()
      if (startDate !== undefined) select = select.where('at', '>=', startDate)
      if (endDate !== undefined) select = select.where('at', '<=', endDate)
      for (const word of (searchString ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 20)) {
        select = select.where(({ eb, fn, val }) => eb(fn<string>('replace', ['words', val(word), val('')]), '<>', eb.ref('words')))
      }
      const rows = await select.orderBy('at', 'desc').orderBy('id', 'desc').offset(query.start).limit(query.limit + 1).execute()
      const authors = await accountsById(app, rows.flatMap(row => row.actor_id ?? []))
      return pageOf(request, app, query, rows.map((row): AuditRecord => {
        const author = row.actor_id === null ? undefined : authors.get(row.actor_id)
        return {
          id: String(row.id),
          author: row.actor_id === null ? { type: 'system', displayName: 'System' } : {
            type: 'user', displayName: author?.display_name ?? row.actor_name, username: row.actor_name,
            ...(author ? { userKey: author.user_key } : {}),
          },
          creationDate: row.at,
          summary: row.summary,
          description: '',
          category: row.category,
          affectedObject: { name: row.object_name, objectType: row.object_type },
          changedValues: JSON.parse(row.changes) as AuditRecord['changedValues'],
          associatedObjects: JSON.parse(row.associated) as AuditRecord['associatedObjects'],
        }
      }))
    })
    http.handle(getRetention, ({ ctx }) => {
      requireAdministrator(ctx)
      return app.settings.get(retention)
    })
    http.handle(setRetention, async ({ ctx, body }) => {
      await requireElevatedAdministrator(ctx)
      await database.transaction(tx => app.settings.set(tx, retention, body, ctx.viewer.userId))
      return app.settings.get(retention)
    })
    app.jobs.schedule('audit.prune', '41 3 * * *', prune)
  },
  async start(app) {
    app.events.subscribe({
      name: 'audit',
      async handle(events, tx) {
        const rows = await recordsOf(tx, events)
        if (rows.length > 0) await tx.db.insertInto('audit_record').values(rows).onConflict(conflict => conflict.column('event_id').doNothing()).execute()
      },
    })
  },
}

/** Removes the records that are older than what is to be kept. */
export async function prune(app: App): Promise<void> {
  const { number, units } = app.settings.get(retention)
  const before = Date.now() - number * DAYS[units] * DAY_MS
  for (let gone = 1n; gone > 0n;) {
    const result = await app.database.transaction(({ db }) => db.deleteFrom('audit_record').where('id', 'in', eb => eb
      .selectFrom('audit_record').select('id').where('at', '<', before).limit(BATCH)).executeTakeFirst())
    gone = result.numDeletedRows
  }
}
