import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireAdministrator, requireUser } from '#features/accounts/server/index.ts'
import { remindLater, remindNever } from '../contract.ts'
import { maintenanceExpiry } from './settings.ts'
import { storeReminder } from './store.ts'

const LATER_MS = 7 * 24 * 60 * 60 * 1000

/** Calls of the banners. */
export function licenceRoutes({ http, database, settings }: App): void {
  http.handle(remindLater, async ({ ctx }) => {
    requireAdministrator(ctx)
    const accountId = requireUser(ctx)
    await database.transaction(tx => storeReminder(tx, accountId, { later: Date.now() + LATER_MS }))
    return Answer.empty()
  })
  http.handle(remindNever, async ({ ctx }) => {
    requireAdministrator(ctx)
    const accountId = requireUser(ctx)
    await database.transaction(tx => storeReminder(tx, accountId, { never: settings.get(maintenanceExpiry) }))
    return Answer.empty()
  })
}
