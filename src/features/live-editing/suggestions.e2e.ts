import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { atEnd, publish, status, stepsInNewSpace, text, type EditorSteps } from '#features/editor/testing/steps.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { cable } from './testing/cable.ts'

const BASE = '<h2>Plan</h2><p>We meet on Monday.</p><ul><li>Ada</li></ul>'

describe('suggestions', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'SUGGEST', 'Suggest')
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
  })
  afterAll(() => wiki.close())

  const suggest = async (page: Page) => {
    await page.getByRole('button', { name: 'More about this draft' }).click()
    await page
      .getByRole('menuitemcheckbox', { name: 'Suggest changes' })
      .or(page.getByRole('menuitem', { name: 'Suggest changes' }))
      .click()
  }
  const changes = (page: Page) =>
    text(page)
      .locator('ins, del')
      .evaluateAll(all => all.map(each => `${each.localName}: ${each.textContent}`))
  const seen = (page: Page, expected: string[]) => expect.poll(() => changes(page)).toEqual(expected)

  test('one user suggests, readers see nothing of it, and another user accepts and rejects', async ({ openPage }) => {
    const id = await steps.create('Suggested', BASE)
    const [first, second] = [
      await openSignedIn(openPage, wiki, ADMIN),
      await openSignedIn(openPage, wiki, { username: 'ada', password: 'ada password' }),
    ]
    await steps.edit(second, id)
    await suggest(second)
    await second.getByText('Your changes of the text are suggestions').waitFor()
    // Also after a reload.
    await steps.edit(second, id)
    await second.getByText('Your changes of the text are suggestions').waitFor()
    await text(second).locator('p').first().click()
    await second.keyboard.press('End')
    await second.keyboard.press('ArrowLeft')
    await second.keyboard.type(' morning')
    await seen(second, ['ins:  morning'])
    // One key after the other, over what is deleted.
    await text(second).locator('h2').click()
    await second.keyboard.press('End')
    for (let key = 0; key < 4; key++) await second.keyboard.press('Backspace')
    await second.keyboard.type('Agenda')
    await seen(second, ['ins: Agenda', 'del: Plan', 'ins:  morning'])
    await atEnd(second)
    await second.keyboard.press('ArrowUp')
    await second.keyboard.press('End')
    await second.keyboard.press('Enter')
    await second.keyboard.type('Grace')
    await text(second).locator('.ox-suggested-insertion', { hasText: 'Grace' }).waitFor()
    await status(second, 'Saved')
    // After a reload, in another browser.
    await steps.edit(first, id)
    await seen(first, ['ins: Agenda', 'del: Plan', 'ins:  morning'])
    await first.getByText('3 suggestions are in this text. Readers do not see them.').waitFor()
    await text(first).locator('p').first().click()
    await first.keyboard.press('Home')
    await first.keyboard.type('Team: ')
    await status(first, 'Saved')
    await publish(first)
    const published = BASE.replace('We', 'Team: We')
    expect(await steps.stored(id)).toMatchObject({ version: 2, storage: published })
    await expect.poll(() => first.locator('#main-content').innerText()).not.toMatch(/morning|Agenda|Grace/)

    await steps.edit(first, id)
    await seen(first, ['ins: Agenda', 'del: Plan', 'ins:  morning'])
    await first.getByRole('button', { name: 'Show', exact: true }).click()
    await first.getByText('Replace “Plan” with “Agenda”').waitFor()
    await first.getByText('Ada Lovelace,').waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await first.emulateMedia({ colorScheme: theme })
      await screenshot(first, `suggestions ${theme}`)
      await expectNoAxeViolations(first)
    }
    // By keyboard alone.
    await first.getByRole('button', { name: 'Accept', exact: true }).press('Enter')
    await first.getByText('Insert “ morning”').waitFor()
    await seen(first, ['ins:  morning'])
    await first.getByRole('button', { name: 'Reject', exact: true }).press('Enter')
    await first.getByText('Insert “Grace”').waitFor()
    await first.getByRole('button', { name: 'Accept', exact: true }).press('Enter')
    await first.getByRole('button', { name: 'Accept', exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => changes(second)).toEqual([])
    await status(first, 'Saved')
    await publish(first)
    const { storage } = await steps.stored(id)
    expect(storage).toContain('<h2>Agenda</h2><p>Team: We meet on Monday.</p>')
    expect(storage).toContain('Grace')
  })

  test('a suggestion cannot be decided about without a connection', async ({ openPage }) => {
    const id = await steps.create('Suggested apart', '<p>one</p>')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const wire = await cable(page)
    await steps.edit(page, id)
    await suggest(page)
    await atEnd(page)
    await page.keyboard.type(' two')
    await status(page, 'Saved')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await wire.cut()
    await status(page, 'Not saved')
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('can be accepted and rejected when the wiki can be reached').waitFor()
    await seen(page, ['ins:  two'])
    wire.plug()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await status(page, 'Saved')
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await seen(page, [])
  })

  test('text of an input method and pasted text are suggestions too, and undo takes them back', async ({
    openPage,
  }) => {
    const id = await steps.create('Composed', '<p>one</p>')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await steps.edit(page, id)
    await suggest(page)
    await page.getByRole('button', { name: 'Stop suggesting' }).waitFor()
    await text(page).locator('p').first().click()
    await page.keyboard.press('End')
    const session = await page.context().newCDPSession(page)
    for (const words of ['に', 'にほ', 'にほん'])
      await session.send('Input.imeSetComposition', {
        text: words,
        selectionStart: words.length,
        selectionEnd: words.length,
      })
    await session.send('Input.insertText', { text: '日本' })
    await seen(page, ['ins: 日本'])
    await page.keyboard.type('x')
    await seen(page, ['ins: 日本x'])
    await page.getByRole('button', { name: 'All…' }).click()
    await page.getByRole('menuitem', { name: 'Accept all' }).click()
    await seen(page, [])
    await page.keyboard.press('Control+z')
    await seen(page, ['ins: 日本x'])
    await status(page, 'Saved')
    await publish(page)
    expect(await steps.stored(id)).toMatchObject({ storage: '<p>one</p>' })
    // An earlier text comes back as a change, although the editor suggests.
    await steps.edit(page, id)
    await seen(page, ['ins: 日本x'])
    await page.getByRole('button', { name: 'More about this draft' }).click()
    await page.getByRole('menuitem', { name: 'Draft history…' }).click()
    await page.getByText('It also removes 1 suggestion from the text.').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await seen(page, [])
    await expect.poll(() => text(page).locator('.ox-suggested-deletion, .ox-suggested-insertion').count()).toBe(0)
  })
})
