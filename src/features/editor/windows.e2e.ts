import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  screenshot,
  test,
} from '../../../test/browser.ts'
import { atEnd, publish, status, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

describe('a draft in several windows', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'WIN', 'Windows')
    // Each user has a separate draft.
    await wiki.admin.put('/rest/oxbow/1.0/admin/settings', { liveEditing: false })
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)

  test('two windows on one draft tell each other, and whichever text is chosen, the other one is still there', async ({
    openPage,
  }) => {
    const first = await signedIn(openPage, { allowErrors: [/409 \(Conflict\)/] })
    const id = await steps.create('In two windows', '<p>begun</p>')
    const kept = () => steps.drafted(id)
    await steps.edit(first, id)
    const second = await first.context().newPage()
    await steps.edit(second, id)
    await atEnd(second)
    await second.keyboard.type(' in the second')
    await second.getByRole('textbox', { name: 'Page Title' }).fill('Named in the second')
    await status(second, 'Saved')

    await atEnd(first)
    await first.keyboard.type(' in the first')
    await status(first, 'Changed in another window')
    expect(await kept()).toMatchObject({ title: 'Named in the second', storage: '<p>begun in the second</p>' })
    const notice = first.locator('#draft-apart')
    await screenshot(first, 'editor two windows')
    // Not in the table of screens: it needs two windows.
    await expectNoAxeViolations(first, '#draft-apart')
    // Nothing is published over the other text unasked; the choice is shown, and typing stays possible meanwhile.
    await first.locator('#rte-button-publish').click()
    await expect
      .poll(() =>
        notice
          .getByRole('button')
          .first()
          .evaluate(button => button === document.activeElement),
      )
      .toBe(true)
    expect((await steps.stored(id)).version).toBe(1)
    await notice.getByRole('button', { name: 'Take the other text' }).click()
    await text(first).getByText('begun in the second').waitFor()
    expect(await first.getByRole('textbox', { name: 'Page Title' }).inputValue()).toBe('Named in the second')
    // The editor takes the focus with the next frame.
    await expect.poll(() => text(first).evaluate(element => element === document.activeElement)).toBe(true)
    await notice.getByRole('button', { name: 'Back to my text' }).click()
    await text(first).getByText('begun in the first').waitFor()
    await expect.poll(() => first.getByRole('textbox', { name: 'Page Title' }).inputValue()).toBe('In two windows')
    await status(first, 'Saved')
    expect(await kept()).toMatchObject({ title: 'In two windows', storage: '<p>begun in the first</p>' })
    await notice.getByRole('button', { name: 'Got it' }).click()
    await notice.waitFor({ state: 'detached' })

    // The second one is notified as soon as it resumes, and what it publishes is what was chosen there.
    await atEnd(second)
    await second.keyboard.type(' again')
    await second.locator('#draft-apart').getByRole('button', { name: 'Keep this text' }).click()
    await status(second, 'Saved')
    expect((await kept())?.storage).toBe('<p>begun in the second again</p>')
    await second.locator('#draft-apart').getByRole('button', { name: 'Take the other text' }).waitFor()
    await publish(second)
    expect(await steps.stored(id)).toMatchObject({
      title: 'Named in the second',
      storage: '<p>begun in the second again</p>',
      version: 2,
    })
  })

  test('what a window could not keep beside another one is offered when the page is edited again', async ({
    openPage,
  }) => {
    const first = await signedIn(openPage, { allowErrors: [/409 \(Conflict\)/] })
    const id = await steps.create('Closed undecided', '<p>begun</p>')
    await steps.edit(first, id)
    const second = await first.context().newPage()
    await steps.edit(second, id)
    await atEnd(second)
    await second.keyboard.type(' in the second')
    await status(second, 'Saved')
    await atEnd(first)
    await first.keyboard.type(' in the first')
    await status(first, 'Changed in another window')
    await first.close({ runBeforeUnload: false })
    await atEnd(second)
    await second.keyboard.type(' and on')
    await status(second, 'Saved')
    await steps.edit(second, id)
    await text(second).getByText('begun in the second and on').waitFor()
    await second.getByText('This device has changes').waitFor()
    await second.getByRole('button', { name: 'Restore' }).click()
    await text(second).getByText('begun in the first').waitFor()
  })

  test('a new page that another window has published is gone on with as its next version', async ({ openPage }) => {
    const first = await signedIn(openPage, { allowErrors: [/409 \(Conflict\)/] })
    await first.goto(`${wiki.url}/pages/createpage.action?spaceKey=WIN&title=Begun+twice`)
    await text(first).waitFor()
    const id = await first.evaluate(
      () => document.querySelector('meta[name=ajs-content-id]')?.getAttribute('content') ?? '',
    )
    const second = await first.context().newPage()
    await second.goto(`${wiki.url}/pages/resumedraft.action?draftId=${id}`)
    await second.getByRole('textbox', { name: 'Page Title' }).fill('Begun twice')
    await atEnd(second)
    await second.keyboard.type('by the second')
    await publish(second)
    await atEnd(first)
    await first.keyboard.type('by the first')
    await first.locator('#draft-apart').getByRole('button', { name: 'Keep this text' }).click()
    await status(first, 'Saved')
    await publish(first)
    expect(await steps.stored(id)).toMatchObject({ storage: '<p>by the first</p>', version: 2 })
  })

  test('two windows that create in the same place write two pages', async ({ openPage }) => {
    const first = await signedIn(openPage)
    const second = await first.context().newPage()
    for (const [page, title] of [
      [first, 'Created in one'],
      [second, 'Created in the other'],
    ] as const) {
      await page.goto(`${wiki.url}/pages/createpage.action?spaceKey=WIN`)
      await page.getByRole('textbox', { name: 'Page Title' }).fill(title)
      await page.keyboard.press('Enter')
      await page.keyboard.type(title)
      await status(page, 'Saved')
    }
    for (const [page, title] of [
      [first, 'Created in one'],
      [second, 'Created in the other'],
    ] as const) {
      await publish(page)
      await page.locator('#title-text', { hasText: title }).waitFor()
    }
  })

  test('what was begun and not written in goes with its window, by whichever way that is left', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const begin = async () => {
      await page.goto(`${wiki.url}/pages/createpage.action?spaceKey=WIN&title=Never+written`)
      await text(page).waitFor()
      return (await page.locator('meta[name=ajs-draft-id]').getAttribute('content')) ?? ''
    }
    const isThere = async (id: string) => (await wiki.admin.get(`/rest/oxbow/1.0/editor/${id}`)).status === 200
    const ways: Record<string, () => Promise<unknown>> = {
      'its button': () => page.locator('#rte-button-cancel').click(),
      'a link of the app': () => page.getByRole('link', { name: 'Oxbow', exact: true }).click(),
      'the closed window': async () => {
        await page.close()
      },
    }
    for (const [way, leave] of Object.entries(ways)) {
      const id = await begin()
      expect(await isThere(id)).toBe(true)
      await leave()
      await expect.poll(() => isThere(id), { message: way }).toBe(false)
    }
  })

  test('who publishes a page in one window is told in the other that it was they', async ({ openPage }) => {
    const id = await steps.create('Two windows', '<p>start</p>')
    const one = await signedIn(openPage, { allowErrors: [/409|ERR_FAILED/] })
    const other = await one.context().newPage()
    await steps.edit(one, id)
    await steps.edit(other, id)
    await atEnd(one)
    await one.keyboard.type(' one')
    await status(one, 'Saved')
    await atEnd(other)
    await other.keyboard.type(' other')
    await other.locator('#draft-apart').getByRole('button', { name: 'Keep this text' }).click()
    await status(other, 'Saved')
    await publish(other)
    // The published version cannot be read at first.
    await one.route(`**/rest/api/content/${id}?*body.storage*`, route => route.abort())
    await one.locator('#rte-button-publish').click()
    const dialog = one.locator('#conflict-screen')
    await dialog.getByText('The published text could not be read').waitFor()
    await one.unroute(`**/rest/api/content/${id}?*body.storage*`)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('heading', { name: 'You have published this page elsewhere' }).waitFor()
    await dialog.getByRole('group', { name: 'Conflict 1 of 1: Yours' }).getByText('start one').waitFor()
    await dialog.getByRole('group', { name: 'Conflict 1 of 1: Theirs' }).getByText('start other').waitFor()
  })
})
