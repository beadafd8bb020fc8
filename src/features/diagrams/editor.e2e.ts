import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrameLocator, Page } from 'playwright-core'
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
  signIn,
  test,
  WINDOW_SIZES,
} from '../../../test/browser.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { boxes, DIAGRAMS, gliffy, saved } from './testing/wiki.ts'

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus/gliffy/documents')

describe('the diagram editor in the browser', () => {
  let wiki: TestWiki
  let count = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DRAW', name: 'Drawings' })
  })
  afterAll(() => wiki.close())

  const create = (value: string) => wiki.admin.createPage('DRAW', `Drawn ${++count}`, value)
  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)
  const view = async (page: Page, id: string) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.wiki-content').waitFor()
  }
  const frameOf = (page: Page) => page.frameLocator('#gliffy-editor')
  const canvasOf = (frame: FrameLocator) => frame.getByRole('application', { name: 'Drawing area' })
  const state = (frame: FrameLocator, words: string) =>
    frame.locator('.ox-de-state').getByText(words, { exact: true }).waitFor()
  const open = async (page: Page, pageId: string, name = '') => {
    await page.goto(
      `${wiki.url}/plugins/gliffy/editor.action?inline=false&pageId=${pageId}&ceoid=${pageId}&name=${encodeURIComponent(name)}`,
    )
    const frame = frameOf(page)
    await canvasOf(frame).focus()
    return frame
  }
  const load = async (pageId: string, name: string) => {
    const reply = await wiki.admin.get(`${DIAGRAMS}?pageId=${pageId}&name=${encodeURIComponent(name)}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.json as { version: number; document: DiagramDocument }
  }
  const objectsOf = ({ document }: { document: DiagramDocument }) => Object.values(document.pages[0]?.objects ?? {})
  /** Drags on the canvas, in px from its middle. */
  const drag = async (page: Page, frame: FrameLocator, from: [number, number], to: [number, number]) => {
    const box = await canvasOf(frame).boundingBox()
    if (!box) throw new Error('the canvas is not shown')
    const at = ([x, y]: [number, number]): [number, number] => [box.x + box.width / 2 + x, box.y + box.height / 2 + y]
    await page.mouse.move(...at(from))
    await page.mouse.down()
    await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]), { steps: 3 })
    await page.mouse.move(...at(to), { steps: 3 })
    await page.mouse.up()
  }

  test('a diagram is drawn, connected, labelled, saved and seen on its page, and edited again [D1-05] [D2-03] [D2.1-20]', async ({
    openPage,
  }) => {
    const id = await create(gliffy({ name: 'Order flow' }))
    const page = await signedIn(openPage)
    const frame = await open(page, id)
    await page.keyboard.press('r')
    await drag(page, frame, [-260, -60], [-120, 20])
    // A new shape is ready for its text; Escape ends that, and again deselects it.
    await page.keyboard.type('Order')
    for (const key of ['Escape', 'Escape', 'r']) await page.keyboard.press(key)
    await drag(page, frame, [120, -60], [260, 20])
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ship')
    for (const key of ['Escape', 'Escape', 'l']) await page.keyboard.press(key)
    await drag(page, frame, [-190, -20], [190, -20])
    await page.keyboard.type('paid')
    await page.keyboard.press('Escape')
    await state(frame, 'Unsaved changes')
    await page.keyboard.press('Control+s')
    const name = frame.getByRole('textbox', { name: 'Diagram name' })
    await name.fill('Order/flow')
    await name.press('Enter')
    await frame.getByText('Invalid diagram name').waitFor()
    await name.fill('Order flow')
    await name.press('Enter')
    await state(frame, 'Saved')
    await screenshot(page, 'diagram editor drawn')
    const stored = await load(id, 'Order flow')
    const [order, ship, line] = ['Order', 'Ship', 'paid'].map(text =>
      objectsOf(stored).find(object => JSON.stringify(object).includes(`"text":"${text}"`)),
    )
    expect(line).toMatchObject({
      kind: 'connector',
      from: { attached: { objectId: order?.id } },
      to: { attached: { objectId: ship?.id } },
    })
    await frame.getByRole('button', { name: 'Close the editor' }).click()

    // The page shows it, and leads back into the editor in the same window.
    const picture = page.locator('.wiki-content img.gliffy-image')
    await picture.waitFor()
    await expect.poll(() => picture.getAttribute('aria-description')).toMatch(/Order.*paid.*Ship|Order.*Ship.*paid/)
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
    await page.locator('.gliffy-container').hover()
    await page.locator('.gliffy-toolbar').getByText('Edit', { exact: true }).click()
    await page.waitForURL(/\/plugins\/gliffy\/editor\.action\?.*name=Order\+flow/)
    expect(page.context().pages()).toHaveLength(1)
    await expect.poll(() => page.locator('iframe').getAttribute('id')).toBe('gliffy-editor')
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await frame.getByRole('button', { name: 'Save and close' }).click()
    await picture.waitFor()
    expect(objectsOf(await load(id, 'Order flow'))).toEqual([])
    expect((await load(id, 'Order flow')).version).toBe(2)
  })

  test('a hundred steps are undone and done again', async ({ openPage }) => {
    const id = await create('')
    await saved(wiki.admin, id, 'Steps', boxes('First'))
    const page = await signedIn(openPage)
    const frame = await open(page, id, 'Steps')
    await page.keyboard.press('Control+a')
    for (let step = 0; step < 100; step++) await page.keyboard.press('Control+d')
    await state(frame, 'Unsaved changes')
    for (let step = 0; step < 100; step++) await page.keyboard.press('Control+z')
    await state(frame, 'Saved')
    await expect.poll(() => frame.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true)
    for (let step = 0; step < 100; step++) await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+s')
    await state(frame, 'Saved')
    expect(objectsOf(await load(id, 'Steps'))).toHaveLength(101)
  })

  test('what a killed tab had not saved is there again', async ({ openPage }) => {
    const id = await create('')
    await saved(wiki.admin, id, 'Killed', boxes('First'))
    const page = await signedIn(openPage, { allowErrors: [/crash/i] })
    const frame = await open(page, id, 'Killed')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+d')
    await expect.poll(() => keptObjects(page)).toBe(2)
    const session = await page.context().newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    // The answer never comes: the tab is dead.
    session.send('Page.crash').catch(() => undefined)
    await crashed
    const again = await page.context().newPage()
    const recovered = await open(again, id, 'Killed')
    await state(recovered, 'Unsaved changes')
    expect(await recovered.getByText('There are changes that were not saved').count()).toBe(0)
    // On this device too, until it is saved.
    await expect.poll(() => keptObjects(again)).toBe(2)
    await canvasOf(recovered).focus()
    await again.keyboard.press('Control+s')
    await state(recovered, 'Saved')
    expect(objectsOf(await load(id, 'Killed'))).toHaveLength(2)
    await expect.poll(() => keptObjects(again)).toBe(0)
    await page.close().catch(() => undefined)
    void frame
  })

  test('two who draw the same diagram lose nothing', async ({ openPage }) => {
    const id = await create('')
    await saved(wiki.admin, id, 'Shared', boxes('First'))
    const bea = await wiki.addUser('bea')
    const page = await signedIn(openPage, { allowErrors: [/409/] })
    const frame = await open(page, id, 'Shared')
    const collide = async (version: number, text: string) => {
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+d')
      await saved(bea, id, 'Shared', boxes(text), version)
      await page.keyboard.press('Control+s')
      await frame.getByText(`Bea saved version ${version + 1} of “Shared”`).waitFor()
    }
    await collide(1, 'Theirs')
    await expectNoAxeViolations(page)
    await screenshot(page, 'diagram editor conflict')
    // Theirs first; mine comes back, and is saved beside it.
    await frame.getByRole('button', { name: 'Load theirs' }).click()
    await frame.getByText('There are changes that were not saved').waitFor()
    await frame.getByRole('button', { name: 'Restore' }).click()
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+s')
    await frame.getByRole('button', { name: 'Save mine as a new diagram' }).click()
    await frame.getByRole('textbox', { name: 'Diagram name' }).press('Enter')
    await frame.getByRole('heading', { name: 'Shared (my version)' }).waitFor()
    await state(frame, 'Saved')
    expect(objectsOf(await load(id, 'Shared (my version)'))).toHaveLength(2)
    expect(await load(id, 'Shared')).toMatchObject({ version: 2 })
    // Knowingly over theirs, which stays an earlier version.
    await open(page, id, 'Shared')
    await collide(2, 'Theirs again')
    await frame.getByRole('button', { name: 'Replace theirs with mine' }).click()
    await state(frame, 'Saved')
    expect((await load(id, 'Shared')).version).toBe(4)
  })

  test('two who have the same diagram open see each other before one of them saves', async ({ openPage }) => {
    const id = await create('')
    await saved(wiki.admin, id, 'Open twice', boxes('First'))
    await wiki.addUser('cleo', { fullName: 'Cleo of Egypt' })
    const page = await signedIn(openPage)
    const frame = await open(page, id, 'Open twice')
    const people = (shown: FrameLocator, names: string) =>
      shown.getByRole('banner').getByRole('img', { name: `Also open at: ${names}`, exact: true })
    await canvasOf(frame).waitFor()
    expect(await frame.getByRole('img', { name: /^Also open at/ }).count()).toBe(0)
    const other = await openSignedIn(openPage, wiki, { username: 'cleo', password: 'cleo password' })
    const theirs = await open(other, id, 'Open twice')
    await people(frame, 'Cleo of Egypt').waitFor()
    await people(theirs, 'admin').waitFor()
    await frame.getByRole('status').getByText('Cleo of Egypt has opened this diagram too').waitFor()
    for (const size of WINDOW_SIZES) {
      await page.setViewportSize(size)
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await screenshot(page, `diagram open twice ${size.width} ${theme}`)
        await expectNoAxeViolations(page)
      }
    }
    // By the keyboard, it says what follows.
    await people(frame, 'Cleo of Egypt').focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await frame.getByRole('tooltip').getByText('You edit it together').waitFor()
    // Another diagram is another room.
    await saved(wiki.admin, id, 'Beside it', boxes('First'))
    await open(other, id, 'Beside it')
    await people(frame, 'Cleo of Egypt').waitFor({ state: 'detached' })
    const again = await page.context().newPage()
    await open(again, id, 'Open twice')
    await people(frame, 'you, in another window').waitFor()
    await again.close()
    await people(frame, 'you, in another window').waitFor({ state: 'detached' })
  })

  test('who edits a diagram that the page is fixed to an older version of may edit the newest, and is told so', async ({
    openPage,
  }) => {
    const id = await create(gliffy({ name: 'Fixed', version: '1' }))
    await saved(wiki.admin, id, 'Fixed', boxes('One'))
    await saved(wiki.admin, id, 'Fixed', boxes('One', 'Between'), 1)
    const page = await signedIn(openPage)
    const spoken = page.locator('.wiki-content img.gliffy-image')
    const edit = async () => {
      await page.locator('.gliffy-container').hover()
      await page.locator('.gliffy-toolbar').getByText('Edit', { exact: true }).click()
      await canvasOf(frame).focus()
    }
    const double = async () => {
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+d')
      await state(frame, 'Unsaved changes')
    }
    const frame = frameOf(page)
    const choose = async (title: string, version: string) => {
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.getByRole('radio', { name: version }).check()
      await dialog.getByRole('button', { name: 'Select' }).click()
    }
    await view(page, id)
    await page.locator('.gliffy-container').hover()
    await page.locator('.gliffy-toolbar').getByText('Edit', { exact: true }).click()
    await choose('Select Diagram Version to Edit', 'Latest')
    await canvasOf(frame).focus()
    await frame.getByText('You are editing the newest version, 2. The page shows version 1').waitFor()
    await screenshot(page, 'diagram editor pinned')
    await expectNoAxeViolations(page)
    await double()
    await page.keyboard.press('Control+s')
    await frame.getByText('Saved as version 3. The page still shows version 1; when you close the editor').waitFor()
    await double()
    await frame.getByRole('button', { name: 'Save and close' }).click()
    await choose('Select Diagram Version to Display', 'Version 1')
    await expect.poll(() => spoken.getAttribute('aria-description')).toBe('One')
    const texts = objectsOf(await load(id, 'Fixed')).map(object => /"text":"(\w+)"/.exec(JSON.stringify(object))?.[1])
    expect(
      texts.filter(text => text === 'Between').length,
      'what was stored in between is in the newest',
    ).toBeGreaterThan(1)
    expect(texts).toContain('One')
    // The newest may be what the page is fixed to: the page will not show what is saved after it.
    await wiki.admin.put(`/rest/api/content/${id}`, {
      type: 'page',
      title: (await wiki.admin.get(`/rest/api/content/${id}`)).json.title,
      version: { number: 2 },
      body: { storage: { value: gliffy({ name: 'Fixed', version: '4' }), representation: 'storage' } },
    })
    await view(page, id)
    await edit()
    await frame.getByText('You are editing the newest version, 4. The page shows version 4').waitFor()
    await frame.getByRole('button', { name: 'Close the editor' }).click()

    // The page editor can let it show the newest at any time.
    await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
    await page.locator('.ox-diagram-node img').click()
    await page.getByRole('button', { name: 'More tools' }).click()
    await page.getByRole('button', { name: 'Show newest version' }).click()
    await page.getByRole('button', { name: 'Show newest version' }).waitFor({ state: 'detached' })
    await page.locator('#draft-status', { hasText: 'Saved' }).waitFor()
    await page.locator('#rte-button-publish').click()
    await page.locator('#editPageLink').waitFor()
    const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)
    expect(json.body.storage.value).toMatch(
      /^<p><ac:structured-macro ac:name="gliffy"[^>]*><ac:parameter ac:name="name">Fixed<\/ac:parameter><\/ac:structured-macro><\/p>$/,
    )
  })

  test('leaving by Back or by closing the tab asks first, and what was drawn is offered again', async ({
    openPage,
  }) => {
    const id = await create(gliffy({ name: 'Begun' }))
    await saved(wiki.admin, id, 'Begun', boxes('Start'))
    const page = await signedIn(openPage)
    await view(page, id)
    const image = page.locator('.gliffy-container img').first()
    await image.hover()
    await page.locator('.gliffy-toolbar').getByText('Edit', { exact: true }).click()
    const frame = frameOf(page)
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+d')
    await state(frame, 'Unsaved changes')
    // The frame fills the window; nothing of the page around it can be scrolled into view.
    expect(
      await page.evaluate(() => [
        document.documentElement.scrollHeight,
        document.querySelector('#gliffy-editor')?.getBoundingClientRect().height,
      ]),
    ).toEqual([900, 900])
    const address = page.url()
    // The frame sends the page around it a message.
    const isGuarded = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await expect.poll(isGuarded).toBe(true)
    const question = frame.getByRole('alertdialog', { name: 'Save your changes?' })
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Keep drawing' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toBe(address)
    await state(frame, 'Unsaved changes')

    // Closing or reloading the tab can only be asked by the browser; what was drawn is stored.
    await expect.poll(() => keptObjects(page)).toBe(2)
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await state(frame, 'Unsaved changes')
    await expect.poll(isGuarded).toBe(true)

    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Save and close' }).click()
    await page.locator('.wiki-content').waitFor()
    expect(new URL(page.url()).pathname).not.toContain('editor')
    expect(objectsOf(await load(id, 'Begun'))).toHaveLength(2)
  })

  test('a file of Gliffy is dropped onto the canvas and taken over', async ({ openPage, skip }) => {
    const files = await readdir(CORPUS).catch(() => [])
    const name = files.find(file => file.endsWith('.gliffy')) ?? files[0]
    if (name === undefined) skip('the corpus is not here')
    const text = await readFile(join(CORPUS, name ?? ''), 'utf8')
    const id = await create('')
    const page = await signedIn(openPage)
    const frame = await open(page, id)
    const transfer = await canvasOf(frame).evaluateHandle((_, content) => {
      const data = new DataTransfer()
      data.items.add(new File([content], 'Old diagram.gliffy'))
      return data
    }, text)
    await canvasOf(frame).dispatchEvent('drop', { dataTransfer: transfer })
    await frame.getByText('Old diagram.gliffy was imported').waitFor()
    await screenshot(page, 'diagram editor imported')
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+s')
    await frame.getByRole('textbox', { name: 'Diagram name' }).fill('Taken over')
    await page.keyboard.press('Enter')
    await state(frame, 'Saved')
    expect(objectsOf(await load(id, 'Taken over')).length).toBeGreaterThan(0)
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+z')
    await state(frame, 'Unsaved changes')
    // Several at once: each is taken over or refused, and none is passed over in silence.
    const mixed = await canvasOf(frame).evaluateHandle(() => {
      const data = new DataTransfer()
      const cells =
        '<mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="2" value="Box" style="ellipse" vertex="1" parent="1"><mxGeometry width="80" height="40" as="geometry"/></mxCell>'
      const pages = ['One', 'Two'].map(
        name => `<diagram name="${name}"><mxGraphModel><root>${cells}</root></mxGraphModel></diagram>`,
      )
      data.items.add(new File(['{"contentType":"application/gliffy+json", broken'], 'Broken.gliffy'))
      data.items.add(new File([`<mxfile>${pages.join('')}</mxfile>`], 'Other.drawio'))
      data.items.add(new File(['%PDF-1.7'], 'Report.pdf', { type: 'application/pdf' }))
      return data
    })
    await canvasOf(frame).dispatchEvent('drop', { dataTransfer: mixed })
    await frame.getByText('Other.drawio was imported').waitFor()
    await frame.getByText('Report.pdf could not be imported').waitFor()
    await expect
      .poll(() => frame.getByRole('navigation', { name: 'Pages' }).getByRole('listitem').allInnerTexts())
      .toEqual(expect.arrayContaining(['One', 'Two']))
    await frame.getByText('Broken.gliffy could not be imported').waitFor()
  })

  test('a diagram is put into a page that is written, and edited there [D2.1-21] [D7-28] [D3-03]', async ({
    openPage,
  }) => {
    const elsewhere = await create('')
    await saved(wiki.admin, elsewhere, 'Foreign', boxes('Far'))
    const id = await create(`<p>Before</p>${gliffy({ name: 'Foreign', pageid: elsewhere, size: 'M', version: '1' })}`)
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
    const text = page.getByRole('textbox', { name: 'Page text' })
    await text.locator('.ox-diagram-node img').waitFor()
    await page.evaluate(() => {
      document.addEventListener('gliffy-inline-editor', event => {
        document.body.dataset['asked'] = JSON.stringify((event as CustomEvent).detail)
      })
    })
    const asked = async () => JSON.parse((await page.locator('body').getAttribute('data-asked')) ?? 'null') as unknown
    await text.locator('.ox-diagram-node').dblclick()
    const frame = frameOf(page)
    await frame.getByRole('heading', { name: 'Foreign' }).waitFor()
    expect(await asked()).toEqual({
      name: 'Foreign',
      ceoid: elsewhere,
      inline: true,
      isPinned: true,
      attachmentVersion: 1,
    })
    // The text is fixed to a version: what is saved of the newest is not shown there.
    const shown = () =>
      text.locator('[aria-label="Diagram Foreign"] img').evaluate((image: HTMLImageElement) => image.currentSrc)
    const before = await shown()
    await frame.getByText('You are editing the newest version, 1.').waitFor()
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+d')
    await frame.getByRole('button', { name: 'Save and close' }).click()
    await page.locator('#gliffy-editor').waitFor({ state: 'detached' })
    const display = page.getByRole('dialog', { name: 'Select Diagram Version to Display' })
    await display.getByRole('button', { name: 'Cancel' }).click()
    await display.waitFor({ state: 'detached' })
    expect(await shown()).toBe(before)
    expect((await load(elsewhere, 'Foreign')).version).toBe(2)

    await text.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/gliffy')
    await page.getByRole('option', { name: 'Diagram' }).waitFor()
    await page.keyboard.press('Enter')
    await frame.getByRole('group', { name: 'Basic' }).getByRole('button', { name: 'Ellipse', exact: true }).click()
    expect(await asked()).toEqual({ name: '', ceoid: id, inline: true, isPinned: false })
    await frame.getByRole('button', { name: 'Save and close' }).click()
    await frame.getByRole('textbox', { name: 'Diagram name' }).fill('Own')
    await page.keyboard.press('Enter')
    await expect
      .poll(() =>
        text.locator('[aria-label="Diagram Own"] img').evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(50)
    await screenshot(page, 'diagram in the page editor')
    await page.locator('#draft-status', { hasText: 'Saved' }).waitFor()
    await page.locator('#rte-button-publish').click()
    await page.locator('#editPageLink').waitFor()
    const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)
    const macros = [
      ...(json.body.storage.value as string).matchAll(
        /<ac:structured-macro ac:name="gliffy".*?<\/ac:structured-macro>/g,
      ),
    ].map(([macro]) =>
      Object.fromEntries(
        [...macro.matchAll(/<ac:parameter ac:name="(\w+)">(.*?)<\/ac:parameter>/g)].map(([, key, value]) => [
          key,
          value,
        ]),
      ),
    )
    expect(macros).toEqual([{ name: 'Foreign', pageid: elsewhere, size: 'M', version: '1' }, { name: 'Own' }])
    await expect.poll(() => page.locator('.wiki-content .gliffy-container').count()).toBe(2)
  })

  test('a link of a shape is followed from the whole screen, and readers see the editor’s drawing without its tools', async ({
    openPage,
  }) => {
    const goal = await create('<p>The goal</p>')
    const id = await create(gliffy({ name: 'Linked' }))
    await saved(wiki.admin, id, 'Linked', boxes({ text: 'Go', link: { kind: 'page', contentId: goal } }))
    const page = await signedIn(openPage)
    await view(page, id)
    await page.locator('.gliffy-container').hover()
    await page.locator('.gliffy-toolbar').getByText('Fullscreen').click()
    await page.locator('.ox-diagram-area').click()
    await page.getByText('The goal').waitFor()
    await wiki.admin.put(`/rest/api/content/${id}/restriction`, [
      { operation: 'update', restrictions: { user: [{ type: 'known', username: ADMIN.username }] } },
    ])
    const reader = await openPage()
    await wiki.addUser('rea')
    await signIn(reader, wiki, { username: 'rea', password: 'rea password' })
    const frame = await open(reader, id, 'Linked')
    await state(frame, 'Read only')
    await expect.poll(() => frame.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  })

  test('a page is created with a diagram, blank or from templates [D2.7-01] [D2.7-02] [D2.7-03] [D2.7-04] [D2.7-05] [D2.7-06] [D2.7-07]', async ({
    openPage,
  }) => {
    const from = await create('<p>From here</p>')
    const page = await signedIn(openPage)
    const frame = frameOf(page)
    const choose = async (entry: string) => {
      await view(page, from)
      await page.getByRole('button', { name: 'More to create' }).click()
      await page.getByRole('link', { name: entry, exact: true }).click()
      await page.waitForURL(/\/pages\/createpage\.action\?/)
      return Object.fromEntries(new URL(page.url()).searchParams)
    }
    const common = { showGliffyMacro: 'true', spaceKey: 'DRAW', newSpaceKey: 'DRAW', fromPageId: from }
    for (const [entry, type] of [
      ['Org chart', 'org'],
      ['Network diagram', 'network'],
      ['Software diagram', 'software'],
    ] as const) {
      expect(await choose(entry)).toEqual({ ...common, createDiagramType: type })
      await frame.getByRole('dialog').waitFor()
    }
    await screenshot(page, 'diagram editor templates')
    await expectNoAxeViolations(page)
    expect(await choose('Diagram')).toEqual({ ...common, fromCreateDialog: 'true' })
    await frame.getByRole('group', { name: 'Basic' }).getByRole('button', { name: 'Rectangle', exact: true }).click()
    await frame.getByRole('button', { name: 'Save and close' }).click()
    await frame.getByRole('textbox', { name: 'Diagram name' }).fill('Begun')
    await page.keyboard.press('Enter')
    await page.locator('[aria-label="Diagram Begun"]').waitFor()
    // The text editor is behind the diagram; only then is the title free for a pointer.
    await page.locator('.ProseMirror:focus').waitFor()
    await page.getByRole('textbox', { name: 'Page Title' }).fill('Begun with a diagram')
    await expect.poll(() => page.getByRole('textbox', { name: 'Page Title' }).inputValue()).toBe('Begun with a diagram')
    await page.locator('#draft-status', { hasText: 'Saved' }).waitFor()
    await page.locator('#rte-button-publish').click()
    await page.locator('.wiki-content .gliffy-container').waitFor()
    // If no space is known, it is chosen first, and nothing is lost on the way.
    await page.goto(`${wiki.url}/pages/createpage.action?showGliffyMacro=true&createDiagramType=org&newSpaceKey=`)
    await page.getByRole('link', { name: 'Drawings' }).first().click()
    await page.waitForURL(/spaceKey=DRAW&src=quick-create&showGliffyMacro=true&createDiagramType=org&newSpaceKey=DRAW/)
    await frame.getByRole('dialog').waitFor()
  })

  test('the bar over a linked diagram has more to offer, and a page tells what was done with its diagrams [D1-13] [D2.1-04] [D2.1-08] [D2.1-11] [D2.1-12] [D2.1-13] [D2.1-14] [D2.4-01] [D2.4-04] [D3-25] [D9-12]', async ({
    openPage,
  }) => {
    const owner = await create(gliffy({ name: 'Owned' }))
    await saved(wiki.admin, owner, 'Owned', boxes('One', 'Two', 'Three'))
    const linked = await create(`<p>Above</p>${gliffy({ name: 'Owned', pageid: owner })}`)
    const page = await signedIn(openPage, { reducedMotion: 'no-preference' })
    await view(page, owner)
    await page.locator('.gliffy-container').hover()
    await page.locator('.gliffy-toolbar-edit').waitFor()
    await expect.poll(() => page.locator('.gliffy-toolbar-more').count()).toBe(0)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${linked}&linked=true`)
    const banner = page.getByText('Diagram Successfully Linked')
    const phases = await banner.evaluate(element => {
      element.after(element.cloneNode(true))
      const alert = element.nextElementSibling as HTMLElement
      alert.dataset['tone'] = 'danger' // As failures are shown.
      const found = [element, alert].map(shown =>
        shown.getAnimations().map(({ effect }) => ({
          lasts: effect?.getTiming().duration,
          steps:
            effect instanceof KeyframeEffect
              ? effect
                  .getKeyframes()
                  .map(({ computedOffset, opacity }) => [Math.round(computedOffset * 6400), Number(opacity)])
              : [],
        })),
      )
      alert.remove()
      return found
    })
    expect(phases).toEqual(
      Array(2).fill([
        {
          lasts: 6400,
          steps: [
            [0, 0],
            [700, 1],
            [5700, 1],
            [6400, 0],
          ],
        },
      ]),
    )
    await banner.evaluate(element => element.getAnimations().forEach(animation => animation.finish()))
    await banner.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.locator('meta[name="gliffy-license-type"]').getAttribute('content'))
      .toBe('OPEN_SOURCE')
    await expect.poll(() => page.locator('meta[name="gliffy-license-quantity"]').getAttribute('content')).toBe('-1')

    const container = page.locator('.gliffy-container')
    const more = page.getByRole('button', { name: 'More', exact: true })
    const attachment = page.getByRole('link', { name: 'View Attachment' })
    await container.hover()
    await more.click()
    await attachment.waitFor()
    await more.click()
    await attachment.waitFor({ state: 'hidden' })
    await more.click()
    await attachment.waitFor()
    // At its beginning: the toolbar covers the rest of the line.
    await page.getByText('Above').click({ position: { x: 5, y: 5 } })
    await attachment.waitFor({ state: 'hidden' })
    await container.hover()
    await more.click()
    await attachment.hover()
    await page.mouse.move(5, 5)
    await attachment.waitFor({ state: 'hidden' })
    await container.hover()
    await more.click()
    await attachment.click()
    await page.waitForURL(new RegExp(`/pages/viewpageattachments\\.action\\?pageId=${owner}$`))

    // A user who may not edit the diagram gets neither Edit nor More.
    await wiki.admin.put(`/rest/api/content/${owner}/restriction`, [
      { operation: 'update', restrictions: { user: [{ type: 'known', username: ADMIN.username }] } },
    ])
    await wiki.addUser('eve')
    const reader = await openPage()
    await signIn(reader, wiki, { username: 'eve', password: 'eve password' })
    await view(reader, linked)
    await reader.locator('.gliffy-container').hover()
    await reader.locator('.gliffy-toolbar-full').waitFor()
    await expect.poll(() => reader.locator('.gliffy-toolbar-edit, .gliffy-toolbar-more').count()).toBe(0)
  })

  for (const [size, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    tablet: { width: 768, height: 1024 },
    phone: { width: 375, height: 812 },
  })) {
    test(`looks right at ${size} width in both themes`, async ({ openPage }) => {
      const id = await create('')
      await saved(wiki.admin, id, 'Looks', boxes('Order', 'Pay', 'Ship'))
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await signedIn(openPage, { viewport, colorScheme })
        const frame = await open(page, id, 'Looks')
        await screenshot(page, `diagram editor ${size} ${colorScheme}`)
        expect(await frame.locator('html').evaluate(element => element.scrollWidth <= innerWidth)).toBe(true)
        if (size !== 'tablet') await expectNoAxeViolations(page)
      }
    })
  }

  /** Objects of the one document that this browser keeps. */
  const keptObjects = (page: Page): Promise<number> =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const request = indexedDB.open('oxbow-diagrams')
          request.onerror = () => reject(request.error ?? new Error('no database'))
          request.onsuccess = () => {
            const database = request.result
            if (!database.objectStoreNames.contains('unsaved')) return resolve(0)
            const all = database.transaction('unsaved').objectStore('unsaved').getAll()
            all.onerror = () => reject(all.error ?? new Error('unreadable'))
            all.onsuccess = () => {
              database.close()
              const [copy] = all.result as { document: DiagramDocument }[]
              resolve(Object.keys(copy?.document.pages[0]?.objects ?? {}).length)
            }
          }
        }),
    )
})
