import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { atEnd, publish, stepsInNewSpace, text, type EditorSteps } from '#features/editor/testing/steps.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, WINDOW_SIZES } from '../../../test/browser.ts'

const picture = (colour: string) =>
  sharp({ create: { width: 64, height: 48, channels: 4, background: colour } })
    .png()
    .toBuffer()

describe('emoji that administrators add', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'EMO', 'Emoji')
  })
  afterAll(() => wiki.close())

  const openAdministration = async (page: Page) => {
    await page.goto(`${wiki.url}/admin/emoji`)
    if (new URL(page.url()).pathname === '/authenticate.action') {
      await page.locator('input[type=password]').fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/admin/emoji')
    }
  }
  const isLoaded = (page: Page, selector: string) =>
    page.locator(selector).evaluate(image => (image as HTMLImageElement).naturalWidth > 0)

  test('are added, found in the editor, shown in pages and removed', async ({ openPage }) => {
    // A name that is refused, and the picture that is removed.
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/status of 40[04]/] })
    await openAdministration(page)
    await page.getByText('No emoji yet').waitFor()
    await page.getByRole('button', { name: 'Add emoji' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add emoji' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('not a name')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer: await picture('#d1495b') })
    await dialog.getByRole('button', { name: 'Add emoji' }).click()
    await dialog.getByText(/Use letters from a to z/).waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(':red-boat:')
    await expectNoAxeViolations(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Add emoji' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: ':red-boat:' }).waitFor()

    const id = await steps.create('Boats', '<p>text</p>')
    await steps.edit(page, id)
    await atEnd(page)
    await page.keyboard.type(' :red-b')
    await page.getByRole('option', { name: ':red-boat:' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => isLoaded(page, '.ProseMirror img.emoticon')).toBe(true)
    await page.getByRole('button', { name: 'Emoji', exact: true }).click()
    const picker = page.getByRole('dialog', { name: 'Emoji' })
    await picker.getByRole('grid', { name: 'Of this wiki' }).getByRole('gridcell', { name: ':red-boat:' }).click()
    await picker.waitFor({ state: 'detached' })
    await publish(page)
    await expect.poll(() => page.locator('.wiki-content img.emoticon').count()).toBe(2)
    expect(await isLoaded(page, '.wiki-content img.emoticon >> nth=0')).toBe(true)
    expect((await steps.stored(id)).storage).toMatch(
      /^<p>text (?:<ac:emoticon ac:name="blue-star" ac:emoji-shortname=":red-boat:" ac:emoji-id="[0-9a-f-]{36}" ac:emoji-fallback=":red-boat:" \/> ){2}<\/p>$/,
    )

    await openAdministration(page)
    await page.getByRole('button', { name: 'Remove :red-boat:' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove emoji' }).click()
    await page.getByText('No emoji yet').waitFor()
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await expect.poll(() => page.locator('.wiki-content').textContent()).toContain('text :red-boat: :red-boat:')
    // The editor shows the name in the place of a picture that is gone.
    await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
    await expect.poll(() => text(page).textContent()).toContain(':red-boat: :red-boat:')
  })

  test('are usable in light and dark at three widths', async ({ openPage }) => {
    for (const [at, colorScheme] of (['light', 'dark'] as const).entries()) {
      const locale = colorScheme === 'dark' ? 'de' : 'en'
      for (const name of [`wave${at}`, `a-long-name-for-an-emoji-of-this-wiki-${at}`]) {
        const form = new FormData()
        const bytes = await picture(at === 0 ? '#2f9e6e' : '#d97706')
        form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
        await wiki.admin.send('POST', `/rest/oxbow/1.0/emoji?name=${name}`, form, { 'x-atlassian-token': 'no-check' })
      }
      const page = await openSignedIn(openPage, wiki, ADMIN, { colorScheme, locale })
      await openAdministration(page)
      await page.getByRole('rowheader').first().waitFor()
      await expectNoAxeViolations(page)
      for (const size of WINDOW_SIZES) {
        await page.setViewportSize(size)
        await screenshot(page, `emoji administration ${colorScheme} ${size.width}`)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      const id = await steps.create(`Looks ${at}`, '<p>text</p>')
      await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
      await page.getByRole('button', { name: 'Emoji', exact: true }).click()
      await page.getByRole('gridcell').first().waitFor()
      await expect.poll(() => page.locator('.ox-emoji-picture').count()).toBeGreaterThan(0)
      await screenshot(page, `emoji of this wiki ${colorScheme}`)
      await expectNoAxeViolations(page, '[role=dialog]')
    }
  })
})
