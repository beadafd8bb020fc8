import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'
import { faultsOf, showTheme } from '../scripts/screens/look.ts'
import { PASSWORD, seed, type World } from '../scripts/screens/seed.ts'
import { pathOf, type Screen, screens } from '../scripts/screens/table.ts'
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

const THEMES = ['light', 'dark'] as const
/**
 * Each width and each theme, the widest first: preferences stored by a wide window apply to a narrow one. Axe is slow,
 * so not each with each: colours are the same at all widths.
 */
const LOOKS = [
  { size: { width: 1440, height: 900 }, theme: 'light' },
  { size: { width: 768, height: 1024 }, theme: 'light' },
  { size: PHONE, theme: 'dark' },
] as const

/** Screens of their own about what happens on pages; the others open on a page. */
const ABOUT_PAGES = ['my-tasks', 'task-report', 'notifications', 'settings-notifications', 'admin-analytics']

/** `npm run screens` looks at all screens, at every width; this keeps what it measures of the main ones. */
describe('screens', () => {
  const slow = { timeout: 1_800_000 }
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

  test('the main ones fit a phone, log no error and are accessible, light and dark', slow, async ({ openPage }) => {
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
  })

  const look = async (page: Page, { name }: Screen, { size, theme }: (typeof LOOKS)[number], within?: Locator) => {
    await showTheme(page, theme)
    const faults = await faultsOf(page, { axe: true, within })
    return faults.map(fault => `${name}, ${size.width} ${theme}: ${fault}`)
  }

  test(
    'what opens on a page opens by keyboard, fits, is accessible, and gives the focus back',
    slow,
    async ({ openPage }) => {
      const page = await openAdmin(openPage, { baseURL: wiki.url })
      const faults: string[] = []
      let path = ''
      for (const overlay of overlays) {
        for (const each of LOOKS) {
          await page.setViewportSize(each.size)
          if (path !== pathOf(overlay, world)) {
            path = pathOf(overlay, world)
            await page.goto(path)
          }
          await overlay.act?.(page, world)
          const opened = overlay.opened(page)
          faults.push(...(await look(page, overlay, each, opened)))
          await page.keyboard.press('Escape')
          await opened.waitFor({ state: 'detached' })
          const hasFocus = () => overlay.opener(page).evaluate(element => element === document.activeElement)
          await expect.poll(hasFocus, { message: `focus after ${overlay.name}, ${each.size.width}` }).toBe(true)
        }
      }
      expect(faults).toEqual([])
    },
  )

  test(
    'files, uploads, tasks, notifications and what visitors write fit every width and are accessible',
    slow,
    async ({ openPage }) => {
      const admin = await openAdmin(openPage, { baseURL: wiki.url, allowErrors: [/500/] })
      const faults: string[] = []
      const chosen = [
        ...talkScreens.filter(({ name }) => overlays.every(overlay => overlay.name !== name)),
        ...screens.filter(({ name }) => ABOUT_PAGES.includes(name)),
      ]
      for (const screen of chosen) {
        const page = screen.as === 'nobody' ? await openPage({ baseURL: wiki.url }) : admin
        await page.goto(pathOf(screen, world))
        await screen.act?.(page, world)
        const within = previews.includes(screen) ? page.locator('#cp-container') : undefined
        for (const each of LOOKS) {
          await page.setViewportSize(each.size)
          faults.push(...(await look(page, screen, each, within)))
        }
      }
      expect(faults).toEqual([])
    },
  )
})
