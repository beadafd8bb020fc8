import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { atEnd, editorSteps, publish, status, text } from '#features/editor/testing/steps.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, WINDOW_SIZES } from '../../../test/browser.ts'

describe('changes from outside while a page is edited', () => {
  let wiki: TestWiki
  let steps: ReturnType<typeof editorSteps>
  let homeId: string
  const ADA = { username: 'ada', password: 'ada password' }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'OUT', name: 'Outside' })
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
    homeId = (await wiki.admin.get('/rest/api/space/OUT?expand=homepage')).json.homepage.id
    steps = editorSteps(wiki, 'OUT', homeId)
  })
  afterAll(() => wiki.close())

  const banner = (page: Page) => page.locator('.ox-page-banner')
  const lost = (page: Page) => banner(page).getByRole('alert').filter({ hasText: 'can no longer be edited here' })
  const restrict = async (id: string) => {
    const restriction = [
      { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
    ]
    const reply = await wiki.admin.put(`/rest/api/content/${id}/restriction`, restriction)
    expect(reply.status, reply.text).toBe(200)
  }
  const publishByRest = async (id: string, title: string, value: string) => {
    const { version } = await steps.stored(id)
    const body = { storage: { value, representation: 'storage' } }
    const change = { type: 'page', title, version: { number: version + 1 }, body }
    const reply = await wiki.admin.put(`/rest/api/content/${id}`, change)
    expect(reply.status, reply.text).toBe(200)
  }
  /** Types while the server takes nothing any more. */
  const typeOn = async (page: Page, words: string) => {
    await atEnd(page)
    await page.keyboard.type(words)
  }
  const look = async (page: Page, name: string) => {
    for (const size of WINDOW_SIZES) {
      await page.setViewportSize(size)
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await screenshot(page, `${name} ${size.width} ${theme}`)
        await expectNoAxeViolations(page, '.ox-page-banner')
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  test('a page in the trash is told to its editors by name, and their text goes on as a new page', async ({
    openPage,
  }) => {
    const id = await steps.create('Trashed', '<p>one</p>')
    const page = await openSignedIn(openPage, wiki, ADA, { allowErrors: [/Failed to load/] })
    await steps.edit(page, id)
    await typeOn(page, ' saved')
    await status(page, '^Saved')
    expect((await wiki.admin.delete(`/rest/api/content/${id}`)).status).toBe(204)
    await lost(page).getByText('admin has moved this page to the trash.').waitFor()
    await typeOn(page, ' and after')
    await status(page, '^Not saved')
    await look(page, 'page in the trash')
    // By the keyboard.
    await lost(page).getByRole('button', { name: 'Save as new page' }).press('Enter')
    await page.waitForURL('**/pages/resumedraft.action*')
    await text(page).getByText('one saved and after').waitFor()
    expect(await page.getByRole('textbox', { name: 'Page Title' }).inputValue()).toBe('Trashed')
    expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('and after')
    await publish(page)
    const [found] = (await wiki.admin.get('/rest/api/content?spaceKey=OUT&title=Trashed&expand=body.storage,ancestors'))
      .json.results
    expect(found).toMatchObject({ body: { storage: { value: '<p>one saved and after</p>' } } })
    expect(found.id).not.toBe(id)
    expect(found.ancestors.at(-1).id).toBe(homeId)
  })

  test('a page that an editor may no longer change is saved as a copy, or goes on once it may be changed again', async ({
    openPage,
  }) => {
    const id = await steps.create('Restricted', '<p>one</p>')
    const [page, second] = [
      await openSignedIn(openPage, wiki, ADA, { allowErrors: [/Failed to load/] }),
      await openSignedIn(openPage, wiki, ADA, { allowErrors: [/Failed to load/] }),
    ]
    await Promise.all([steps.edit(page, id), steps.edit(second, id)])
    await restrict(id)
    for (const shown of [page, second]) await lost(shown).getByText('You no longer have permission').waitFor()
    await typeOn(page, ' kept')
    await lost(page).getByRole('button', { name: 'Save as new page' }).click()
    await page.waitForURL('**/pages/resumedraft.action*')
    await text(page).getByText('one kept').waitFor()
    expect(await page.getByRole('textbox', { name: 'Page Title' }).inputValue()).toBe('Copy of Restricted')
    await publish(page)
    await typeOn(second, ' later')
    await lost(second).getByRole('button', { name: 'Try again' }).click()
    await lost(second).getByText('You no longer have permission').waitFor()
    expect((await wiki.admin.delete(`/rest/api/content/${id}/restriction`)).status).toBe(200)
    await lost(second).getByRole('button', { name: 'Try again' }).click()
    await lost(second).waitFor({ state: 'detached' })
    await status(second, '^Saved')
    await publish(second)
    expect(await steps.stored(id)).toMatchObject({ title: 'Restricted', storage: '<p>one later</p>' })
  })

  test('a page that was moved says where, and is edited on', async ({ openPage }) => {
    const id = await steps.create('Moved', '<p>one</p>')
    const below = await steps.create('New parent', '<p>parent</p>')
    const page = await openSignedIn(openPage, wiki, ADA)
    await steps.edit(page, id)
    expect((await wiki.admin.put(`/rest/api/content/${id}/move/append/${below}`)).status).toBe(200)
    await banner(page)
      .getByText('admin has moved this page below “New parent” in the space “Outside”. You can go on editing.')
      .waitFor()
    await look(page, 'page moved')
    await banner(page).getByRole('button', { name: 'Got it' }).click()
    await typeOn(page, ' two')
    await status(page, '^Saved')
    await publish(page)
    expect(await steps.stored(id)).toMatchObject({ storage: '<p>one two</p>' })
    const { ancestors } = (await wiki.admin.get(`/rest/api/content/${id}?expand=ancestors`)).json
    expect(ancestors.at(-1).id).toBe(below)
  })

  test('a version that was published meanwhile can be looked at beside the text', async ({ openPage }) => {
    const id = await steps.create('Published', '<p>one</p><p>two</p>')
    const page = await openSignedIn(openPage, wiki, ADA)
    await steps.edit(page, id)
    await typeOn(page, ' typed')
    await publishByRest(id, 'Published', '<p>one changed</p><p>two</p>')
    await banner(page).getByText('Changed by admin: version 2 was published elsewhere').waitFor()
    await look(page, 'version published meanwhile')
    const [changes] = await Promise.all([
      page.context().waitForEvent('page'),
      banner(page).getByRole('link', { name: 'Show changes' }).click(),
    ])
    await changes.locator('ins, .diff-html-added').filter({ hasText: 'changed' }).first().waitFor()
    await changes.close()
    await text(page).getByText('one changed').waitFor()
    await text(page).getByText('two typed').waitFor()
  })

  test('an editor who edits alone is told the same with the next save', async ({ openPage }) => {
    const alone = async (id: string) => {
      const page = await openSignedIn(openPage, wiki, ADA, { allowErrors: [/Failed to load/] })
      await page.routeWebSocket(/\/live\//, socket => void socket.close({ code: 1011 }))
      await steps.edit(page, id)
      await page.getByText('You edit this page alone').waitFor()
      return page
    }
    const published = await steps.create('Published alone', '<p>one</p>')
    const first = await alone(published)
    await publishByRest(published, 'Published alone', '<p>one changed</p>')
    await typeOn(first, ' typed')
    await banner(first).getByText('Version 2 was published after you began.').waitFor()
    await banner(first).getByRole('link', { name: 'Show changes' }).waitFor()
    await banner(first).getByRole('button', { name: 'Compare' }).waitFor()

    const trashed = await steps.create('Trashed alone', '<p>one</p>')
    const second = await alone(trashed)
    expect((await wiki.admin.delete(`/rest/api/content/${trashed}`)).status).toBe(204)
    await typeOn(second, ' kept')
    await lost(second).getByRole('button', { name: 'Save as new page' }).click()
    await second.waitForURL('**/pages/resumedraft.action*')
    await text(second).getByText('one kept').waitFor()
  })
})
