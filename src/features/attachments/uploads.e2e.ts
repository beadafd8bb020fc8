import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

  /** A new page for each test, opened. */
  const open = async (openPage: OpenPage, options: PageOptions = {}, more: object = {}) => {
    const id = await makePage(wiki, `Page ${++pages}`, more)
    const page = await openSignedIn(openPage, wiki, ADMIN, options)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    return { id, page }
  }
  const send = (page: Page, kind: 'dragenter' | 'drop', names: readonly string[], size = 5) =>
    page.evaluate(
      ([type, files, bytes]) => {
        const data = new DataTransfer()
        for (const name of files) data.items.add(new File(['hello'.padEnd(bytes, '.')], name, { type: 'text/plain' }))
        document
          .querySelector('#main')
          ?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
      },
      [kind, names, size] as const,
    )
  /** Drags files from these paths of the disk over the page and drops them, as a person does. */
  const dragFromDisk = async (page: Page, paths: readonly string[]) => {
    const devtools = await page.context().newCDPSession(page)
    const at = await page.locator('#main').boundingBox()
    const [x, y] = [(at?.x ?? 0) + 200, (at?.y ?? 0) + 200]
    const data = { items: [], files: [...paths], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  const dialog = (page: Page) => page.locator('#drop-zone-progress')
  const files = async (id: string) =>
    ((await wiki.admin.get(childPath(id))).json.results as { title: string }[]).map(file => file.title)
  /** States that the rows of the dialog show for their files. */
  const states = (page: Page) =>
    dialog(page)
      .getByRole('listitem')
      .evaluateAll(rows =>
        rows.map(row => {
          if (row.querySelector('[role=alert]')) return 'failed'
          if (row.querySelector('[aria-label=Uploaded]')) return 'done'
          return row.textContent.includes('Waiting...') ? 'queued' : 'uploading'
        }),
      )
  /** Uploads are held until they are released, each with the answer that the test gives it. */
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

  test('are attached, one after the other, with a row each; the dialog closes by itself [I2.4-01] [I2.4-02] [I2.4-03] [I2.4-04] [I2.4-07] [I3-07]', async ({
    openPage,
  }) => {
    const { id, page } = await open(openPage)
    const waiting = await hold(page)
    await send(page, 'dragenter', ['a.txt'])
    await page.getByText('Drop files here to attach them').waitFor()
    await send(page, 'drop', ['a.txt', 'b.txt'])
    const row = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name })
    await expect.poll(() => waiting.length).toBe(1)
    await page.getByRole('dialog', { name: 'Attach files', exact: true }).and(dialog(page)).waitFor()
    const box = await dialog(page).boundingBox()
    expect([box?.width, box?.height]).toEqual([600, 400])
    await row('a.txt')
      .getByText(/ of 5 B$/)
      .waitFor()
    await row('b.txt').getByText('Waiting...').waitFor()
    expect(await row('b.txt').getByRole('progressbar').getAttribute('max')).toBe('1')
    expect(await row('b.txt').getByRole('button', { name: 'Cancel Upload' }).count()).toBe(1)
    const sent = Object.fromEntries(waiting[0]?.url.searchParams ?? [])
    const token = await page.locator('meta[name="ajs-atl-token"]').getAttribute('content')
    expect(sent).toEqual({
      pageId: id,
      spaceKey: 'FILES',
      filename: 'a.txt',
      size: '5',
      mimeType: 'text/plain',
      atl_token: token,
    })
    waiting[0]?.answer()
    await row('a.txt').getByRole('img', { name: 'Uploaded' }).waitFor()
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.answer()
    await dialog(page).waitFor({ state: 'detached' })
    expect((await files(id)).toSorted()).toEqual(['a.txt', 'b.txt'])
  })

  test('are shown for a second after the last has arrived, and the page with them [I9-06] [I4.3-04] [I1-05]', async ({
    openPage,
  }) => {
    const { page } = await open(
      openPage,
      {},
      {
        body: {
          storage: { value: '<p>Files:</p><ac:structured-macro ac:name="attachments" />', representation: 'storage' },
        },
      },
    )
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
    await page.locator('#main-content').getByText('a.txt').first().waitFor()
  })

  test('say what went wrong, and stay until one has read it [I4.3-01] [I4.3-05] [I8-05] [I8-06] [I8-07] [I2.4-06]', async ({
    openPage,
  }) => {
    const { page } = await open(openPage, { allowErrors: [/drag-and-drop/] })
    const waiting = await hold(page)
    const reasons = [
      [200, '{"actionErrors":["Too odd","Too even"]}'],
      [200, '<html>'],
      [500, '{"message":"No room"}'],
    ] as const
    await send(page, 'drop', ['odd.txt', 'html.txt', 'full.txt', 'fine.txt'])
    for (const [index, [status, body]] of reasons.entries()) {
      await expect.poll(() => waiting.length).toBe(index + 1)
      // Those before have failed, this one is on its way, those behind it wait.
      await expect
        .poll(() => states(page))
        .toEqual([...Array<string>(index).fill('failed'), 'uploading', ...Array<string>(3 - index).fill('queued')])
      // Nothing closes the dialog while something is on its way.
      await page.keyboard.press('Escape')
      expect(await dialog(page).count()).toBe(1)
      waiting[index]?.answer(status, body)
    }
    await expect.poll(() => waiting.length).toBe(4)
    waiting[3]?.answer()
    await expect
      .poll(() => dialog(page).getByRole('alert').allTextContents())
      .toEqual(['Too odd', 'Invalid response received from the server.', 'No room'])
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Done' }).isEnabled()).toBe(true)
    expect(await states(page)).toEqual(['failed', 'failed', 'failed', 'done'])
    await page.route('**/plugins/drag-and-drop/**', route => route.abort())
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await send(page, 'drop', ['away.txt'])
    await dialog(page).getByText('The server is not responding. Please check that it is running.').waitFor()
  })

  test('all arrive when the second drop comes before the first has begun', async ({ openPage }) => {
    const { id, page } = await open(openPage)
    const loaded = Promise.withResolvers<void>()
    await page.route('**/assets/Uploading-*.js', async route => {
      await loaded.promise
      await route.continue()
    })
    const code = page.waitForRequest('**/assets/Uploading-*.js')
    await send(page, 'drop', ['first.txt'])
    await code
    await send(page, 'drop', ['second.txt'])
    await send(page, 'drop', ['third.txt'])
    loaded.resolve()
    await dialog(page).waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    expect((await files(id)).toSorted()).toEqual(['first.txt', 'second.txt', 'third.txt'])
  })

  test('are left alone behind a dialog, and join the others where that shows how far these are [I5-06]', async ({
    openPage,
  }) => {
    const { id, page } = await open(openPage)
    for (const [link, title] of [
      ['action-move-page-dialog-link', 'Move page'],
      ['action-copy-page-link', 'Copy page'],
      ['action-remove-content-link', 'Delete page'],
    ] as const) {
      await page.locator('#action-menu-link').click()
      await page.locator(`#${link}`).click()
      const above = page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }))
      await above.waitFor()
      await send(page, 'drop', [`behind ${title}.txt`])
      await above.getByRole('button', { name: 'Close this dialog' }).click()
      await above.waitFor({ state: 'detached' })
    }
    // One after the other: had one of those been taken, it would be sent before these.
    const waiting = await hold(page)
    await send(page, 'drop', ['first.txt'])
    await expect.poll(() => waiting.length).toBe(1)
    await send(page, 'drop', ['second.txt'])
    await expect.poll(() => states(page)).toEqual(['uploading', 'queued'])
    waiting[0]?.answer()
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.answer()
    await dialog(page).waitFor({ state: 'detached' })
    expect(waiting.map(({ url }) => url.searchParams.get('filename'))).toEqual(['first.txt', 'second.txt'])
    expect((await files(id)).toSorted()).toEqual(['first.txt', 'second.txt'])
  })

  test('are refused above the size that the administrator has set [I5-02] [I9-04]', async ({ openPage }) => {
    const settings = '/rest/oxbow/1.0/admin/settings'
    const { maxAttachmentSize } = (await wiki.admin.get(settings)).json as { maxAttachmentSize: number }
    expect((await wiki.admin.put(settings, { maxAttachmentSize: 1_048_576 })).status).toBe(200)
    try {
      const { id, page } = await open(openPage)
      await send(page, 'drop', ['big.bin'], 1_048_577)
      await dialog(page)
        .getByRole('alert')
        .getByText('big.bin is too big to upload. Files must be less than 1 MB.', { exact: true })
        .waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await send(page, 'drop', ['fits.bin'], 1_048_576)
      await expect.poll(() => files(id)).toEqual(['fits.bin'])
    } finally {
      await wiki.admin.put(settings, { maxAttachmentSize })
    }
  })

  test('go in chunks where a size of chunks is set, and go on after a broken connection [I7.2-03]', async ({
    openPage,
  }) => {
    const settings = '/rest/oxbow/1.0/admin/settings'
    expect((await wiki.admin.put(settings, { attachmentChunkSize: 1_048_576 })).status).toBe(200)
    try {
      const { id, page } = await open(openPage, { allowErrors: [/ERR_/] })
      const chunks: string[] = []
      let isBroken = true
      await page.route('**/plugins/drag-and-drop/upload.action*', async route => {
        const { searchParams } = new URL(route.request().url())
        chunks.push(
          `${searchParams.get('chunk')}/${searchParams.get('chunks')} ${route.request().postDataBuffer()?.length}`,
        )
        if (searchParams.get('chunk') === '1' && isBroken) {
          // The browser goes offline in the middle: the queue stops, and sends again when it is back.
          isBroken = false
          await page.evaluate(() => window.dispatchEvent(new Event('offline')))
          await page.evaluate(() => window.dispatchEvent(new Event('online')))
          return
        }
        await route.continue()
      })
      await send(page, 'drop', ['large.bin'], 2_500_000)
      await expect.poll(() => files(id)).toEqual(['large.bin'])
      expect(chunks).toEqual(['0/3 1048576', '1/3 1048576', '1/3 1048576', '2/3 402848'])
      const { results } = (await wiki.admin.get(`/rest/api/content/${id}/child/attachment`)).json as {
        results: { extensions: { fileSize: number } }[]
      }
      expect(results[0]?.extensions.fileSize).toBe(2_500_000)
    } finally {
      await wiki.admin.put(settings, { attachmentChunkSize: 0 })
    }
  })

  test('are refused when they are folders [I5-04] [I9-07]', async ({ openPage }) => {
    const { id, page } = await open(openPage)
    const folder = await mkdtemp(join(tmpdir(), 'oxbow-drop-'))
    try {
      await mkdir(join(folder, 'Holiday'))
      await writeFile(join(folder, 'plain.txt'), 'hello')
      await dragFromDisk(page, [join(folder, 'Holiday'), join(folder, 'plain.txt')])
      await dialog(page)
        .getByRole('alert')
        .getByText('Holiday might be a folder or an unsupported file type.', { exact: true })
        .waitFor()
      await expect.poll(() => states(page)).toEqual(['failed', 'done'])
      expect(await files(id)).toEqual(['plain.txt'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('can be taken out of the queue, before and while they are sent [I8-08]', async ({ openPage }) => {
    const { id, page } = await open(openPage, { allowErrors: [/ERR_FAILED|ERR_ABORTED/] })
    const waiting = await hold(page)
    await send(page, 'drop', ['sending.txt', 'waiting.txt', 'last.txt'])
    await expect.poll(() => waiting.length).toBe(1)
    const row = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name })
    for (const name of ['waiting.txt', 'sending.txt']) {
      await row(name).getByRole('button', { name: 'Cancel Upload' }).click()
      await row(name)
        .getByRole('alert')
        .getByText('File was manually removed from the queue.', { exact: true })
        .waitFor()
    }
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.answer()
    await expect.poll(() => states(page)).toEqual(['failed', 'failed', 'done'])
    expect(await files(id)).toEqual(['last.txt'])
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await dialog(page).waitFor({ state: 'detached' })
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
