import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, test } from '../../../test/browser.ts'
import { publish, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

describe('the search bar of the editor', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'FIND', 'Find')
  })
  afterAll(() => wiki.close())

  test('is used by keyboard alone, from the menu or Ctrl+F, and shows matches below the page', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const filler = '<p>filler</p>'.repeat(80)
    const id = await steps.create(
      'Found',
      `<p>first word</p>${filler}<table><tbody><tr><td>word</td></tr></tbody></table>`,
    )
    await steps.edit(page, id)
    const field = page.getByRole('textbox', { name: 'Find', exact: true })
    await page.getByRole('button', { name: 'More about this draft' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Find and replace' }).press('Enter')
    await field.waitFor()
    await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.type('word')
    await page.getByText('1 of 2').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2 of 2').waitFor()
    const found = page.locator('.ox-found-current')
    await expect.poll(async () => ((await found.boundingBox())?.y ?? 0) < (page.viewportSize()?.height ?? 0)).toBe(true)
    await expectNoAxeViolations(page, '.ox-find')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    // The match is selected: typing replaces it.
    await page.keyboard.type('cell')
    await page.keyboard.press('Control+f')
    await field.waitFor()
    await page.keyboard.type('FIRST')
    await page.getByText('1 of 1').waitFor()
    await page.getByRole('textbox', { name: 'Replace with' }).fill('last')
    await page.keyboard.press('Enter')
    await page.getByText('No matches').waitFor()
    await page.keyboard.press('Escape')
    await text(page).getByText('last word').waitFor()
    await publish(page)
    expect((await steps.stored(id)).storage).toBe(
      `<p>last word</p>${filler}<table><tbody><tr><td>cell</td></tr></tbody></table>`,
    )
  })
})
