import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'
import { faultsOf, showTheme } from '../scripts/screens/look.ts'
import { PASSWORD, seed, type World } from '../scripts/screens/seed.ts'
import { pathOf, screens } from '../scripts/screens/table.ts'
import { overlays, previews, talkScreens } from '../scripts/screens/talk.ts'
import { expect, type OpenPage, type PageOptions, test } from './browser.ts'

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

const WIDTHS = [{ width: 1440, height: 900 }, { width: 768, height: 1024 }, PHONE] as const
const THEMES = ['light', 'dark'] as const
/** Axe is what takes time: it sees each theme, and each shape of a screen. */
const LOOKS = [...THEMES.map(theme => [1440, theme]), [768, 'light'], [375, 'dark']].map(String)

/** `npm run screens` looks at all screens, at every width; this keeps what it measures of the main ones. */
describe('screens', () => {
  let wiki: TestWiki
  let world: World
  beforeAll(async () => {
    // Nobody listens there: mail counts as set up.
    wiki = await startTestWiki('sqlite', features, { OXBOW_SMTP_URL: 'smtp://127.0.0.1:9' })
    world = await seed(wiki.url)
  })
  afterAll(() => wiki.close())

  const openAdmin = async (openPage: OpenPage, options: PageOptions): Promise<Page> => {
    const page = await openPage(options)
    const { request } = page.context()
    const headers = { 'X-Atlassian-Token': 'no-check' }
    await request.post('/dologin.action', { form: { os_username: 'admin', os_password: PASSWORD }, headers })
    await request.post('/doauthenticate.action', { form: { password: PASSWORD, destination: '/' }, headers })
    return page
  }

  test(
    'the main ones fit a phone, log no error and are accessible, light and dark',
    { timeout: 600_000 },
    async ({ openPage }) => {
      const chosen = screens.filter(({ name }) => MAIN_SCREENS.includes(name))
      expect(chosen.map(({ name }) => name)).toEqual(MAIN_SCREENS)
      const options = { viewport: PHONE, baseURL: wiki.url }
      const page = await openAdmin(openPage, options)
      const faults: string[] = []
      for (const screen of chosen) {
        const shown =
          screen.as === 'nobody' || screen.allowErrors
            ? await openPage({ ...options, allowErrors: screen.allowErrors ? [screen.allowErrors] : [] })
            : page
        await shown.goto(pathOf(screen, world), { waitUntil: 'networkidle' })
        await screen.act?.(shown, world)
        for (const theme of THEMES) {
          await showTheme(shown, theme)
          faults.push(...(await faultsOf(shown, { axe: true })).map(fault => `${screen.name}, ${theme}: ${fault}`))
        }
      }
      expect(faults).toEqual([])
    },
  )

  test(
    'what opens on a page does so by keyboard, closes on Escape, gives the focus back, fits and is accessible',
    {
      timeout: 600_000,
    },
    async ({ openPage }) => {
      const page = await openAdmin(openPage, { baseURL: wiki.url })
      const faults: string[] = []
      let path = ''
      for (const overlay of overlays) {
        for (const size of WIDTHS) {
          await page.setViewportSize(size)
          if (path !== pathOf(overlay, world)) {
            path = pathOf(overlay, world)
            await page.goto(path, { waitUntil: 'networkidle' })
          }
          await overlay.act?.(page, world)
          const opened = overlay.opened(page)
          for (const theme of THEMES) {
            await showTheme(page, theme)
            const found = await faultsOf(page, { axe: LOOKS.includes(`${size.width},${theme}`), within: opened })
            faults.push(...found.map(fault => `${overlay.name}, ${size.width} ${theme}: ${fault}`))
          }
          await page.keyboard.press('Escape')
          await opened.waitFor({ state: 'detached' })
          const opener = overlay.opener(page)
          await expect
            .poll(() => opener.evaluate(element => element === document.activeElement), {
              message: `${overlay.name} ${size.width}`,
            })
            .toBe(true)
        }
      }
      expect(faults).toEqual([])
    },
  )

  test(
    'files, uploads and what visitors write fit every width and are accessible, light and dark',
    {
      timeout: 600_000,
    },
    async ({ openPage }) => {
      const names = new Set(overlays.map(({ name }) => name))
      const chosen = talkScreens.filter(({ name }) => !names.has(name))
      const admin = await openAdmin(openPage, { baseURL: wiki.url, allowErrors: [/500/] })
      const faults: string[] = []
      for (const screen of chosen) {
        const page = screen.as === 'nobody' ? await openPage({ baseURL: wiki.url }) : admin
        await page.goto(pathOf(screen, world), { waitUntil: 'networkidle' })
        await screen.act?.(page, world)
        const within = previews.includes(screen) ? page.locator('#cp-container') : undefined
        for (const size of WIDTHS) {
          await page.setViewportSize(size)
          for (const theme of THEMES) {
            await showTheme(page, theme)
            const found = await faultsOf(page, { axe: LOOKS.includes(`${size.width},${theme}`), within })
            faults.push(...found.map(fault => `${screen.name}, ${size.width} ${theme}: ${fault}`))
          }
        }
      }
      expect(faults).toEqual([])
    },
  )
})
