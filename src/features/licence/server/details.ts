import type { Context } from '#platform/server/context.ts'
import type { LicenceDetails } from '../contract.ts'
import { isClosable, SHOWN_DAYS } from '../shared.ts'
import { licenceExpiry, maintenanceExpiry, renewUrl, salesEmail } from './settings.ts'
import { type Reminder, reminderOf } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Dates of the licence (YYYY-MM-DD), empty for none. */
export interface LicenceDates {
  readonly licence: string
  readonly maintenance: string
}

/** Details of the licence for administrators; undefined for other users, and without a date on record. */
export async function licenceDetails({ app, viewer }: Context): Promise<LicenceDetails | undefined> {
  const dates = { licence: app.settings.get(licenceExpiry), maintenance: app.settings.get(maintenanceExpiry) }
  const accountId = viewer.userId
  if (!viewer.isAdmin || accountId === null || (dates.licence === '' && dates.maintenance === '')) return undefined
  const reminder = await app.facts.get(
    `licence reminder ${accountId}`,
    () => reminderOf(app.database.read, accountId),
    { sources: [`account ${accountId}`] },
  )
  return {
    ...bannersAt(Date.now(), dates, reminder),
    renewUrl: app.settings.get(renewUrl),
    salesEmail: app.settings.get(salesEmail),
  }
}

/** Days left and the banners to show. @param now epoch milliseconds */
export function bannersAt(
  now: number,
  { licence, maintenance }: LicenceDates,
  { later, never }: Reminder,
): Omit<LicenceDetails, 'renewUrl' | 'salesEmail'> {
  const licenceDays = daysBefore(licence, now)
  const maintenanceDays = daysBefore(maintenance, now)
  const isPutAway = now < later
  return {
    showLicenseExpiryBanner: isNear(licenceDays) && !(isPutAway && isClosable(licenceDays)),
    showMaintenanceExpiryBanner: isNear(maintenanceDays) && !isPutAway && never !== maintenance,
    daysBeforeLicenseExpiry: licenceDays,
    daysBeforeMaintenanceExpiry: maintenanceDays,
  }
}

function isNear(daysLeft: number | null): daysLeft is number {
  return daysLeft !== null && daysLeft <= SHOWN_DAYS
}

/** Whole days (UTC) from today to a date; null without one. */
function daysBefore(date: string, now: number): number | null {
  return date === '' ? null : Math.round(Date.parse(date) / DAY_MS) - Math.floor(now / DAY_MS)
}
