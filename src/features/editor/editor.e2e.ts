import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { equivalent } from '#language/index.ts'
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
import { atEnd, editorSteps, paste, publish, status, text } from './testing/steps.ts'

const OTHER = { username: 'bea', password: 'another long one' }

/** Some of everything, with blanks, attributes and unknown macros. */
const RICH = `<p style="text-align: center;">Centred <strong>bold <em>both</em></strong> and <span style="color: rgb(191,38,0);">red</span>,
  on two lines of source.</p>
<h2 id="x">A heading</h2>
<ul><li>one<ul><li>below <ac:link><ri:page ri:content-title="Rich" /></ac:link></li></ul></li><li><p>two</p></li></ul>
<ac:task-list><ac:task><ac:task-id>7</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>done already</ac:task-body></ac:task></ac:task-list>
<table class="wrapped"><colgroup><col style="width: 120.0px;" /><col /></colgroup><tbody><tr><th>Name</th><th data-highlight-colour="blue">Value</th></tr><tr><td rowspan="1">a</td><td><p>1</p></td></tr></tbody></table>
<ac:structured-macro ac:name="code" ac:macro-id="11111111-1111-4111-8111-111111111111"><ac:parameter ac:name="language">python</ac:parameter><ac:plain-text-body><![CDATA[if a < b:
    print("]]]]><![CDATA[>")]]></ac:plain-text-body></ac:structured-macro>
<ac:structured-macro ac:name="info" ac:schema-version="1"><ac:parameter ac:name="title">Mind</ac:parameter><ac:rich-text-body><p>An information box</p></ac:rich-text-body></ac:structured-macro>
<ac:structured-macro ac:name="nobody-knows" ac:foo="bar"><ac:parameter ac:name="depth">3</ac:parameter><ac:rich-text-body><p>kept <custom x="1">as it is</custom></p></ac:rich-text-body></ac:structured-macro>
<p>State: <ac:structured-macro ac:name="status"><ac:parameter ac:name="title">On track</ac:parameter><ac:parameter ac:name="colour">Green</ac:parameter></ac:structured-macro> <ac:emoticon ac:name="smile" /> due <time datetime="2026-12-24" /></p>
<dl><dt>Term</dt><dd>Definition</dd></dl><p>The end.</p>`

/** A red dot, 10 × 10. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'

/** Parts of a page as it is read, and an item of a list as Word writes it. */
const COPIED = `<style>p { margin: 0 }</style>
<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Mind</p><div class="confluence-information-macro-body"><p>Careful</p></div></div>
<p><span class="status-macro aui-lozenge aui-lozenge-success">DONE</span></p>
<ul class="inline-task-list"><li data-inline-task-id="1" class="checked"><p>done</p></li></ul>
<div class="code panel pdl"><div class="codeHeader panelHeader pdl"><b>T.java</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int a;</pre></div></div>
<table class="confluenceTable"><tbody><tr><td class="confluenceTd" data-highlight-colour="green"><p>b</p></td></tr></tbody></table>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·</span><![endif]>from Word</p>`

describe('the editor', () => {
  let wiki: TestWiki
  let homeId = ''
  const editTogether = async (liveEditing: boolean) => {
    await wiki.admin.put('/rest/oxbow/1.0/admin/settings', { liveEditing })
  }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'ED', name: 'Editing' })
    homeId = (await wiki.admin.get('/rest/api/space/ED?expand=homepage')).json.homepage.id
    await wiki.addUser(OTHER.username, { fullName: 'Bea Other', password: OTHER.password })
    const granted = await wiki.admin.put('/rest/api/space/ED/permissions/user/bea/grant', [
      { operationKey: 'read', targetType: 'space' },
      { operationKey: 'create', targetType: 'page' },
      { operationKey: 'create', targetType: 'attachment' },
    ])
    expect(granted.status, granted.text).toBeLessThan(300)
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}, who: typeof ADMIN = ADMIN) =>
    openSignedIn(openPage, wiki, who, options)
  const steps = () => editorSteps(wiki, 'ED', homeId)
  const create = (title: string, value: string) => steps().create(title, value)
  const stored = (id: string) => steps().stored(id)
  const edit = (page: Page, id: string) => steps().edit(page, id)

  test('a page is created, written with the keyboard alone, and published', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${homeId}`)
    await page.locator('#quick-create-page-button').click()
    const title = page.getByRole('textbox', { name: 'Page Title' })
    await title.waitFor()
    await page.locator('#rte-button-publish').click()
    await page.getByText('A title is required.').waitFor()
    await title.fill('Written by hand')
    await title.press('Enter')
    await page.keyboard.type('# Plans')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Some **bold** words, `code`.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- first')
    await page.keyboard.press('Enter')
    await page.keyboard.type('second')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('[] to do')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/tab')
    await page.getByRole('option', { name: 'Table', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Head')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Other')
    await screenshot(page, 'editor writing')
    await page.keyboard.press('Control+Enter')
    await page.locator('#title-text', { hasText: 'Written by hand' }).waitFor()
    const id = (await page.locator('#editPageLink').getAttribute('href'))?.split('=')[1] ?? ''
    const { storage, version } = await stored(id)
    expect(version).toBe(1)
    expect(storage).toMatch(
      /^<h1>Plans<\/h1><p>Some <strong>bold<\/strong> words, <code>code<\/code>\.<\/p><ul><li><p>first<\/p><ul><li><p>second<\/p><\/li><\/ul><\/li><\/ul><ac:task-list><ac:task>.*to do.*<\/ac:task><\/ac:task-list><table class="relative-table wrapped" style="width: 100.0%;">/,
    )
    expect(storage).toContain('<th>Head</th><th>Other</th>')
  })

  test('opening a page and publishing it changes nothing that was not touched', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const id = await create('Rich', RICH)
    await edit(page, id)
    await page.locator('.ox-opaque', { hasText: 'nobody-knows' }).waitFor()
    await screenshot(page, 'editor rich', { fullPage: true })
    await atEnd(page)
    await page.keyboard.type(' Added.')
    await status(page, 'Saved')
    await page.getByRole('button', { name: 'About this change' }).click()
    await page.getByRole('textbox', { name: 'What changed?' }).fill('one word')
    const notifies = page.getByRole('switch', { name: 'Notify watchers' })
    expect(await notifies.isChecked()).toBe(true)
    await notifies.press('Space')
    await screenshot(page, 'editor about this change')
    await page.keyboard.press('Escape')
    await publish(page)
    const after = await stored(id)
    expect(after).toMatchObject({ version: 2, message: 'one word', minorEdit: true })
    const wanted = RICH.replace('The end.', 'The end. Added.')
    expect(equivalent(after.storage, wanted), after.storage).toBe(true)
  })

  test('nothing moves when Edit is pressed', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const id = await create(
      'Still',
      '<p>First paragraph of the page.</p><h2>Heading</h2><ul><li>item</li></ul><table><tbody><tr><td>a</td><td>b</td></tr><tr><td /><td /></tr></tbody></table><p>Last.</p>',
    )
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`, { waitUntil: 'networkidle' })
    const places = (selectors: string[]) =>
      Promise.all(selectors.map(selector => page.locator(selector).first().boundingBox()))
    const body = [
      '#main-content > p',
      '#main-content h2',
      '#main-content li',
      '#main-content table',
      '#main-content td',
    ]
    const reading = await places(body)
    const title = await page.locator('#title-heading').boundingBox()
    await page.locator('#editPageLink').click()
    await text(page).waitFor()
    expect(await places(body)).toEqual(reading)
    const field = await page.locator('#content-title').boundingBox()
    expect([field?.x, field?.y]).toEqual([title?.x, title?.y])
  })

  test('a pasted picture is attached to the page; what is copied from a page, from Word or as an address is understood', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const id = await create('With a picture', '<p>Look</p>')
    await edit(page, id)
    await atEnd(page)
    // Typing needs the selection that the editor knows, which a synthetic event does not wait for.
    await page.keyboard.type(':')
    await text(page).getByText('Look:').waitFor()
    await page.evaluate(data => {
      const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      document
        .querySelector('.ProseMirror')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
    }, PICTURE)
    const picture = text(page).locator('img.confluence-embedded-image')
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(10)
    await page.keyboard.press('Enter')
    await text(page).locator('p + p').waitFor()
    await paste(page, { 'text/html': COPIED, 'text/plain': 'x' })
    await text(page).getByText('from Word').waitFor()
    await paste(page, { 'text/plain': `${wiki.url}/display/ED/Rich` })
    await text(page).locator('a.ox-wiki-link', { hasText: 'Rich' }).waitFor()
    await publish(page)
    const { storage } = await stored(id)
    expect(storage).toMatch(
      /^<p>Look:<ac:image><ri:attachment ri:filename="image-\d{8}-\d{6}-\d{3}\.png" \/><\/ac:image><\/p>/,
    )
    const macro = (name: string, inner: string) =>
      `<ac:structured-macro ac:name="${name}" ac:schema-version="1">${inner}</ac:structured-macro>`
    const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`
    expect(
      storage
        .replace(/^<p>Look:.*?<\/p>/, '')
        .replace(/ ac:macro-id="[^"]*"/g, '')
        .replace(/<ac:task-id>\d+<\/ac:task-id>/g, ''),
    ).toBe(
      macro('warning', parameter('title', 'Mind') + '<ac:rich-text-body><p>Careful</p></ac:rich-text-body>') +
        `<p>${macro('status', parameter('title', 'DONE') + parameter('colour', 'Green'))}</p>` +
        '<ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body><p>done</p></ac:task-body></ac:task></ac:task-list>' +
        macro(
          'code',
          parameter('language', 'java') +
            parameter('title', 'T.java') +
            '<ac:plain-text-body><![CDATA[int a;]]></ac:plain-text-body>',
        ) +
        '<table><tbody><tr><td data-highlight-colour="green"><p>b</p></td></tr></tbody></table>' +
        '<ul><li><p>from Word<ac:link><ri:page ri:content-title="Rich" ri:space-key="ED" /></ac:link></p></li></ul>',
    )
    const { json } = await wiki.admin.get(`/rest/api/content/${id}/child/attachment`)
    expect(json.results).toHaveLength(1)
  })

  test('a file that is dropped beside the text comes into it, and the page stays [I1-05] [I2.4-08]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const id = await create('Dropped beside', '<p>first</p><p>last</p>')
    await edit(page, id)
    const drop = (selector: string, name: string) =>
      page.evaluate(
        ({ at, file }) => {
          const element = document.querySelector(at)
          const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 }
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File(['text'], file, { type: 'text/plain' }))
          return ['dragover', 'drop'].map(type => {
            const event = new DragEvent(type, {
              bubbles: true,
              cancelable: true,
              dataTransfer,
              clientX: left + 5,
              clientY: top + 5,
            })
            element?.dispatchEvent(event)
            return event.defaultPrevented
          })
        },
        { at: selector, file: name },
      )
    const drag = (type: 'dragenter' | 'dragleave') =>
      page.evaluate(name => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['text'], 'a.txt'))
        document.querySelector('#content-title')?.dispatchEvent(new DragEvent(name, { bubbles: true, dataTransfer }))
      }, type)
    const hint = page.getByText('Drop files to insert them into the page', { exact: true })
    await drag('dragenter')
    await hint.waitFor()
    await drag('dragleave')
    await hint.waitFor({ state: 'detached' })
    // The browser opens files that no element takes in the place of the page.
    expect(await drop('#content-title', 'above.txt')).toEqual([true, true])
    await text(page).getByText('above.txt').waitFor()
    expect(await drop('#footer', 'below.txt')).toEqual([true, true])
    await text(page).getByText('below.txt').waitFor()
    await publish(page)
    const { storage } = await stored(id)
    expect(storage.indexOf('above.txt')).toBeLessThan(storage.indexOf('first'))
    expect(storage.indexOf('below.txt')).toBeGreaterThan(storage.indexOf('last'))
  })

  test('a tip says once that files can be dropped into the text [I2.4-09]', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await edit(page, await create('Tip', '<p>first</p>'))
    const openFiles = async () => {
      await atEnd(page)
      await page.keyboard.press('Enter')
      await page.keyboard.type('/file')
      await page.getByRole('option', { name: /file/i }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Picture or file' }).waitFor()
    }
    await openFiles()
    const tip = page.getByText('Drop files straight into your page to insert them directly.', { exact: true })
    await tip.waitFor()
    await page.getByRole('button', { name: 'Ok, got it!', exact: true }).click()
    await tip.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await openFiles()
    expect(await tip.count()).toBe(0)
  })

  test('what changed is told in passing: Enter publishes with it', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const id = await create('Told', '<p>told</p>')
    await edit(page, id)
    await atEnd(page)
    await page.keyboard.type(' again')
    await page.getByRole('button', { name: 'About this change' }).press('Enter')
    await page.getByRole('textbox', { name: 'What changed?' }).waitFor()
    await page.keyboard.type('Said twice')
    await page.keyboard.press('Enter')
    await page.locator('#editPageLink').waitFor()
    expect(await stored(id)).toMatchObject({ version: 2, message: 'Said twice', storage: '<p>told again</p>' })
  })

  test('what is typed survives a reload and a killed tab, and can be discarded', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const id = await create('Drafted', '<p>as published</p>')
    await edit(page, id)
    await atEnd(page)
    await page.keyboard.type(' and drafted')
    await status(page, 'Saved')
    await page.reload()
    await text(page).getByText('as published and drafted').waitFor()
    await page.getByText('You go on with your draft').waitFor()
    await atEnd(page)
    await page.keyboard.type(' twice')
    await status(page, 'Saved')
    const context = page.context()
    await page.close({ runBeforeUnload: false })
    const again = await context.newPage()
    await edit(again, id)
    await text(again).getByText('as published and drafted twice').waitFor()
    expect((await stored(id)).storage).toBe('<p>as published</p>')
    await again.getByRole('button', { name: 'Discard draft' }).click()
    await again.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await again.locator('#editPageLink').waitFor()
    expect((await wiki.admin.get(`/rest/oxbow/1.0/content/${id}/draft`)).json.draft).toBeNull()
  })

  describe('with a separate draft for each user', () => {
    beforeAll(() => editTogether(false))
    afterAll(() => editTogether(true))

    test('what is typed without a pause reaches the server, and the device before that', async ({ openPage }) => {
      const first = await signedIn(openPage, { allowErrors: [/ERR_FAILED|Failed to load/] })
      const page = await first.context().newPage()
      const id = await create('Never resting', '<p>begun</p>')
      await edit(page, id)
      await atEnd(page)
      const typeUntil = (isThere: () => Promise<boolean>) =>
        expect
          .poll(async () => {
            await page.keyboard.type('x')
            return isThere()
          })
          .toBe(true)
      await typeUntil(async () => (await steps().drafted(id))?.storage.includes('begunx') === true)
      // From here on the server takes nothing, and the tab does not come to say good-bye.
      await page.route('**/draft', route => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
      await page.keyboard.type(' unsaved')
      await typeUntil(() => page.evaluate(() => Object.values(localStorage).join().includes('unsaved')))
      const crash = page.waitForEvent('crash')
      const devTools = await page.context().newCDPSession(page)
      devTools.send('Page.crash').catch(() => undefined)
      await crash
      const again = await first.context().newPage()
      await edit(again, id)
      await again.getByText('This device has changes').waitFor()
      await again.getByRole('button', { name: 'Restore' }).click()
      await text(again).getByText('unsaved').waitFor()
      await status(again, 'Saved')
      expect(
        await again.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('oxbow-draft:'))),
      ).toEqual([])
    })

    test('what the server could not take is kept on the device and offered later', async ({ openPage }) => {
      const page = await signedIn(openPage, { allowErrors: [/ERR_FAILED|ERR_INTERNET|Failed to load/] })
      const id = await create('Offline', '<p>before</p>')
      await edit(page, id)
      await page.route('**/draft', route => route.abort())
      await atEnd(page)
      await page.keyboard.type(' kept here')
      await status(page, 'Not saved')
      await page.unroute('**/draft')
      await page.route('**/draft', route => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
      await page.reload()
      await page.getByText('This device has changes').waitFor()
      await page.unroute('**/draft')
      await page.getByRole('button', { name: 'Restore' }).click()
      await text(page).getByText('before kept here').waitFor()
      await status(page, 'Saved')
    })

    test('a session that ends while somebody writes takes nothing along, and the text goes on after signing in elsewhere', async ({
      openPage,
    }) => {
      const page = await signedIn(openPage, { allowErrors: [/Failed to load/] })
      const id = await create('Signed out', '<p>before</p>')
      await edit(page, id)
      await page.context().clearCookies()
      await atEnd(page)
      await page.keyboard.type(' and after')
      await status(page, 'You are signed out')
      const banner = page.locator('.ox-connection')
      await banner.getByText('Your text stays here').waitFor()
      // Not in the table of screens: it ends the session.
      await expectNoAxeViolations(page)
      // Publishing says the same, and stays here.
      await page.keyboard.press('Control+Enter')
      await page.getByText('The page was not published: You are signed out').waitFor()
      const [login] = await Promise.all([
        page.context().waitForEvent('page'),
        banner
          .getByRole('button', { name: 'Log in' })
          .click()
          .then(() => page.getByRole('link', { name: 'Log in in a new tab instead' }).click()),
      ])
      await login.locator('[name=os_username]').fill(ADMIN.username)
      await login.locator('[name=os_password]').fill(ADMIN.password)
      await login.keyboard.press('Enter')
      await login.waitForURL(`${wiki.url}/`)
      await login.close()
      // A browser without a window has no focus to give back.
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await status(page, 'Saved')
      await banner.locator('p').waitFor({ state: 'detached' })
      await page.getByText('The page was not published').waitFor({ state: 'detached' })
      // Of the new session this document has no token.
      await page.locator('.ProseMirror').evaluate((element, bytes) => {
        const data = new DataTransfer()
        data.items.add(
          new File([Uint8Array.from(atob(bytes), char => char.charCodeAt(0))], 'dot.png', { type: 'image/png' }),
        )
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      }, PICTURE)
      await page.locator('.ProseMirror img[src*="dot.png"]').waitFor()
      await page.keyboard.press('Control+Enter')
      await page.waitForURL(/Signed\+out|viewpage/)
      const stored = (await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)).json.body.storage.value
      expect(stored).toContain('before and after')
      expect(stored).toContain('dot.png')
    })

    test('takes no typing while it publishes, which would be lost, and takes it again when that fails', async ({
      openPage,
    }) => {
      const page = await signedIn(openPage, { allowErrors: [/503/] })
      const id = await create('Slow to publish', '<p>before</p>')
      await edit(page, id)
      await atEnd(page)
      await page.keyboard.type(' and after')
      const answer = Promise.withResolvers<void>()
      await page.route(`**/rest/api/content/${id}*`, async route => {
        if (route.request().method() !== 'PUT') return route.continue()
        await answer.promise
        await route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"Later"}' })
      })
      // Not that of the draft, which may be on its way.
      const sent = page.waitForRequest(
        request => request.method() === 'PUT' && request.url().includes(`/rest/api/content/${id}`),
      )
      await page.keyboard.press('Control+Enter')
      await sent
      await page.keyboard.type(' lost')
      const text = page.locator('.ProseMirror')
      expect(await text.innerText()).toBe('before and after')
      expect(await page.locator('#content-title').getAttribute('readonly')).not.toBeNull()
      answer.resolve()
      await page.getByText('The page was not published').waitFor()
      await page.keyboard.type(', again')
      await expect.poll(() => text.innerText()).toBe('before and after, again')
    })
  })

  test('a key at the border of a block selects it, and what is typed then comes behind it', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const table = '<table><tbody><tr><td>cell</td></tr></tbody></table>'
    const code =
      '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[one\ntwo]]></ac:plain-text-body></ac:structured-macro>'
    const id = await create('Borders', `<p>first</p>${table}<p>between</p>${code}<p>last</p>`)
    await edit(page, id)
    const selected = page.locator('#main-content .ProseMirror-selectednode')
    await text(page).getByText('between').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Backspace')
    await selected.getByText('cell').waitFor()
    await page.keyboard.type('typed')
    await text(page).getByText('last').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Backspace')
    await selected.getByText('one').waitFor()
    await text(page)
      .getByText('two')
      .click({ position: { x: 4, y: 4 } })
    for (const key of ['Home', 'Shift+ArrowDown', 'Shift+End', 'Tab']) await page.keyboard.press(key)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('x')
    await publish(page)
    const { storage } = await stored(id)
    const wanted = `<p>first</p>${table}<p>typed</p><p>between</p>${code.replace('one\ntwo', '  one\n  two\nx')}<p>last</p>`
    expect(equivalent(storage, wanted), storage).toBe(true)
  })

  /** Two edit a page; the other one publishes first. @returns the first one's conflict screen */
  async function collide(openPage: OpenPage, id: string, typeTheirs: (page: Page) => Promise<void>, mine: Page) {
    const theirs = await signedIn(openPage, {}, OTHER)
    await edit(theirs, id)
    await typeTheirs(theirs)
    await publish(theirs)
    await mine.locator('#rte-button-publish').click()
    const dialog = mine.locator('#conflict-screen')
    await dialog.getByText('Bea Other published version 2').waitFor()
    return dialog
  }
  const typeAtEnd = (words: string) => async (page: Page) => {
    await atEnd(page)
    await page.keyboard.type(words)
  }

  describe('with a separate draft for each user', () => {
    beforeAll(() => editTogether(false))
    afterAll(() => editTogether(true))

    test('two who publish the same page get one text with the changes of both', async ({ openPage }) => {
      const id = await create('Shared', '<p>start</p><ul><li>one</li><li>two</li></ul><p>end</p>')
      const mine = await signedIn(openPage, { allowErrors: [/409/] })
      await edit(mine, id)
      await text(mine).getByText('one').click()
      await mine.keyboard.press('End')
      await mine.keyboard.type(' mine')
      await status(mine, 'Saved')
      const dialog = await collide(openPage, id, typeAtEnd(' theirs'), mine)
      await dialog.getByText('in different places of the text').waitFor()
      await dialog.locator('ins', { hasText: 'theirs' }).waitFor()
      await screenshot(mine, 'editor merged')
      await dialog.getByRole('button', { name: 'Continue with the merged text' }).click()
      await text(mine).getByText('one mine').waitFor()
      await text(mine).getByText('end theirs').waitFor()
      expect((await stored(id)).version).toBe(2)
      await publish(mine)
      expect(await stored(id)).toMatchObject({
        version: 3,
        storage: '<p>start</p><ul><li>one mine</li><li>two</li></ul><p>end theirs</p>',
      })
    })

    test('what two have changed differently is shown side by side, and neither is overwritten unasked', async ({
      openPage,
    }) => {
      const id = await create('Contested', '<p>start</p>')
      const mine = await signedIn(openPage, { allowErrors: [/409/] })
      await edit(mine, id)
      await typeAtEnd(' mine')(mine)
      await mine.getByRole('textbox', { name: 'Page Title' }).fill('Contested by me')
      await status(mine, 'Saved')
      const dialog = await collide(
        openPage,
        id,
        async page => {
          await typeAtEnd(' theirs')(page)
          await page.getByRole('textbox', { name: 'Page Title' }).fill('Contested by them')
        },
        mine,
      )
      const conflict = dialog.getByRole('region', { name: 'Conflict 1 of 1' })
      await conflict.getByRole('group', { name: 'Conflict 1 of 1: Theirs' }).getByText('start theirs').waitFor()
      await conflict.getByRole('group', { name: 'Conflict 1 of 1: Yours' }).getByText('start mine').waitFor()
      await screenshot(mine, 'editor conflict')
      // Not in the table of screens with a title and a text in conflict.
      await expectNoAxeViolations(mine, '#conflict-screen')
      expect(await conflict.getByRole('radio', { name: 'Both, theirs first' }).isChecked()).toBe(true)
      await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
      await mine.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      expect(await stored(id)).toMatchObject({ version: 2, storage: '<p>start theirs</p>' })
      await dialog.getByRole('region', { name: 'Title' }).getByText('Yours', { exact: true }).last().click()
      await dialog.getByRole('button', { name: 'Continue with the merged text' }).click()
      await text(mine).getByText('start theirs').waitFor()
      await status(mine, 'Saved')
      await publish(mine)
      expect(await stored(id)).toMatchObject({
        title: 'Contested by me',
        version: 3,
        storage: '<p>start theirs</p><p>start mine</p>',
      })
    })
  })

  /** All tools are inside the window, those that do not fit into one row after unfolding them. */
  const everyToolInReach = async (page: Page, name: string) => {
    const tools = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button')
    const more = page.getByRole('button', { name: 'More tools' })
    const inReach = async () => {
      const seen = await Promise.all(
        (await tools.all()).map(tool =>
          tool.evaluate(element => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
            return left >= 0 && right <= innerWidth && (there === element || element.contains(there))
          }),
        ),
      )
      return seen.every(Boolean)
    }
    expect(await inReach()).toBe((await more.count()) === 0)
    if ((await more.count()) === 0) return
    await more.click()
    await expect.poll(inReach).toBe(true)
    await screenshot(page, name)
    await page.keyboard.press('Escape')
    await expect.poll(inReach).toBe(false)
    // The arrow keys go through all of them, and unfold what is below.
    await tools.first().focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowLeft')
    for (let steps = 0; steps < 40 && (await more.getAttribute('aria-expanded')) !== 'true'; steps++)
      await page.keyboard.press('ArrowRight')
    await expect.poll(() => more.getAttribute('aria-expanded')).toBe('true')
    await page.locator('#main-content p').first().click()
    await expect.poll(inReach).toBe(false)
  }

  for (const [size, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    tablet: { width: 768, height: 1024 },
    phone: { width: 375, height: 812 },
  })) {
    test(`has every tool in reach at ${size} width`, async ({ openPage }) => {
      const page = await signedIn(openPage, { viewport })
      const id = await create(`A rich page with a title that is long enough to wrap ${size}`, RICH)
      await edit(page, id)
      await page.locator('.ox-opaque', { hasText: 'nobody-knows' }).waitFor()
      await screenshot(page, `editor ${size}`)
      await page.locator('#main-content td').first().click()
      await page.getByRole('button', { name: 'Table tools' }).waitFor()
      await screenshot(page, `editor table ${size}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await everyToolInReach(page, `editor tools ${size}`)
    })
  }
})
