import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, screenshot, test, viewports } from '../../../test/browser.ts'
import { challengesOf } from './server/challenge.ts'

const MISMATCH = 'The typed word did not match the text in the picture.'

describe('comments of visitors', () => {
  let wiki: TestWiki
  let pageId = ''
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    const { admin } = wiki
    await admin.post('/rest/api/space', { key: 'OPEN', name: 'Open to all' })
    const body = { storage: { value: '<p>Say what you think.</p>', representation: 'storage' } }
    const made = await admin.post('/rest/api/content', {
      type: 'page',
      title: 'Guest book',
      space: { key: 'OPEN' },
      body,
    })
    pageId = made.json.id
    await admin.put('/rest/api/permissions/anonymous/grant', [{ targetType: 'application', operationKey: 'use' }])
    for (const [targetType, operationKey] of [
      ['space', 'read'],
      ['comment', 'create'],
    ])
      await admin.put('/rest/api/space/OPEN/permissions/anonymous/grant', [{ targetType, operationKey }])
  })
  afterAll(() => wiki.close())

  const picture = (page: Page) => page.getByRole('img', { name: 'Picture of a word' })
  const source = async (page: Page) => (await picture(page).getAttribute('src')) ?? ''
  const challenge = async (page: Page) =>
    challengesOf(wiki.app, new URL(await source(page), wiki.url).searchParams.get('id') ?? '')[0]
  const word = async (page: Page) => (await challenge(page)).word
  const question = (page: Page) => page.getByText(/ Type the answer in digits in the place of the word\.$/)
  const field = (page: Page) => page.getByPlaceholder('Type the word above', { exact: true })
  const isDrawn = (page: Page) => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth > 0)

  test('need the word of a picture [V1-15] [V2.3-23] [V9-36] [V8-28] [I3-15] [I5-11] [I5-12] [I7.5-07]', async ({
    openPage,
  }) => {
    const page = await openPage({ allowErrors: [/400/] })
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${pageId}`)
    await page.locator('#comment-prompt').click()
    await page.getByRole('textbox', { name: 'Write a comment…' }).fill('Nice page')
    // They may neither look for people, which would send them to sign in, nor add files.
    await page.keyboard.type(' @ad')
    expect(await page.getByRole('button', { name: /^(Mention a person|Picture or file)$/ }).count()).toBe(0)
    await expect.poll(() => isDrawn(page)).toBe(true)
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
      for (const [name, size] of Object.entries(viewports)) {
        await page.setViewportSize(size)
        await field(page).scrollIntoViewIfNeeded()
        await screenshot(page, `captcha ${theme} ${name}`)
      }
    }
    await page.setViewportSize(viewports.desktop)
    const before = await source(page)
    await field(page).fill('nonsense')
    await page.locator('#rte-button-publish').click()
    const warning = page.locator('.ox-captcha-warning')
    await warning.getByText(MISMATCH, { exact: true }).waitFor()
    // Below the field, which it describes.
    expect(await field(page).getAttribute('aria-describedby')).toBe(await warning.getAttribute('id'))
    const [fieldBox, warningBox] = [await field(page).boundingBox(), await warning.boundingBox()]
    expect(warningBox?.y).toBeGreaterThanOrEqual((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0))
    expect(await source(page)).not.toBe(before)
    expect(await field(page).inputValue()).toBe('')
    await expect.poll(() => isDrawn(page)).toBe(true)
    const answer = await word(page)
    await field(page).fill(answer)
    const sent = page.waitForRequest(request => request.method() === 'POST' && request.url().includes('/rest/tinymce/'))
    await page.locator('#rte-button-publish').click()
    const headers = await (await sent).allHeaders()
    expect([typeof headers['captchaid'], headers['captcharesponse']]).toEqual(['string', answer])
    await page.getByRole('heading', { name: '1 Comment' }).waitFor()
    await page.locator('.ox-comment-body').getByText('Nice page').waitFor()
  })

  test('can answer a question in its place, and without script on a page of its own', async ({ openPage }) => {
    const page = await openPage()
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${pageId}`)
    await page.locator('#comment-prompt').click()
    await page.getByRole('textbox', { name: 'Write a comment…' }).fill('By ear')
    const first = await source(page)
    await page.getByRole('button', { name: 'Another picture' }).click()
    await expect.poll(() => source(page)).not.toBe(first)
    await page.getByText('I cannot see the picture').click()
    await question(page).waitFor()
    await field(page).fill(String((await challenge(page)).question.answer))
    await page.locator('#rte-button-publish').click()
    await page.locator('.ox-comment-body').getByText('By ear').waitFor()

    const plain = await openPage({ javaScriptEnabled: false, allowErrors: [/400/] })
    await plain.goto(`${wiki.url}/pages/viewpage.action?pageId=${pageId}`)
    await plain.getByRole('link', { name: 'Write a comment…' }).click()
    await plain.getByRole('textbox', { name: 'Write a comment…' }).fill('Without script')
    await field(plain).fill('nonsense')
    await plain.locator('#rte-button-publish').click()
    await plain.locator('.ox-captcha-warning').getByText(MISMATCH, { exact: true }).waitFor()
    expect(await plain.getByRole('textbox', { name: 'Write a comment…' }).inputValue()).toBe('Without script')
    await screenshot(plain, 'captcha without script')
    const opened = plain.waitForEvent('popup')
    await plain.getByRole('link', { name: 'I cannot see the picture' }).click()
    const asked = await opened
    await question(asked).waitFor()
    await screenshot(asked, 'captcha question without script')
    await asked.close()
    await field(plain).fill(await word(plain))
    await plain.locator('#rte-button-publish').click()
    await plain.waitForURL(/focusedCommentId=\d+#comment-\d+$/)
    await plain.locator('.ox-comment-body').getByText('Without script').waitFor()
  })
})
