import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, WINDOW_SIZES } from '../../../test/browser.ts'
import { atEnd, publish, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

describe('the emoji picker', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'EMO', 'Emoji')
  })
  afterAll(() => wiki.close())

  test('finds, tones and inserts emoji by keys, and remembers them', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const { keyboard } = page
    const id = await steps.create('By keys', '<p>text</p>')
    await steps.edit(page, id)
    const picker = page.getByRole('dialog', { name: 'Emoji' })
    const cell = (name: string) => picker.getByRole('gridcell', { name, exact: true })
    const open = async () => {
      await page.getByRole('button', { name: 'Emoji', exact: true }).click()
      await cell('grinning face').waitFor()
    }
    await atEnd(page)
    // Faster than the emoji are loaded, and typing goes on.
    await keyboard.type(' :tada: and')
    await text(page).getByText('text 🎉 and').waitFor()
    await keyboard.type(' ')
    // By the insert menu; the search takes Enter for the first one.
    await keyboard.type('/emoji')
    await page.getByRole('option', { name: 'Emoji', exact: true }).waitFor()
    await keyboard.press('Enter')
    await cell('grinning face').waitFor()
    await keyboard.type('rocket')
    await expect.poll(() => picker.getByRole('gridcell').count()).toBeLessThan(10)
    await keyboard.press('Enter')
    await picker.waitFor({ state: 'detached' })
    // With a tone, through the grid.
    await open()
    await picker.getByRole('button', { name: /Skin tone/ }).click()
    await page.getByRole('option', { name: /Medium-dark/ }).click()
    await picker.getByRole('searchbox').focus()
    await keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('rocket')
    await keyboard.press('PageDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('grinning face')
    await keyboard.press('PageDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('waving hand')
    await keyboard.press('Enter')
    await picker.waitFor({ state: 'detached' })
    // By what is typed after a colon, and an emoticon of the storage format.
    await keyboard.type(':astronaut')
    await page.getByRole('option', { name: '🧑‍🚀 astronaut', exact: true }).waitFor()
    await keyboard.press('Enter')
    // Between colons, by a search word and by a name; other words stay.
    for (const [name, label] of [
      [':tada', '🎉 party popper'],
      [':check_mark_button', '✅ check mark button'],
    ] as const) {
      await keyboard.type(name)
      await page.getByRole('option', { name: label, exact: true }).waitFor()
      await keyboard.type(':')
    }
    await keyboard.type(':rocke')
    await page.getByRole('option', { name: '🚀 Rocket', exact: true }).waitFor()
    await keyboard.type(': ')
    await open()
    await keyboard.type('thumbs up')
    await expect.poll(() => picker.getByRole('gridcell').count()).toBeLessThan(10)
    await picker.getByRole('button', { name: /Skin tone/ }).click()
    await page.getByRole('option', { name: /Default/ }).click()
    await cell('thumbs up').click()
    await picker.waitFor({ state: 'detached' })
    await publish(page)
    expect((await steps.stored(id)).storage).toBe(
      '<p>text 🎉 and 🚀 👋🏾 🧑‍🚀 🎉 <ac:emoticon ac:name="tick" /> :rocke: <ac:emoticon ac:name="thumbs-up" /> </p>',
    )
  })

  test('is usable in light and dark at three widths, in German too', async ({ openPage }) => {
    for (const [locale, title, colorScheme] of [
      ['en-GB', 'Emoji', 'light'],
      ['de-DE', 'Emoji', 'dark'],
    ] as const) {
      const page = await openSignedIn(openPage, wiki, ADMIN, { locale, colorScheme })
      const id = await steps.create(`Looks ${locale}`, '<p>text</p>')
      await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
      await page.getByRole('button', { name: title, exact: true }).click()
      const picker = page.getByRole('dialog', { name: title })
      await picker.getByRole('gridcell').first().waitFor()
      await expectNoAxeViolations(page, '[role=dialog]')
      for (const size of WINDOW_SIZES) {
        await page.setViewportSize(size)
        await screenshot(page, `emoji picker ${locale} ${size.width}`)
        // Nothing is cut off at the side.
        expect(await picker.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true)
      }
      await page.keyboard.type(locale === 'de-DE' ? 'Rakete' : 'rocket')
      await expect.poll(() => picker.getByRole('gridcell').first().textContent()).toBe('🚀')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await picker.waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('ProseMirror')
    }
  })
})
