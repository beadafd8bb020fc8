import { beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, type HttpClient, onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import type { LicenceDetails } from './contract.ts'
import { bannersAt } from './server/details.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const REMINDER = '/rest/licensebanner/1.0/reminder'
const SETTINGS = '/rest/oxbow/1.0/admin/settings'
const PASSWORD = 'a long password'

/** A client that has no session, and so no token of one. */
const programs = (client: HttpClient) => client.with({ 'x-atlassian-token': 'no-check' })
/** The date (UTC) so many days from now. */
const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

describe('the banners of a licence', () => {
  const nothing = { later: 0, never: '' }
  const at = (instant: string) => Date.parse(instant)

  it('count whole days (UTC) to the last day', () => {
    const dates = { licence: '2027-03-01', maintenance: '' }
    const days = [
      '2027-02-22T00:00Z',
      '2027-02-28T23:59Z',
      '2027-03-01T00:00Z',
      '2027-03-01T23:59Z',
      '2027-03-02T00:00Z',
    ]
    expect(days.map(now => bannersAt(at(now), dates, nothing).daysBeforeLicenseExpiry)).toEqual([7, 1, 0, 0, -1])
    expect(bannersAt(at('2027-03-01T00:00Z'), dates, nothing).daysBeforeMaintenanceExpiry).toBeNull()
  })

  it('begin 30 days before, and stay after the date', () => {
    const shown = (now: string) => {
      const dates = { licence: '2027-03-31', maintenance: '2027-03-31' }
      const { showLicenseExpiryBanner, showMaintenanceExpiryBanner } = bannersAt(at(now), dates, nothing)
      return [showLicenseExpiryBanner, showMaintenanceExpiryBanner]
    }
    expect(shown('2027-02-28T12:00Z')).toEqual([false, false])
    expect(shown('2027-03-01T12:00Z')).toEqual([true, true])
    expect(shown('2028-01-01T12:00Z')).toEqual([true, true])
  })

  it('are put away until later, but for a licence with 7 days left or fewer', () => {
    const licenceShown = (days: number) => {
      const now = at('2027-03-01T12:00Z')
      const licence = new Date(now + days * DAY_MS).toISOString().slice(0, 10)
      return bannersAt(now, { licence, maintenance: licence }, { later: now + 1, never: '' })
    }
    expect(licenceShown(8)).toMatchObject({ showLicenseExpiryBanner: false, showMaintenanceExpiryBanner: false })
    expect(licenceShown(7)).toMatchObject({ showLicenseExpiryBanner: true, showMaintenanceExpiryBanner: false })
  })
})

onEachEngine(
  'the licence record',
  () => features,
  wiki => {
    const record = (values: object) => wiki().admin.put(SETTINGS, values)
    const details = async (who = wiki().admin): Promise<LicenceDetails | undefined> => {
      const { text } = await who.send('GET', '/', undefined, { accept: 'text/html' })
      const content = /<meta name="license-details" content="(.*?)">/.exec(text)?.[1]
      return content === undefined ? undefined : (JSON.parse(content.replaceAll('&quot;', '"')) as LicenceDetails)
    }
    beforeAll(async () => {
      await wiki().addUser('reader', { password: PASSWORD })
      await wiki().addUser('second', { password: PASSWORD })
      await wiki().admin.put('/rest/api/user/second/group/confluence-administrators', {})
    })

    it('is absent at first, and shown to administrators alone', async () => {
      expect(await details()).toBeUndefined()
      await record({ licenceExpiry: dateIn(40), renewUrl: 'https://vendor.example.org/renew' })
      expect(await details()).toEqual({
        showLicenseExpiryBanner: false,
        showMaintenanceExpiryBanner: false,
        daysBeforeLicenseExpiry: 40,
        daysBeforeMaintenanceExpiry: null,
        renewUrl: 'https://vendor.example.org/renew',
        salesEmail: '',
      })
      for (const other of [wiki().as('reader', PASSWORD), wiki().anonymous]) {
        const { text } = await other.send('GET', '/', undefined, { accept: 'text/html' })
        expect(text).not.toContain('license-details')
        expect(text).not.toContain('vendor.example.org')
      }
    })

    it('lets each administrator put the banner away until later [P7.5-01]', async () => {
      await record({ licenceExpiry: dateIn(8), maintenanceExpiry: dateIn(8) })
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const home = await browser.get('/')
      const token = /<meta name="ajs-atl-token" content="(.*?)">/.exec(home.text)?.[1] ?? ''
      const post = (body: Record<string, string>) =>
        browser.send('POST', `${REMINDER}/later`, new URLSearchParams(body))
      expect((await post({ atl_token: 'wrong' })).status).toBe(403)
      expect(await details()).toMatchObject({ showLicenseExpiryBanner: true, showMaintenanceExpiryBanner: true })
      expect((await post({ atl_token: token })).status).toBe(204)
      expect(await details()).toMatchObject({ showLicenseExpiryBanner: false, showMaintenanceExpiryBanner: false })
      expect(await details(wiki().as('second', PASSWORD))).toMatchObject({ showLicenseExpiryBanner: true })
    })

    it('puts the banner of a maintenance period away for ever [P7.5-02]', async () => {
      const second = programs(wiki().as('second', PASSWORD))
      expect((await second.post(`${REMINDER}/never`, {})).status).toBe(204)
      await record({ licenceExpiry: dateIn(1) })
      expect(await details(second)).toMatchObject({ showLicenseExpiryBanner: true, showMaintenanceExpiryBanner: false })
      await second.post(`${REMINDER}/later`, {})
      expect(await details(second)).toMatchObject({ showMaintenanceExpiryBanner: false })
      // Another period is another banner.
      await record({ maintenanceExpiry: dateIn(9) })
      await wiki().app.database.transaction(({ db }) => db.updateTable('licence_reminder').set({ later: 0 }).execute())
      expect(await details(second)).toMatchObject({ showMaintenanceExpiryBanner: true })
    })

    it('has reminders for administrators alone', async () => {
      for (const kind of ['later', 'never']) {
        expect((await programs(wiki().as('reader', PASSWORD)).post(`${REMINDER}/${kind}`, {})).status).toBe(403)
        expect((await programs(wiki().anonymous).post(`${REMINDER}/${kind}`, {})).status).toBe(401)
      }
    })
  },
)
