import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, type OpenPage, openSignedIn, type PageOptions, test } from '../../../test/browser.ts'
import { childPath, makePage, makeSpace } from './testing/forms.ts'

describe('files that are dropped on a page', () => {
  let wiki: TestWiki
  let pages = 0
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await makeSpace(wiki)
  })
  afterAll(() => wiki.close())

  /** A page of its own for each test, opened. */
  const open = async (openPage: OpenPage, options: PageOptions = {}) => {
    const id = await makePage(wiki, `Page ${++pages}`)
    const page = await openSignedIn(openPage, wiki, ADMIN, options)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    return { id, page }
  }
  const send = (page: Page, kind: 'dragenter' | 'drop', names: readonly string[]) => page.evaluate(([type, files]) => {
    const data = new DataTransfer()
    for (const name of files) data.items.add(new File(['hello'], name, { type: 'text/plain' }))
    document.querySelector('#main')?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
  }, [kind, names] as const)
  const dialog = (page: Page) => page.locator('#drop-zone-progress')
  const files = async (id: string) => ((await wiki.admin.get(childPath(id))).json.results as { title: string }[]).map(file => file.title)
  /** What the rows of the dialog say of their files. */
  const states = (page: Page) => dialog(page).getByRole('listitem').evaluateAll(rows => rows.map(row => {
    if (row.querySelector('[role=alert]')) return 'failed'
    if (row.querySelector('[aria-label=Uploaded]')) return 'done'
    return row.textContent.includes('Waiting...') ? 'queued' : 'uploading'
  }))
  /** Uploads are held until they are let go, each with the answer that the test gives it. */
  const hold = async (page: Page) => {
    const waiting: { url: URL; answer: (status?: number, body?: string) => void }[] = []
    await page.route('**/plugins/drag-and-drop/**', async route => {
      const [status, body] = await new Promise<[number | undefined, string]>(resolve => {
        waiting.push({ url: new URL(route.request().url()), answer: (given, text = '') => resolve([given, text]) })
      })
      await (status === undefined ? route.continue() : route.fulfill({ status, body }))
    })
    return waiting
  }

  test('are attached, one after the other, with a row each; the dialog closes by itself [I2.4-02] [I2.4-03] [I2.4-04] [I2.4-07] [I3-07]', async ({ openPage }) => {
    const { id, page } = await open(openPage)
    const waiting = await hold(page)
    await send(page, 'dragenter', ['a.txt'])
    await page.getByText('Drop files here to attach them').waitFor()
    await send(page, 'drop', ['a.txt', 'b.txt'])
    const row = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name })
    await expect.poll(() => waiting.length).toBe(1)
    await row('a.txt').getByText(/ of 5 B$/).waitFor()
    await row('b.txt').getByText('Waiting...').waitFor()
    expect(await row('b.txt').getByRole('progressbar').getAttribute('max')).toBe('1')
    expect(await row('b.txt').getByRole('button', { name: 'Cancel Upload' }).count()).toBe(1)
    const sent = Object.fromEntries(waiting[0]?.url.searchParams ?? [])
    expect(sent).toMatchObject({ pageId: id, filename: 'a.txt', size: '5', mimeType: 'text/plain', atl_token: expect.any(String) as string })
    waiting[0]?.answer()
    await row('a.txt').getByRole('img', { name: 'Uploaded' }).waitFor()
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.answer()
    await dialog(page).waitFor({ state: 'detached' })
    expect((await files(id)).toSorted()).toEqual(['a.txt', 'b.txt'])
  })

  test('are shown for a second after the last has arrived [I9-06]', async ({ openPage }) => {
    const { page } = await open(openPage)
    const waiting = await hold(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await send(page, 'drop', ['a.txt'])
    await expect.poll(() => waiting.length).toBe(1)
    waiting[0]?.answer()
    await dialog(page).getByRole('img', { name: 'Uploaded' }).waitFor()
    await page.clock.runFor(999)
    expect(await dialog(page).count()).toBe(1)
    await page.clock.runFor(1)
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('say what went wrong, and stay until one has read it [I4.3-01] [I4.3-05] [I8-05] [I8-06] [I8-07] [I2.4-06]', async ({ openPage }) => {
    const { page } = await open(openPage, { allowErrors: [/drag-and-drop/] })
    const waiting = await hold(page)
    const reasons = [[200, '{"actionErrors":["Too odd","Too even"]}'], [200, '<html>'], [500, '{"message":"No room"}']] as const
    await send(page, 'drop', ['odd.txt', 'html.txt', 'full.txt', 'fine.txt'])
    for (const [index, [status, body]] of reasons.entries()) {
      await expect.poll(() => waiting.length).toBe(index + 1)
      // Those before have failed, this one is on its way, those behind it wait.
      await expect.poll(() => states(page)).toEqual([...Array<string>(index).fill('failed'), 'uploading', ...Array<string>(3 - index).fill('queued')])
      // Nothing closes the dialog while something is on its way.
      await page.keyboard.press('Escape')
      expect(await dialog(page).count()).toBe(1)
      waiting[index]?.answer(status, body)
    }
    await expect.poll(() => waiting.length).toBe(4)
    waiting[3]?.answer()
    await expect.poll(() => dialog(page).getByRole('alert').allTextContents()).toEqual(['Too odd', 'Invalid response received from the server.', 'No room'])
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Done' }).isEnabled()).toBe(true)
    expect(await states(page)).toEqual(['failed', 'failed', 'failed', 'done'])
    await page.route('**/plugins/drag-and-drop/**', route => route.abort())
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await send(page, 'drop', ['away.txt'])
    await dialog(page).getByText('The server is not responding. Please check that it is running.').waitFor()
  })

  test('are left alone behind a dialog, and join the others where that shows how far these are [I5-06]', async ({ openPage }) => {
    const { id, page } = await open(openPage)
    await page.locator('#action-menu-link').click()
    await page.locator('#action-move-page-dialog-link').click()
    await page.getByRole('dialog', { name: /Move/ }).waitFor()
    await send(page, 'drop', ['no.txt'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: /Move/ }).waitFor({ state: 'detached' })
    const waiting = await hold(page)
    await send(page, 'drop', ['first.txt'])
    await expect.poll(() => waiting.length).toBe(1)
    await send(page, 'drop', ['second.txt'])
    await expect.poll(() => states(page)).toEqual(['uploading', 'queued'])
    waiting[0]?.answer()
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.answer()
    await dialog(page).waitFor({ state: 'detached' })
    expect((await files(id)).toSorted()).toEqual(['first.txt', 'second.txt'])
  })

  test('are left alone where the page says that it takes none [I5-07]', async ({ openPage }) => {
    const { id, page } = await open(openPage)
    await page.evaluate(() => {
      const mark = document.createElement('div')
      mark.className = 'disable-attachment-uploader'
      document.body.append(mark)
    })
    await send(page, 'drop', ['no.txt'])
    await page.evaluate(() => document.querySelector('.disable-attachment-uploader')?.remove())
    await send(page, 'drop', ['yes.txt'])
    await expect.poll(() => files(id)).toEqual(['yes.txt'])
  })
})
