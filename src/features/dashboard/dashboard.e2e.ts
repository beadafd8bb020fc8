import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  isCall,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  test,
  viewports,
} from '../../../test/browser.ts'

describe('the start page and the space directory', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    for (let i = 1; i <= 45; i++) {
      await wiki.admin.post('/rest/api/content', {
        type: 'page',
        title: `Page ${i}`,
        space: { key: 'DOCS' },
        body: { storage: { value: '<p>x</p>', representation: 'storage' } },
      })
    }
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)

  test('the start page asks for nothing until its end is reached, and then goes on', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const calls: string[] = []
    page.on('request', request => {
      if (isCall(request)) calls.push(request.url())
    })
    await page.goto(wiki.url, { waitUntil: 'networkidle' })
    await expect.poll(() => page.locator('.ox-update-title').first().innerText()).toBe('Page 45')
    expect(calls).toEqual([])
    await page.locator('.ox-update').last().scrollIntoViewIfNeeded()
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        return page.locator('.ox-update').count()
      })
      .toBe(46)
    expect(new Set(await page.locator('.ox-update-title').allTextContents()).size).toBe(46)
    // In a window in which the end stays in view.
    const high = await signedIn(openPage, { viewport: { width: 1440, height: 8000 } })
    await high.goto(wiki.url)
    await expect.poll(() => high.locator('.ox-update').count()).toBe(46)
  })

  test('a space is created with the key that its name suggests, and starred', async ({ openPage }) => {
    const page = await signedIn(openPage, { allowErrors: [/400 \(Bad Request\)/] })
    await page.goto(`${wiki.url}/spacedirectory/view.action`)
    await page.getByRole('button', { name: 'Star Documentation' }).click()
    await page.getByRole('button', { name: 'Take the star off Documentation' }).waitFor()
    await page.getByRole('link', { name: 'Create space' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('How we work')
    const key = page.getByRole('textbox', { name: 'Space key' })
    await expect.poll(() => key.inputValue()).toBe('HWW')
    await key.fill('DOCS')
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Create space' })
    await submit.click()
    await expect.poll(() => key.getAttribute('aria-invalid')).toBe('true')
    await key.fill('HOW')
    await submit.click()
    await page.waitForURL('**/display/HOW')
    await page.locator('#title-text', { hasText: 'How we work Home' }).waitFor()
    expect((await wiki.admin.get('/rest/api/space/HOW')).json).toMatchObject({ key: 'HOW', name: 'How we work' })
    await page.goto(wiki.url)
    await page.getByRole('heading', { name: 'Starred spaces' }).waitFor()
  })

  for (const [size, viewport] of Object.entries(viewports)) {
    test(`both fit at ${size} width`, async ({ openPage }) => {
      const page = await signedIn(openPage, { viewport })
      for (const path of ['/', '/spacedirectory/view.action']) {
        await page.goto(wiki.url + path, { waitUntil: 'networkidle' })
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
    })
  }
})

describe('a wiki without spaces', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
  })
  afterAll(() => wiki.close())

  test('leads whoever may create a space to the first one, from the start page and from Create', async ({
    openPage,
  }) => {
    for (const viewport of [viewports.desktop, viewports.phone]) {
      const page = await openSignedIn(openPage, wiki, ADMIN, { viewport })
      await page.goto(wiki.url)
      const first = page.getByRole('link', { name: 'Create the first space' })
      await first.waitFor()
      // Not in the table of screens: its wiki has spaces.
      await expectNoAxeViolations(page)
      await page.locator('#quick-create-page-button').click()
      await page.getByText('There is no space in which you may create something.').waitFor()
      await page.locator('#main').getByRole('link', { name: 'Create space' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
      await page.goto(wiki.url)
      await first.click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
    }
    // Without script it is said too.
    const plain = await openSignedIn(openPage, wiki, ADMIN, { javaScriptEnabled: false })
    await plain.goto(wiki.url)
    await plain.getByRole('link', { name: 'Create the first space' }).waitFor()
    await wiki.admin.post('/rest/api/space', { key: 'ONE', name: 'One' })
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(wiki.url)
    await page.locator('.ox-update').first().waitFor()
    expect(await page.getByRole('link', { name: 'Create the first space' }).count()).toBe(0)
  })
})
