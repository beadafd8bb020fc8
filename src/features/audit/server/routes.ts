import type { App } from '#platform/server/app.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import {
  accountsById,
  requireAdministrator,
  requireElevatedAdministrator,
  type Account,
} from '#features/accounts/server/index.ts'
import { getRetention, listAudit, setRetention, type AuditRecord } from '../contract.ts'
import { retention } from './retention.ts'
import { findRecords, type AuditRow } from './store.ts'

/** Calls for administrators: the records, and their retention. */
export function auditRoutes(app: App): void {
  const { http, database } = app
  http.handle(listAudit, async ({ ctx, query, request }) => {
    requireAdministrator(ctx)
    const rows = await findRecords(database.read, query)
    const authors = await accountsById(
      app,
      rows.map(row => row.actor_id),
    )
    return pageOf(
      request,
      app,
      query,
      rows.map(row => recordWire(row, authors)),
    )
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
}

function recordWire(row: AuditRow, authors: ReadonlyMap<number, Account>): AuditRecord {
  const author = row.actor_id === null ? undefined : authors.get(row.actor_id)
  return {
    id: String(row.id),
    author:
      row.actor_id === null
        ? { type: 'system', displayName: 'System' }
        : {
            type: 'user',
            displayName: author?.display_name ?? row.actor_name,
            username: row.actor_name,
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
}
