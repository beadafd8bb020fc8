import { z } from 'zod'
import { setting, type SettingsSection } from '#platform/server/settings.ts'

const SECTION: SettingsSection = {
  title: 'Licence',
  description: 'Administrators see a banner from 30 days before a date. Without a date, there is none.',
  order: 60,
}
const MAX_URL = 2000
const MAX_EMAIL = 254

const none = z.literal('')
const date = z.union([none, z.iso.date('must be a date, such as 2027-12-31')])
const empty = ''

/** Last day of the licence. */
export const licenceExpiry = setting('licence.expiry', date, empty, {
  field: 'licenceExpiry',
  section: SECTION,
  order: 10,
  label: 'The licence ends on',
  help: 'For wikis that are used under a support contract.',
  control: { kind: 'date' },
})
/** Last day of the maintenance period. */
export const maintenanceExpiry = setting('licence.maintenance-expiry', date, empty, {
  field: 'maintenanceExpiry',
  section: SECTION,
  order: 20,
  label: 'Maintenance ends on',
  control: { kind: 'date' },
})
export const renewUrl = setting(
  'licence.renew-url',
  z.union([none, z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(MAX_URL)]),
  empty,
  {
    field: 'renewUrl',
    section: SECTION,
    order: 30,
    label: 'Address to renew it',
    control: { kind: 'text', maximum: MAX_URL, isOptional: true },
  },
)
export const salesEmail = setting(
  'licence.sales-email',
  z.union([none, z.email('must be an e-mail address').max(MAX_EMAIL)]),
  empty,
  {
    field: 'salesEmail',
    section: SECTION,
    order: 40,
    label: 'E-mail address for questions about it',
    control: { kind: 'text', maximum: MAX_EMAIL, isOptional: true },
  },
)

export const licenceSettings = [licenceExpiry, maintenanceExpiry, renewUrl, salesEmail]
