import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { wordOf } from '#features/captcha/testing/word.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { deleteDocument } from './server/store.ts'
import { IDLE_MS } from './shared.ts'
import { cable } from './testing/cable.ts'
import { atEnd, publish, status, text, type EditorSteps, stepsInNewSpace } from '#features/editor/testing/steps.ts'

describe('live editing', () => {
  let wiki: TestWiki
  let steps: EditorSteps
  const ADA = { username: 'ada', password: 'ada password' }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'LIVE', 'Live')
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
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
    for (let letter = 0; letter < 5; letter++) await second.keyboard.press('Shift+ArrowLeft')
    await first.locator('.ox-live-selection', { hasText: 'right' }).waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await first.emulateMedia({ colorScheme: theme })
      await screenshot(first, `live editing ${theme}`)
      // Not in the table of screens: it needs two windows.
      await expectNoAxeViolations(first)
    }
    await second.getByRole('textbox', { name: 'Page Title' }).fill('Written together')
    await expect.poll(() => first.getByRole('textbox', { name: 'Page Title' }).inputValue()).toBe('Written together')
    for (const page of [first, second]) await status(page, 'Saved')
    // Undo takes back the user's own words alone.
    await text(first).locator('p').first().click()
    for (let step = 0; step < 12; step++) await first.keyboard.press('Control+z')
    await shows(second, 'one, to the right')
    for (let step = 0; step < 12; step++) await first.keyboard.press('Control+Shift+z')
    await shows(second, 'From the left: one, to the right')
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

  test('an editor without input for some minutes is shown as idle', async ({ openPage }) => {
    const id = await steps.create('Idle', '<p>one</p>')
    const [first, second] = [await openSignedIn(openPage, wiki, ADMIN), await openSignedIn(openPage, wiki, ADA)]
    await second.clock.install()
    await Promise.all([steps.edit(first, id), steps.edit(second, id)])
    const face = (name: string) =>
      first.getByRole('list', { name: 'Also editing' }).getByRole('img', { name, exact: true })
    await face('Ada Lovelace').waitFor()
    await second.clock.runFor(IDLE_MS + 1000)
    await face('Ada Lovelace (idle)').waitFor()
    await screenshot(first, 'idle editor')
    await text(second).locator('p').first().click()
    await face('Ada Lovelace').waitFor()
  })

  test('both texts of a conflict are marked until one is removed, and never published by accident', async ({
    openPage,
  }) => {
    const id = await steps.create('Conflict', '<p>one</p><p>two</p><ul><li>three</li></ul>')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await steps.edit(page, id)
    for (const block of ['p >> nth=0', 'p >> nth=1']) {
      await text(page).locator(block).click()
      await page.keyboard.press('End')
      await page.keyboard.type(' here')
    }
    await status(page, 'Saved')
    const body = {
      storage: { value: '<p>one there</p><p>two there</p><ul><li>three</li></ul>', representation: 'storage' },
    }
    await wiki.admin.put(`/rest/api/content/${id}`, { type: 'page', title: 'Conflict', version: { number: 2 }, body })
    const marks = () =>
      text(page)
        .locator('.ox-two-texts')
        .evaluateAll(all => all.map(each => `${each.getAttribute('data-origin')}: ${each.textContent}`))
    await expect
      .poll(marks)
      .toEqual([
        'From version 2: one there',
        'From this text: one here',
        'From version 2: two there',
        'From this text: two here',
      ])
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 812 })
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await screenshot(page, `conflict ${width} ${theme}`)
        await expectNoAxeViolations(page)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('#rte-button-publish').click()
    const question = page.getByRole('alertdialog', { name: 'Publish both texts?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await steps.stored(id)).toMatchObject({ version: 2 })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('button', { name: 'Keep this text' }).click()
    await expect.poll(marks).toEqual(['From version 2: two there', 'From this text: two here'])
    await page.getByRole('button', { name: 'Keep version 2' }).click()
    await expect.poll(marks).toEqual([])
    await page.keyboard.press('Control+z')
    await expect.poll(marks).toHaveLength(2)
    await page.getByRole('button', { name: 'Keep both' }).click()
    await expect.poll(marks).toEqual([])
    await publish(page)
    expect(await steps.stored(id)).toMatchObject({
      version: 3,
      storage: '<p>one here</p><p>two there</p><p>two here</p><ul><li>three</li></ul>',
    })
  })

  test('an earlier text of the draft is looked at and restored, which undo takes back', async ({ openPage }) => {
    const long = 'word '.repeat(100)
    const id = await steps.create('History', '<p>begin</p>')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await steps.edit(page, id)
    await text(page).locator('p').first().click()
    await page.keyboard.insertText(long)
    await status(page, 'Saved')
    const states = async () => (await wiki.admin.get(`/rest/oxbow/1.0/live/${id}/history`)).json.states.length as number
    expect(await states()).toBe(1)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('short')
    await status(page, 'Saved')
    expect(await states()).toBe(2)
    await page.getByRole('button', { name: 'More about this draft' }).click()
    await page.getByRole('menuitem', { name: 'Draft history…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Draft history' })
    await dialog.getByRole('list', { name: 'States of the draft' }).getByRole('button').last().click()
    await dialog.locator('ins', { hasText: 'word' }).first().waitFor()
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 812 })
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await screenshot(page, `draft history ${width} ${theme}`)
        await expectNoAxeViolations(page)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await text(page).getByText('word word').waitFor()
    await text(page).focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => text(page).innerText()).toMatch(/^short\s*$/)
  })

  test('what is typed without a connection is kept on the device and merged, in the same window or another one', async ({
    openPage,
  }) => {
    const id = await steps.create('Offline', '<p>one</p><p>two</p>')
    const [first, second] = [await openSignedIn(openPage, wiki, ADMIN), await openSignedIn(openPage, wiki, ADA)]
    const wire = await cable(first)
    await Promise.all([steps.edit(first, id), steps.edit(second, id)])
    await wire.cut()
    await status(first, 'Not saved')
    await atEnd(first)
    await first.keyboard.type(' offline')
    await text(second).locator('p').first().click()
    await second.keyboard.press('End')
    await second.keyboard.type(' online')
    await status(second, 'Saved')
    const kept = () => first.evaluate(() => Object.values(localStorage).join())
    await expect.poll(kept).toContain('offline')
    wire.plug()
    await first.evaluate(() => window.dispatchEvent(new Event('online')))
    await status(first, 'Saved')
    await expect.poll(kept).not.toContain('offline')
    await text(second).getByText('two offline').waitFor()
    await text(first).getByText('one online').waitFor()

    await wire.cut()
    await atEnd(first)
    await first.keyboard.type(' and closed')
    await expect.poll(kept).toContain('and closed')
    const again = await first.context().newPage()
    await first.close({ runBeforeUnload: false })
    await steps.edit(again, id)
    await text(again).getByText('two offline and closed').waitFor()
    await status(again, 'Saved')
    await text(second).getByText('two offline and closed').waitFor()
    expect(await again.evaluate(() => Object.values(localStorage).join())).not.toContain('and closed')
  })

  test('what was typed is offered again after the shared text was made anew meanwhile', async ({ openPage }) => {
    const id = await steps.create('Asleep', '<p>one</p><p>two</p>')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const wire = await cable(page)
    await steps.edit(page, id)
    await wire.cut()
    await status(page, 'Not saved')
    await atEnd(page)
    await page.keyboard.type(' after a day')
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('after a day')
    // As the removal of resting documents does.
    await wiki.app.database.transaction(tx => deleteDocument(tx, Number(id)))
    const published = await wiki.admin.put(`/rest/api/content/${id}`, {
      type: 'page',
      title: 'Asleep',
      version: { number: 2 },
      body: { storage: { value: '<p>one, changed</p><p>two</p>', representation: 'storage' } },
    })
    expect(published.status, published.text).toBe(200)
    wire.plug()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.locator('.ox-page-banner').getByText('This text was replaced on the server').waitFor()
    await text(page).getByText('two after a day').waitFor()
    await expectNoAxeViolations(page, '.ox-page-banner')
    await steps.edit(page, id)
    await text(page).getByText('one, changed').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await text(page).getByText('two after a day').waitFor()
    await text(page).getByText('one, changed').waitFor()
    await status(page, 'Saved')
  })

  test('a page is edited alone where its connection is blocked, and what is published is merged for the others', async ({
    openPage,
  }) => {
    const id = await steps.create('Blocked', '<p>one</p><p>two</p>')
    const [alone, other] = [await openSignedIn(openPage, wiki, ADMIN), await openSignedIn(openPage, wiki, ADA)]
    await alone.routeWebSocket(/\/live\//, socket => void socket.close({ code: 1011 }))
    await Promise.all([steps.edit(alone, id), steps.edit(other, id)])
    await alone.getByText('You edit this page alone').waitFor()
    await expectNoAxeViolations(alone, '.ox-page-banner')
    await atEnd(other)
    await other.keyboard.type(' by Ada')
    await status(other, 'Saved')
    await text(alone).locator('p').first().click()
    await alone.keyboard.press('End')
    await alone.keyboard.type(' by admin')
    await status(alone, 'Saved')
    await publish(alone)
    await text(other).getByText('one by admin').waitFor()
    await other.getByText('Changed by admin: version 2 was published elsewhere and is in this text now.').waitFor()
    await publish(other)
    expect(await steps.stored(id)).toMatchObject({ version: 3, storage: '<p>one by admin</p><p>two by Ada</p>' })
  })

  /** Ends the sessions of a user in all browsers. */
  const endSessions = async ({ username, password }: typeof ADA) => {
    const ended = await wiki
      .as(username, password)
      .with({ 'x-atlassian-token': 'no-check' })
      .delete('/rest/oxbow/1.0/sessions')
    expect(ended.status, ended.text).toBeLessThan(300)
  }
  /** Types until the editor has noticed that its session has ended. */
  const typeUntilSignedOut = (page: Page) =>
    expect
      .poll(async () => {
        await atEnd(page)
        await page.keyboard.type('x')
        return page.locator('#draft-status').innerText()
      })
      .toContain('Not saved: you are signed out')

  test('a user whose session ends logs in again over the editor by the keyboard, and goes on where they were', async ({
    openPage,
  }) => {
    const id = await steps.create('Signed out', '<p>one</p>')
    const page = await openSignedIn(openPage, wiki, ADA, { allowErrors: [/Failed to load|WebSocket/] })
    await steps.edit(page, id)
    await endSessions(ADA)
    await typeUntilSignedOut(page)
    await page.keyboard.type(' and after')
    await page.locator('.ox-draft-status').getByRole('button', { name: 'Log in' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    const password = dialog.getByLabel('Password')
    await dialog.getByText('Log in as Ada Lovelace to go on').waitFor()
    expect(await password.evaluate(field => field === document.activeElement)).toBe(true)
    // Escape leaves everything as it is, and the text has the focus again.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.querySelector('.ProseMirror') === document.activeElement)
    await page.locator('.ox-connection').getByRole('button', { name: 'Log in' }).press('Enter')
    for (let failures = 0; failures < 3; failures++) {
      await password.fill('wrong')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').getByText('user name and password are incorrect').waitFor()
      await password.fill('')
      await dialog.getByRole('alert').waitFor({ state: 'detached' })
    }
    // After three failures a captcha is asked for, with which the same dialog goes on.
    await password.fill(ADA.password)
    await page.keyboard.press('Enter')
    await dialog.getByText('the word in the picture is needed too').waitFor()
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 812 })
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await screenshot(page, `log in again ${width} ${theme}`)
        await expectNoAxeViolations(page)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const word = async () => {
      const source = (await dialog.getByRole('img', { name: 'Picture of a word' }).getAttribute('src')) ?? ''
      return wordOf(wiki.app, source)
    }
    await dialog.getByPlaceholder('Type the word above').fill('nonsense')
    await page.keyboard.press('Enter')
    await dialog.getByText('The typed word did not match').waitFor()
    await dialog.getByPlaceholder('Type the word above').fill(await word())
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await status(page, '^Saved')
    await page.locator('.ox-connection p').waitFor({ state: 'detached' })
    // The editor gives its selection to the browser a moment after the focus.
    await page.waitForFunction(
      () =>
        document.querySelector('.ProseMirror') === document.activeElement &&
        (window.getSelection()?.focusOffset ?? 0) > 'one'.length,
    )
    await page.keyboard.type('!')
    await status(page, '^Saved')
    const drafted = await wiki.as(ADA.username, ADA.password).get(`/rest/oxbow/1.0/content/${id}/draft`)
    expect(drafted.json.draft.storage).toMatch(/^<p>onex+ and after!<\/p>$/)
    await publish(page)
    expect((await steps.stored(id)).storage).toMatch(/^<p>onex+ and after!<\/p>$/)
  })

  test('an editor whose session has ended goes on after its user has logged in elsewhere, and once more', async ({
    openPage,
  }) => {
    const id = await steps.create('Signed out twice', '<p>one</p>')
    const page = await openSignedIn(openPage, wiki, ADA, { allowErrors: [/Failed to load|WebSocket/] })
    await steps.edit(page, id)
    for (let time = 0; time < 2; time++) {
      await endSessions(ADA)
      await typeUntilSignedOut(page)
      await page.locator('.ox-connection').getByRole('button', { name: 'Log in' }).click()
      const dialog = page.getByRole('dialog', { name: 'Log in again' })
      const [login] = await Promise.all([
        page.context().waitForEvent('page'),
        dialog.getByRole('link', { name: 'Log in in a new tab instead' }).click(),
      ])
      await login.locator('[name=os_username]').fill(ADA.username)
      await login.locator('[name=os_password]').fill(ADA.password)
      await login.keyboard.press('Enter')
      await login.waitForURL(`${wiki.url}/`)
      await login.close()
      // A browser without a window has no focus to give back.
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await dialog.waitFor({ state: 'detached' })
      await status(page, '^Saved')
    }
  })

  test('a page without its metadata says that the editor could not be opened [I8-23]', async ({ openPage }) => {
    const id = await steps.create('Without metadata', '<p>one</p>')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.evaluate(() => document.querySelector('meta[name=ajs-max-number-editors]')?.remove())
    await page.locator('#editPageLink').click()
    await page.getByText('The editor could not be opened').waitFor()
    await page.getByText('The data for editing together are missing').waitFor()
  })

  test('asks whether there is a service before it loads the code for it [I7.8-01] [I7.8-02]', async ({ openPage }) => {
    const id = await steps.create('In order', '<p>one</p>')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const requests: string[] = []
    page.on('request', request => requests.push(new URL(request.url()).pathname))
    await steps.edit(page, id)
    const heartbeat = requests.indexOf('/synchrony/v1/heartbeat')
    expect(heartbeat).toBeGreaterThan(0)
    expect(requests.findIndex(path => path.startsWith('/assets/together-'))).toBeGreaterThan(heartbeat)
  })
})
