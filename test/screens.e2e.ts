import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { ELEVATED_MS } from '#features/accounts/server/sign-in/elevation.ts'
import { features } from '../src/server.ts'
import { axeFaultsOf, layoutFaultsOf, showTheme } from '../scripts/screens/look.ts'
import { PASSWORD, PEOPLE, seed, type World } from '../scripts/screens/seed.ts'
import { pathOf, type Screen, type Visitor } from '../scripts/screens/screen.ts'
import { screens } from '../scripts/screens/table.ts'
import { type Overlay, overlays } from '../scripts/screens/talk.ts'
import { expect, keepTraces, newPage, test, WINDOW_SIZES } from './browser.ts'

const [DESKTOP, , PHONE] = WINDOW_SIZES

/** The theme that a screen is shown in: half of the screens are dark. It depends on nothing but the name. */
function themeOf({ name }: Screen): 'light' | 'dark' {
  return [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 0 ? 'light' : 'dark'
}

function isOverlay(screen: Screen): screen is Overlay {
  return overlays.some(({ name }) => name === screen.name)
}

/** Faults of the layout after a change of the window's size, which scripts of the page follow a few frames later. */
async function settledFaultsOf(page: Page): Promise<string[]> {
  for (let frames = 0; frames < 60; frames++) {
    const faults = await layoutFaultsOf(page)
    if (faults.length === 0) return []
    await page.evaluate(() => new Promise(done => requestAnimationFrame(done)))
  }
  return layoutFaultsOf(page)
}

/** Creates the administrator and the space that shows what the wiki can do. */
async function setUp(url: string): Promise<void> {
  const browser = new Browser(url)
  const [, token = ''] = /name="token" value="([0-9a-f]+)"/.exec((await browser.get('/setup')).text) ?? []
  const fields = { username: 'admin', displayName: PEOPLE.admin, email: 'ada@example.org', password: PASSWORD }
  expect((await browser.post('/setup', { token, ...fields, demonstration: 'true' })).status).toBe(302)
}

/**
 * Looks at each screen of the table once: whether axe finds a violation, whether it fits, and whether it logs an error.
 * `npm run screens` shoots them too, and measures each at each width in both themes.
 */
describe('screens', () => {
  let wiki: TestWiki
  let world: World
  /** One page for each visitor: navigating in it costs much less than opening another. */
  const pages = new Map<Visitor, Promise<Page>>()
  let troubles: string[] = []

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features, {
      // No server listens there: mail counts as set up.
      OXBOW_SMTP_URL: 'smtp://127.0.0.1:9',
      OXBOW_ADMIN_USER: '',
      OXBOW_ADMIN_PASSWORD: '',
    })
    await setUp(wiki.url)
    world = await seed(wiki.url)
  })
  afterAll(async () => {
    for (const page of pages.values()) await (await page).context().close()
    await wiki.close()
  })

  const headers = { 'X-Atlassian-Token': 'no-check' }
  const open = async (chromium: Chromium, visitor: Visitor): Promise<Page> => {
    const page = await newPage(chromium, { baseURL: wiki.url }, trouble => troubles.push(trouble))
    const form = { os_username: visitor, os_password: PASSWORD }
    if (visitor !== 'nobody') await page.context().request.post('/dologin.action', { form, headers })
    if (visitor === 'admin') await confirmPassword(page)
    return page
  }
  let confirmedAt = 0
  const confirmPassword = (page: Page) => {
    confirmedAt = Date.now()
    return page
      .context()
      .request.post('/doauthenticate.action', { form: { password: PASSWORD, destination: '/' }, headers })
  }
  /** Goes to a screen. The administrator confirms the password again in time for what is done there. */
  const visit = async (page: Page, screen: Screen): Promise<void> => {
    const path = pathOf(screen, world)
    if (!screen.as && Date.now() - confirmedAt > ELEVATED_MS / 2) await confirmPassword(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    if (screen.as || new URL(page.url()).pathname !== '/authenticate.action') return
    await confirmPassword(page)
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  const pageOf = (chromium: Chromium, visitor: Visitor): Promise<Page> => {
    const known = pages.get(visitor) ?? open(chromium, visitor)
    pages.set(visitor, known)
    return known
  }

  /** Faults of a screen that is shown, at each width where it is not something that was done at one. */
  const measure = async (page: Page, screen: Screen): Promise<string[]> => {
    const faults = await layoutFaultsOf(page)
    faults.push(...(await axeFaultsOf(page, screen.part)))
    if (screen.act || screen.onPhone) return faults
    for (const size of WINDOW_SIZES.slice(1)) {
      await page.setViewportSize(size)
      faults.push(...(await settledFaultsOf(page)).map(fault => `${size.width} px: ${fault}`))
    }
    return faults
  }

  /** Closes what was opened by keyboard, and opens it at the other widths. */
  const reopen = async (page: Page, overlay: Overlay): Promise<string[]> => {
    const faults: string[] = []
    for (const size of [undefined, ...WINDOW_SIZES.slice(1)]) {
      if (size) {
        await page.setViewportSize(size)
        await overlay.act?.(page, world)
        faults.push(...(await settledFaultsOf(page)).map(fault => `${size.width} px: ${fault}`))
      }
      await page.keyboard.press('Escape')
      await overlay.opened(page).waitFor({ state: 'detached' })
      const hasFocus = () => overlay.opener(page).evaluate(element => element === document.activeElement)
      await expect.poll(hasFocus, { message: `focus after Escape, ${size?.width ?? ''}` }).toBe(true)
    }
    return faults
  }

  test.for(screens.map(screen => [screen.name, screen] as const))('%s', async ([, screen], { task, browser }) => {
    const page = await pageOf(browser, screen.as ?? 'admin')
    troubles = []
    let isDone = false
    try {
      await page.setViewportSize(screen.onPhone ? PHONE : DESKTOP)
      await page.emulateMedia({ colorScheme: themeOf(screen) })
      await visit(page, screen)
      await screen.act?.(page, world)
      await showTheme(page, themeOf(screen))
      const faults = await measure(page, screen)
      if (isOverlay(screen)) faults.push(...(await reopen(page, screen)))
      faults.push(...troubles.filter(trouble => !screen.allowErrors?.test(trouble)))
      expect(faults, `${screen.name}, ${themeOf(screen)}, ${page.url()}`).toEqual([])
      isDone = true
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (isDone) {
        await page.goto('about:blank')
        if (screen.as === 'nobody') await page.context().clearCookies()
      } else {
        await keepTraces(page, task.fullTestName)
        pages.delete(screen.as ?? 'admin')
        await page.context().close()
      }
    }
  })
})
