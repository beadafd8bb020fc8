import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { boxes, saved } from './testing/wiki.ts'

describe('a diagram that there is, in the page editor', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'INS', name: 'Inserting' })
  })
  afterAll(() => wiki.close())

  const create = (title: string) => wiki.admin.createPage('INS', title, '<p>Before</p>')

  test('is found by its picture, inserted, and shown in a size, version and page of its own', async ({ openPage }) => {
    const elsewhere = await create('Architecture')
    const two = boxes('Order', 'Pay')
    const second = { ...boxes('Detail').pages[0]!, id: 'p2', name: 'Details' }
    await saved(wiki.admin, elsewhere, 'Overview', two)
    await saved(wiki.admin, elsewhere, 'Overview', { ...two, pages: [...two.pages, second] }, 1)
    // More than are listed at once; the newest are first.
    const many = await create('Many')
    for (let count = 1; count <= 13; count++) await saved(wiki.admin, many, `Sketch ${count}`, boxes(String(count)))
    const id = await create('Written')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
    const text = page.getByRole('textbox', { name: 'Page text' })
    await text.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/existing')
    await page.getByRole('option', { name: 'Existing diagram' }).waitFor()
    await page.keyboard.press('Enter')

    const dialog = page.locator('#insert-diagram')
    const choices = dialog.getByRole('radiogroup', { name: 'Diagrams' }).getByRole('radio')
    await expect.poll(() => choices.count()).toBe(12)
    await dialog.getByRole('button', { name: /more/i }).click()
    await expect.poll(() => choices.count()).toBe(14)
    await expect
      .poll(() =>
        dialog
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(20)
    await expectNoAxeViolations(page, '[role=dialog]')
    await screenshot(page, 'insert a diagram')
    expect(await dialog.getByRole('button', { name: 'Insert' }).isDisabled()).toBe(true)
    await dialog.getByText('This page').click()
    await dialog.getByText('No diagrams were found').waitFor()
    await dialog.getByText('All pages').click()
    await dialog.getByRole('searchbox').fill('architecture')
    await expect.poll(() => choices.count()).toBe(1)
    await choices.first().focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Insert' }).click()
    await dialog.waitFor({ state: 'detached' })
    const node = text.locator('[aria-label="Diagram Overview"]')
    await expect
      .poll(() => node.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100)

    // It is selected, and its options are at hand.
    const option = page.getByRole('button', { name: 'Diagram options' })
    await page.getByRole('button', { name: 'More tools' }).click()
    await option.click()
    const options = page.locator('#diagram-options')
    await options.getByText('Empty: always the newest, now 2.').waitFor()
    await options.getByRole('button', { name: /Size/ }).click()
    await page.getByRole('option', { name: 'Small, 200 px wide' }).click()
    await options.getByText('Border').click()
    await options.getByText('Bar with the name and buttons').click()
    const version = options.getByLabel('Version')
    await version.fill('3')
    await options.getByText('There is no such version').waitFor()
    expect(await options.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
    await version.fill('2')
    await options.getByRole('button', { name: /Page of the diagram/ }).click()
    await page.getByRole('option', { name: 'Details' }).click()
    await expectNoAxeViolations(page, '[role=dialog]')
    await screenshot(page, 'diagram options')
    await options.getByRole('button', { name: 'Apply' }).click()
    await options.waitFor({ state: 'detached' })
    await expect
      .poll(() => node.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/version=2&page=p2$/)
    await page.locator('#draft-status', { hasText: 'Saved' }).waitFor()
    await page.locator('#rte-button-publish').click()
    await page.locator('#editPageLink').waitFor()
    const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)
    const parameters = Object.fromEntries(
      [...(json.body.storage.value as string).matchAll(/<ac:parameter ac:name="(\w+)">([^<]*)</g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    )
    expect(parameters).toEqual({
      pageid: elsewhere,
      name: 'Overview',
      version: '2',
      size: 'S',
      border: 'true',
      chrome: 'min',
      pagePin: 'p2',
    })
    const container = page.locator('.wiki-content .gliffy-container')
    expect(await container.getAttribute('data-version')).toBe('2')
    expect(await container.locator('img.gliffy-image-border').count()).toBe(1)
  })
})
