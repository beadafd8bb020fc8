import type { App } from '#platform/server/app.ts'
import { setting } from '#platform/server/settings.ts'
import { retentionSchema, type Retention } from '../contract.ts'
import { deleteRecords } from './store.ts'

/** Retention of records. */
export const retention = setting<Retention>('audit.retention', retentionSchema, { number: 3, units: 'YEARS' })
const DAYS: Record<Retention['units'], number> = { DAYS: 1, MONTHS: 31, YEARS: 366 }
const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes the records that are older than {@link retention}. */
export function prune(app: App): Promise<void> {
  const { number, units } = app.settings.get(retention)
  return deleteRecords(app.database, Date.now() - number * DAYS[units] * DAY_MS)
}
