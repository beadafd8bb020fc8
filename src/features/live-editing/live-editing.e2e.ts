import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { atEnd, editorSteps, publish, status, text } from '#features/editor/testing/steps.ts'

describe('live editing', () => {
  let wiki: TestWiki
  let steps: ReturnType<typeof editorSteps>
  const ADA = { username: 'ada', password: 'ada password' }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'LIVE', name: 'Live' })
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
    const homeId = (await wiki.admin.get('/rest/api/space/LIVE?expand=homepage')).json.homepage.id
    steps = editorSteps(wiki, 'LIVE', homeId)
  })
  afterAll(() => wiki.close())

  test('two people type in one page at the same time, see each other, and one publishes for both [I1-15]', async ({
    openPage,
  }) => {
    const id = await steps.create(
      'Together',
      '<h2>Plan</h2><p>one</p><p><a href="https://example.org/"><ac:emoticon ac:name="smile" /></a> two</p>',
    )
    const [first, second] = [await openSignedIn(openPage, wiki, ADMIN), await openSignedIn(openPage, wiki, ADA)]
    await Promise.all([steps.edit(first, id), steps.edit(second, id)])
    await first.getByRole('list', { name: 'Also editing' }).getByRole('img', { name: 'Ada Lovelace' }).waitFor()
    await atEnd(first)
    await first.keyboard.press('ArrowUp')
    await second.locator('.ox-live-caret').waitFor()
    // Both in one paragraph, letter by letter.
    for (const page of [first, second]) await text(page).locator('p').first().click()
    await first.keyboard.press('Home')
    await second.keyboard.press('End')
    await Promise.all([first.keyboard.type('From the left: '), second.keyboard.type(', to the right')])
    // Without the names of the carets.
    const words = (page: Page) =>
      text(page)
        .locator('p')
        .first()
        .evaluate(paragraph => {
          const copy = paragraph.cloneNode(true) as HTMLElement
          for (const caret of copy.querySelectorAll('.ox-live-caret')) caret.remove()
          return copy.textContent
        })
    const shows = (page: Page, expected: string) => expect.poll(() => words(page)).toBe(expected)
    for (const page of [first, second]) await shows(page, 'From the left: one, to the right')
    await second.getByRole('textbox', { name: 'Page Title' }).fill('Written together')
    await expect.poll(() => first.getByRole('textbox', { name: 'Page Title' }).inputValue()).toBe('Written together')
    for (const page of [first, second]) await status(page, 'Saved')
    // Undo takes back the user's own words alone.
    await text(first).locator('p').first().click()
    for (let step = 0; step < 12; step++) await first.keyboard.press('Control+z')
    await shows(second, 'one, to the right')
    for (let step = 0; step < 12; step++) await first.keyboard.press('Control+Shift+z')
    await shows(second, 'From the left: one, to the right')
    await screenshot(first, 'live editing')
    await expectNoAxeViolations(first)
    await status(first, 'Saved')
    await publish(first)
    expect(await steps.stored(id)).toMatchObject({
      title: 'Written together',
      version: 2,
      storage:
        '<h2>Plan</h2><p>From the left: one, to the right</p><p><a href="https://example.org/"><ac:emoticon ac:name="smile" /></a> two</p>',
    })
    await second.getByText('has published version 2 of this page').waitFor()
    await second.getByRole('list', { name: 'Also editing' }).waitFor({ state: 'detached' })
  })
})
