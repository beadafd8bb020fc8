import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'

/** Content of the meta `license-details`: names of fields as in the old product. */
export interface LicenceDetails {
  readonly showLicenseExpiryBanner: boolean
  readonly showMaintenanceExpiryBanner: boolean
  /** Whole days; 0 on the last day, less afterwards. Null without a date. */
  readonly daysBeforeLicenseExpiry: number | null
  readonly daysBeforeMaintenanceExpiry: number | null
  /** Empty if none is recorded. */
  readonly renewUrl: string
  readonly salesEmail: string
}

const reminder = {
  method: 'POST',
  encoding: 'form',
  tag: 'licence',
  // Administrators put a banner away, whatever the mode of the wiki.
  allowedInReadOnlyMode: true,
  body: z.object({ atl_token: z.string().max(255).optional() }).loose(),
  status: 204,
} as const

export const remindLater = endpoint({
  ...reminder,
  path: '/rest/licensebanner/1.0/reminder/later',
  summary: 'Put the banners about the licence away for a week, for administrators',
})
export const remindNever = endpoint({
  ...reminder,
  path: '/rest/licensebanner/1.0/reminder/never',
  summary: 'Put the banner about the current maintenance period away for ever, for administrators',
})
