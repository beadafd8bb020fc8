import { afterAll, beforeAll, describe } from 'vitest'
import type { Page } from 'playwright-core'
import { features } from '../../server.ts'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, screenshot, test, viewports } from '../../../test/browser.ts'

describe('the screens around a page', () => {
  let wiki: TestWiki
  const page = async (title: string, value: string): Promise<string> => {
    const made = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title,
      space: { key: 'DOCS' },
      body: { storage: { value, representation: 'storage' } },
    })
    expect(made.status, made.text).toBe(200)
    return String(made.json.id)
  }
  const write = (id: string, number: number, title: string, value: string) =>
    wiki.admin.put(`/rest/api/content/${id}`, {
      type: 'page',
      title,
      version: { number, message: `change ${number}` },
      body: { storage: { value, representation: 'storage' } },
    })
  const signIn = async (shown: Page) => {
    await shown.goto(`${wiki.url}/login.action`)
    await shown.getByLabel('User name or e-mail').fill(ADMIN.username)
    await shown.getByLabel('Password').fill(ADMIN.password)
    await Promise.all([
      shown.waitForURL(url => !url.pathname.includes('login')),
      shown.getByLabel('Password').press('Enter'),
    ])
  }
  /** Px between the lowest of the bars that stay at the top and a comment. */
  const belowBar = (shown: Page, id: string) =>
    shown.evaluate(commentId => {
      const bottom = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0
      const top = document.getElementById(commentId)?.getBoundingClientRect().top ?? 0
      return Math.round(top - Math.max(bottom('#header'), bottom('.ox-strip')))
    }, `comment-${id}`)
  const open = async (shown: Page, id: string) => {
    await shown.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await shown.getByRole('button', { name: 'Unrestricted' }).waitFor()
  }
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
  })
  afterAll(() => wiki.close())

  test('versions are compared, stepped through and restored', async ({ openPage }) => {
    const id = await page('Compared', '<p>The quick fox.</p>')
    await write(id, 2, 'Compared', '<p>The slow fox.</p>')
    await write(id, 3, 'Compared anew', '<p>The slow fox sleeps.</p>')
    const shown = await openPage()
    await signIn(shown)
    await shown.goto(`${wiki.url}/pages/viewpreviousversions.action?pageId=${id}`)
    await shown.getByRole('button', { name: 'Restore version 1' }).waitFor()
    await shown.getByLabel('Select version 1').check()
    await shown.getByRole('button', { name: 'Compare selected versions' }).click()
    await shown.waitForURL(/selectedPageVersions=1/)
    await shown.locator('.ox-compare ins').first().waitFor()
    await shown.getByRole('button', { name: 'Next change' }).click()
    expect(await shown.locator('[data-current-change]').count()).toBeGreaterThan(0)
    await shown.getByRole('button', { name: 'Side by side' }).click()
    await expect.poll(() => shown.locator('.ox-compare-half').count()).toBe(2)
    await shown.goto(`${wiki.url}/pages/viewpreviousversions.action?pageId=${id}`)
    await shown.getByRole('button', { name: 'Restore version 1' }).click()
    await shown.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await shown.getByRole('link', { name: 'v. 4' }).waitFor()
    const now = await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)
    expect([now.json.title, now.json.body.storage.value]).toEqual(['Compared', '<p>The quick fox.</p>'])
  })

  test('files are attached, shown, and come back from the trash [I2.4-01] [I2.4-05] [I9-05]', async ({ openPage }) => {
    const id = await page('With files', '<p>x</p>')
    const shown = await openPage()
    await signIn(shown)
    await shown.goto(`${wiki.url}/pages/viewpageattachments.action?pageId=${id}`)
    await shown.getByText('Drop files here, or').waitFor()
    // The dialog goes by itself a second after the last file: nothing arrives before it was looked at.
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await shown.route('**/plugins/drag-and-drop/**', async route => {
      await held
      await route.continue()
    })
    await shown.locator('input[type=file]').setInputFiles([
      { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('first') },
      { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('second') },
    ])
    const dialog = shown.getByRole('dialog', { name: 'Attach files' })
    await dialog.waitFor()
    const box = await dialog.boundingBox()
    expect([box?.width, box?.height]).toEqual([600, 400])
    expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
    release()
    await dialog.waitFor({ state: 'detached' })
    await shown.locator('[data-attachment-filename="b.txt"]').waitFor()
    await expect.poll(() => shown.locator('[data-linked-resource-id]').count()).toBe(2)
    await shown.getByRole('button', { name: 'Actions for a.txt' }).click()
    await shown.getByRole('menuitem', { name: 'Delete' }).click()
    await shown.getByRole('button', { name: 'Undo' }).click()
    await shown.locator('[data-attachment-filename="a.txt"]').waitFor()
    await expect
      .poll(async () => {
        const list = await wiki.admin.get(`/rest/oxbow/1.0/content/${id}/attachments`)
        return list.json.results.map((file: { name: string }) => file.name)
      })
      .toEqual(['a.txt', 'b.txt'])
  })

  test('versions that could not be read are read at another try', async ({ openPage }) => {
    const id = await page('With versions', '<p>x</p>')
    const form = new FormData()
    form.append('file', new File(['one'], 'plan.txt', { type: 'text/plain' }))
    expect(
      (
        await wiki.admin
          .with({ 'x-atlassian-token': 'no-check' })
          .post(`/rest/api/content/${id}/child/attachment`, form)
      ).status,
    ).toBe(200)
    const shown = await openPage({ allowErrors: [/ERR_FAILED/] })
    await signIn(shown)
    await shown.goto(`${wiki.url}/pages/viewpageattachments.action?pageId=${id}`)
    await shown.route('**/versions?*', route => route.abort())
    await shown.getByRole('button', { name: 'Actions for plan.txt' }).click()
    await shown.getByRole('menuitem', { name: 'Versions…' }).click()
    const dialog = shown.getByRole('dialog', { name: 'Versions of plan.txt' })
    await dialog.getByText('The list could not be read').waitFor()
    await shown.unroute('**/versions?*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('link', { name: 'v. 1' }).waitFor()
    expect(await dialog.getByText('The list could not be read').count()).toBe(0)
  })

  test('labels are added by the keyboard and removed', async ({ openPage }) => {
    const id = await page('Labelled', '<p>x</p>')
    const shown = await openPage()
    await signIn(shown)
    await open(shown, id)
    await shown.keyboard.press('l')
    await shown.getByRole('combobox', { name: 'Add labels' }).fill('one two')
    await shown.keyboard.press('Enter')
    await shown.getByRole('link', { name: 'two', exact: true }).waitFor()
    await shown.getByRole('combobox', { name: 'Add labels' }).press('Escape')
    await shown.getByRole('button', { name: 'Remove label one' }).click()
    await shown.getByRole('link', { name: 'one', exact: true }).waitFor({ state: 'detached' })
    const labels = await wiki.admin.get(`/rest/api/content/${id}/label`)
    expect(labels.json.results.map((label: { name: string }) => label.name)).toEqual(['two'])
  })

  test('a page is restricted, and the lock says so [V4.14-01] [V4.14-02] [V4.14-03]', async ({ openPage }) => {
    const id = await page('Restricted', '<p>x</p>')
    const below = String(
      (
        await wiki.admin.post('/rest/api/content', {
          type: 'page',
          title: 'Below the restricted',
          space: { key: 'DOCS' },
          ancestors: [{ id }],
        })
      ).json.id,
    )
    const shown = await openPage()
    await signIn(shown)
    await open(shown, id)
    const lock = shown.locator('.ox-restrictions-button')
    /** The button and the line below the title, in the document as it was sent too. */
    const expectLock = async (
      of: string,
      state: { label: string; icon: RegExp; mark: string | undefined; text: string | undefined },
    ) => {
      await expect.poll(() => lock.getAttribute('aria-label')).toBe(state.label)
      await expect.poll(() => lock.locator('svg').getAttribute('class')).toMatch(state.icon)
      const sent = await shown.request.get(`${wiki.url}/pages/viewpage.action?pageId=${of}`, {
        headers: { accept: 'text/html' },
      })
      const mark = /id="content-metadata-page-restrictions" class="ox-restricted (\w+)"/.exec(await sent.text())?.[1]
      expect(mark).toBe(state.mark)
      const line = shown.locator('#content-metadata-page-restrictions')
      await expect.poll(() => line.allInnerTexts()).toEqual(state.text === undefined ? [] : [state.text])
    }
    const unrestricted = { label: 'Unrestricted', icon: /\blucide-lock-open\b/, mark: undefined, text: undefined }
    const explicit = {
      label: 'Restrictions apply',
      icon: /\blucide-lock(?!-open)\b/,
      mark: 'restricted',
      text: 'Restricted',
    }
    const inherited = {
      label: 'Restrictions apply',
      icon: /\blucide-lock-open\b/,
      mark: 'inherited',
      text: 'Restricted above',
    }
    const choose = async (mode: string) => {
      await lock.click()
      const dialog = shown.getByRole('dialog', { name: 'Restrictions' })
      await dialog.getByText(new RegExp(`^${mode}`)).click()
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    const follow = async (title: string) => {
      await shown.locator('#ox-sidebar').getByRole('link', { name: title, exact: true }).click()
      await shown.locator('#title-text', { hasText: new RegExp(`^${title}$`) }).waitFor()
    }
    await expectLock(id, unrestricted)
    await choose('Editing restricted')
    await expectLock(id, explicit)
    await follow('Below the restricted')
    await expectLock(below, unrestricted)
    await follow('Restricted')
    await expectLock(id, explicit)
    await choose('Viewing and editing restricted')
    await expectLock(id, explicit)
    const stored = await wiki.admin.get(`/rest/oxbow/1.0/content/${id}/restrictions`)
    expect(stored.json.read.users.map((user: { username: string }) => user.username)).toEqual([ADMIN.username])
    await follow('Below the restricted')
    await expectLock(below, inherited)
    await choose('Editing restricted')
    await expectLock(below, explicit)
    await follow('Restricted')
    await choose('No restrictions')
    await expectLock(id, unrestricted)
    await shown.reload()
    await expectLock(id, unrestricted)
    await follow('Below the restricted')
    await expectLock(below, explicit)
  })

  test('a copy keeps what restricts the page unless the dialog says otherwise', async ({ openPage }) => {
    const id = await page('Guarded', '<p>x</p>')
    await wiki.admin.put(`/rest/api/content/${id}/restriction/byOperation/update/user?userName=admin`)
    const restricted = async (title: string) => {
      const path = `/rest/api/content?title=${encodeURIComponent(title)}&expand=restrictions.update.restrictions.user`
      const [found] = (await wiki.admin.get(path)).json.results
      return found.restrictions.update.restrictions.user.results.length as number
    }
    const shown = await openPage()
    await signIn(shown)
    for (const [copy, isKept] of [
      ['Copy with restrictions', true],
      ['Copy without restrictions', false],
    ] as const) {
      await shown.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
      await shown.getByRole('button', { name: 'Restrictions apply' }).waitFor()
      await shown.locator('#action-menu-link').click()
      await shown.locator('#action-copy-page-link').click()
      await shown.getByLabel('Title of the copy').fill(copy)
      const dialog = shown.getByRole('dialog')
      expect(await dialog.getByRole('checkbox', { name: 'Restrictions' }).isChecked()).toBe(true)
      if (!isKept)
        await dialog
          .getByText(/^Restrictions/)
          .first()
          .click()
      await screenshot(shown, copy)
      await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
      await shown.getByRole('heading', { name: copy }).waitFor()
      expect(await restricted(copy)).toBe(isKept ? 1 : 0)
    }
  })

  test('a page is moved, copied, deleted and brought back', async ({ openPage }) => {
    const upper = await page('Upper', '<p>x</p>')
    const home = await page('New home', '<p>x</p>')
    await wiki.admin.put(`/rest/api/content/${home}`, {
      type: 'page',
      title: 'New home',
      version: { number: 2 },
      ancestors: [{ id: upper }],
      body: { storage: { value: '<p>x</p>', representation: 'storage' } },
    })
    const id = await page('Wanderer', '<p>x</p>')
    const shown = await openPage()
    await signIn(shown)
    const choose = async (link: string) => {
      await open(shown, id)
      await shown.locator('#action-menu-link').click()
      await shown.locator(link).click()
    }
    await choose('#action-move-page-dialog-link')
    await expect.poll(() => shown.getByRole('radio', { name: 'New home' }).count()).toBe(0)
    await shown.getByRole('button', { name: 'Pages below Upper' }).click()
    await shown.getByRole('radio', { name: 'New home' }).check()
    await shown.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await shown.locator('#breadcrumbs').getByText('New home').waitFor()
    const parent = async () =>
      (await wiki.admin.get(`/rest/api/content/${id}?expand=ancestors`)).json.ancestors.at(-1)?.id
    expect(await parent()).toBe(home)

    await choose('#action-copy-page-link')
    // The tree is open as far as the place that is chosen.
    await expect.poll(() => shown.getByRole('radio', { name: 'New home' }).isChecked()).toBe(true)
    await shown.getByLabel('Title of the copy').fill('Twin')
    await shown.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
    await shown.getByRole('heading', { name: 'Twin' }).waitFor()

    // The dialog's warning is read before the page is gone.
    const warned = shown.waitForResponse(/\/diagrams\/uses\?/)
    await choose('#action-remove-content-link')
    await warned
    await shown.getByRole('alertdialog').getByRole('button', { name: 'Delete page' }).click()
    await shown.getByRole('button', { name: 'Undo' }).click()
    await shown.getByRole('heading', { name: 'Wanderer' }).waitFor()
    expect((await wiki.admin.get(`/rest/api/content/${id}`)).json.status).toBe('current')
    expect(await parent()).toBe(home)
  })

  test('comments are written, answered, edited and deleted without leaving the page [V1-18] [V2.3-19] [V9-35] [V2.3-20] [V4.12-01] [V5-14] [V5-15] [I1-08] [I4.6-02] [I5-10]', async ({
    openPage,
  }) => {
    const id = await page('Discussed', '<p>x</p>')
    const shown = await openPage()
    await signIn(shown)
    await open(shown, id)
    await shown.getByRole('button', { name: 'Write a comment…' }).click()
    const field = shown.getByRole('textbox', { name: 'Write a comment…' })
    await field.fill('   ')
    await field.press('Control+Enter')
    await shown.getByText('Comment text is empty. Cannot create empty comments.').waitFor()
    expect((await wiki.admin.get(`/rest/api/content/${id}/child/comment`)).json.size).toBe(0)
    const address = shown.url()
    await field.fill('')
    await shown.keyboard.type('See `code` at https://example.org/x.')
    await field.press('Control+Enter')
    await shown.getByRole('heading', { name: '1 Comment' }).waitFor()
    await expect.poll(() => shown.locator('#page-comments a[href="https://example.org/x"]').count()).toBe(1)
    expect(shown.url()).toBe(address)
    // The form goes and leaves the focus with what it made.
    const focused = () => shown.evaluate(() => document.activeElement?.textContent ?? '')
    await expect.poll(focused).toContain('See code at')
    await shown.getByRole('button', { name: /^Reply to/ }).click()
    await shown.getByRole('textbox', { name: /^Reply to/ }).fill('An answer')
    await shown.keyboard.press('Control+Enter')
    await shown.getByRole('heading', { name: '2 Comments' }).waitFor()
    await expect.poll(focused).toContain('An answer')
    await shown.keyboard.press('m')
    await field.press('Escape')
    await expect.poll(focused).toBe('Write a comment…')
    await shown
      .getByRole('button', { name: /^Edit comment by/ })
      .first()
      .click()
    const edit = shown.getByRole('textbox', { name: 'Edit comment' })
    await expect.poll(() => edit.textContent()).toBe('See code at https://example.org/x.')
    await edit.fill('Changed')
    await edit.press('Control+Enter')
    await shown.locator('#page-comments').getByText('(edited)').waitFor()
    await expect.poll(focused).toContain('Changed')
    await shown
      .getByRole('button', { name: /^Delete comment by/ })
      .last()
      .click()
    await shown
      .getByRole('alertdialog', { name: 'Are you sure you want to delete the comment?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await shown.getByRole('heading', { name: '1 Comment' }).waitFor()
    await expect.poll(() => shown.evaluate(() => document.activeElement === document.body)).toBe(false)
  })

  test('a dialog from the menu gives the focus back to the menu; S shares, and the button of the link copies it', async ({
    openPage,
  }) => {
    const id = await page('Shared', '<p>x</p>')
    const shown = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
    await signIn(shown)
    await open(shown, id)
    await shown.locator('#action-menu-link').click()
    await shown.locator('#action-move-page-dialog-link').click()
    await shown.getByRole('button', { name: 'Move', exact: true }).waitFor()
    await shown.keyboard.press('Escape')
    await expect.poll(() => shown.evaluate(() => document.activeElement?.id)).toBe('action-menu-link')
    await shown.keyboard.press('s')
    await shown.getByRole('dialog', { name: 'Share this page' }).waitFor()
    await shown.keyboard.press('Escape')
    await shown.locator('#shareContentLink').click()
    await shown.getByText('Link copied').waitFor()
    expect(await shown.evaluate(() => navigator.clipboard.readText())).toMatch(/^http:\/\/[^/]+\/x\//)
  })

  test('a link to a comment focuses it, 40 px below the bar that stays; without script it can be read [V2-21] [V9-32]', async ({
    openPage,
  }) => {
    const id = await page('Linked', '<p>long</p>'.repeat(60))
    const comment = (value: string) =>
      wiki.admin.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        body: { storage: { value, representation: 'storage' } },
      })
    const made = await comment('<p>here</p>')
    // Something to scroll past.
    const long = await comment('<p>more</p>'.repeat(60))
    const href = `${wiki.url}/pages/viewpage.action?pageId=${id}&focusedCommentId=${made.json.id}#comment-${made.json.id}`
    for (const javaScriptEnabled of [true, false]) {
      const shown = await openPage({ javaScriptEnabled })
      await signIn(shown)
      await shown.goto(href)
      if (javaScriptEnabled) {
        await shown.waitForFunction(commentId => document.activeElement?.id === commentId, `comment-${made.json.id}`)
        await expect.poll(() => belowBar(shown, made.json.id)).toBe(40)
        // From below too, where the page's own bar comes back over the text.
        await shown.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
        await shown.locator('.ox-strip[data-hidden]').waitFor({ state: 'attached' })
        await shown.evaluate(
          address => {
            document
              .querySelector('#comments-section')
              ?.append(Object.assign(document.createElement('a'), { href: address, id: 'upward', textContent: 'up' }))
          },
          href.replaceAll(made.json.id, long.json.id),
        )
        await shown.locator('#upward').click()
        await shown.waitForFunction(commentId => document.activeElement?.id === commentId, `comment-${long.json.id}`)
        await shown.locator('.ox-strip[data-overlay]').waitFor()
        await expect.poll(() => belowBar(shown, long.json.id)).toBe(40)
      }
      await expect.poll(() => shown.locator(`#comment-${made.json.id}`).textContent()).toContain('here')
    }
  })

  test('view source and storage format open in windows of 800 × 600 [I2.7-03] [I2.7-04] [I9-19]', async ({
    openPage,
  }) => {
    const id = await page('Sources', '<p>text</p>')
    const shown = await openPage()
    await signIn(shown)
    await open(shown, id)
    for (const link of ['#action-view-source-link', '#action-view-storage-link']) {
      await shown.locator('#action-menu-link').click()
      const [popup] = await Promise.all([shown.waitForEvent('popup'), shown.locator(link).click()])
      await expect.poll(() => popup.locator('#source').textContent()).toBe('<p>text</p>')
      expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([800, 600])
      // The page stays behind it as it was, with its menu closed.
      await shown.locator('#action-menu-link[aria-expanded=false]').waitFor()
      expect(new URL(shown.url()).searchParams.get('pageId')).toBe(id)
      await popup.close()
    }
  })

  for (const [size, viewport] of Object.entries(viewports)) {
    test(`nothing is wider than the window at ${size} width`, async ({ openPage }) => {
      const id = await page(`Wide ${size}`, '<p>x</p>')
      const form = new FormData()
      form.append('file', new Blob(['x']), `${'a long name of a file '.repeat(5)}.txt`)
      await wiki.admin
        .with({ 'x-atlassian-token': 'no-check' })
        .send('PUT', `/rest/api/content/${id}/child/attachment`, form)
      await write(id, 2, `Wide ${size}`, '<p>y</p>')
      const shown = await openPage({ viewport, colorScheme: 'dark' })
      await signIn(shown)
      for (const path of ['viewpreviousversions', 'viewpageattachments', 'viewinfo', 'diffpagesbyversion']) {
        await shown.goto(`${wiki.url}/pages/${path}.action?pageId=${id}&selectedPageVersions=1`)
        await shown.getByRole('navigation', { name: 'About this page' }).waitFor()
        expect(await shown.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
      }
    })
  }
})
