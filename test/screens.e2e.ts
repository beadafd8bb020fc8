import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'
import { faultsOf, showTheme } from '../scripts/screens/look.ts'
import { PASSWORD, seed, type World } from '../scripts/screens/seed.ts'
import { pathOf, screens } from '../scripts/screens/table.ts'
import { expect, test } from './browser.ts'

/** The narrowest screen on which the wiki has to work. */
const PHONE = { width: 375, height: 812 }
const MAIN_SCREENS = [
  'dashboard',
  'spaces',
  'page',
  'page-menu',
  'editor',
  'history',
  'compare',
  'attachments',
  'information',
  'search',
  'sign-in',
  'settings-profile',
  'admin-users',
  'space-permissions',
  'missing-page',
]

/** `npm run screens` looks at all screens, at every width; this keeps what it measures of the main ones. */
describe('the main screens on a phone', () => {
  let wiki: TestWiki
  let world: World
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    world = await seed(wiki.url)
  })
  afterAll(() => wiki.close())

  test('fit it, log no error and are accessible, light and dark', { timeout: 600_000 }, async ({ openPage }) => {
    const chosen = screens.filter(({ name }) => MAIN_SCREENS.includes(name))
    expect(chosen.map(({ name }) => name)).toEqual(MAIN_SCREENS)
    const options = { viewport: PHONE, baseURL: wiki.url }
    const page = await openPage(options)
    const headers = { 'X-Atlassian-Token': 'no-check' }
    await page
      .context()
      .request.post('/dologin.action', { form: { os_username: 'admin', os_password: PASSWORD }, headers })
    await page
      .context()
      .request.post('/doauthenticate.action', { form: { password: PASSWORD, destination: '/' }, headers })
    const faults: string[] = []
    for (const screen of chosen) {
      const shown =
        screen.as === 'nobody' || screen.allowErrors
          ? await openPage({ ...options, allowErrors: screen.allowErrors ? [screen.allowErrors] : [] })
          : page
      await shown.goto(pathOf(screen, world), { waitUntil: 'networkidle' })
      await screen.act?.(shown, world)
      for (const theme of ['light', 'dark'] as const) {
        await showTheme(shown, theme)
        faults.push(...(await faultsOf(shown, { axe: true })).map(fault => `${screen.name}, ${theme}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  })
})
