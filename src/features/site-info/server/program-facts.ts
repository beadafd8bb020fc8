import type { App } from '#platform/server/app.ts'
import { requireAdministrator } from '#features/accounts/server/index.ts'
import * as contract from '../contract.ts'

/** Oxbow needs no licence. Programs compare numbers, so never is a day that their calendars still know. */
const NEVER = Date.UTC(9999, 0, 1)
/** As many users as anybody creates: the largest number that programs of 32 bits read. */
const ANY_NUMBER = 2 ** 31 - 1

/** What programs ask before they work with the wiki, where the answer is the same for every Oxbow. */
export function programFacts({ http }: App): void {
  http.handle(contract.licenseDetails, ({ ctx }) => {
    requireAdministrator(ctx)
    return { expiryDate: NEVER }
  })
  http.handle(contract.remainingSeats, ({ ctx }) => {
    requireAdministrator(ctx)
    return { count: ANY_NUMBER }
  })
  http.handle(contract.installedPlugins, ({ ctx }) => {
    requireAdministrator(ctx)
    return { plugins: [] }
  })
}
