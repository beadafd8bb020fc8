import { afterAll, beforeAll, describe } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, expectNoAxeViolations, screenshot, test, viewports } from '../../../test/browser.ts'
import { setupFeature } from './server/index.ts'

const PASSWORD = 'a long enough one'
// The start page belongs to another feature, which is not here.
const NO_START_PAGE = [/404 \(Not Found\)/]

describe('the first minutes of a wiki', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    const none = { OXBOW_ADMIN_USER: '', OXBOW_ADMIN_PASSWORD: '', OXBOW_ADMIN_EMAIL: '' }
    wiki = await startTestWiki('sqlite', [accountsFeature, setupFeature], none)
  })
  afterAll(() => wiki.close())

  for (const [size, viewport] of Object.entries(viewports)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`the set-up reads well at ${size} width, ${colorScheme}`, async ({ openPage }) => {
        const page = await openPage({ viewport, colorScheme, allowErrors: [/400 \(Bad Request\)/] })
        await page.goto(wiki.url)
        expect(new URL(page.url()).pathname).toBe('/setup')
        await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('displayName')
        await screenshot(page, `setup ${size} ${colorScheme}`)
        // Not in the table of screens: its wiki is set up.
        if (size === 'phone') await expectNoAxeViolations(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        await page.getByLabel('Full name').fill('The Boss')
        await page.getByLabel('Password').fill('        1')
        await page.getByLabel('User name').fill('two words')
        await page.getByRole('button', { name: 'Create administrator' }).click()
        await page.getByRole('alert').waitFor()
        await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('The Boss')
        await screenshot(page, `setup with an error ${size} ${colorScheme}`)
        // Colours and names are the same at each width: axe looks once per theme.
        if (size === 'desktop') await expectNoAxeViolations(page)
      })
    }
  }

  test('a wiki is set up, left and entered again without script', async ({ openPage }) => {
    const page = await openPage({ javaScriptEnabled: false, allowErrors: NO_START_PAGE })
    await page.goto(wiki.url)
    await page.getByLabel('User name').fill('boss')
    await page.getByLabel('Full name').fill('The Boss')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await page.waitForURL(`${wiki.url}/`)
    expect((await page.context().cookies()).map(cookie => cookie.name)).toEqual(['JSESSIONID'])
    await page.goto(`${wiki.url}/logout.action`)
    await page.getByText('You are logged out.').waitFor()
    await page.goto(`${wiki.url}/login.action?os_destination=%2Frest%2Fapi%2Fuser%2Fcurrent`)
    await page.getByLabel('User name or e-mail').fill('boss')
    await page.getByLabel('Password').fill('wrong')
    await page.getByLabel('Password').press('Enter')
    await expect.poll(() => page.locator('.aui-message-error li').textContent()).toContain('incorrect')
    await expect.poll(() => page.getByLabel('User name or e-mail').inputValue()).toBe('boss')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(`${wiki.url}/rest/api/user/current`)
    await expect.poll(() => page.textContent('body')).toContain('"username":"boss"')
    await page.goto(`${wiki.url}/authenticate.action?destination=%2Frest%2Fapi%2Fgroup`)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL(`${wiki.url}/rest/api/group`)
  })
})
