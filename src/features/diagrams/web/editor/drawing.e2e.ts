import type { FrameLocator, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../../../server.ts'
import { expect, expectNoAxeViolations, screenshot, signIn, test, type OpenPage } from '../../../../../test/browser.ts'
import type { DiagramDocument, DiagramObject, ShapeObject } from '#diagrams/model/document.ts'
import { plainText } from '#diagrams/render/text-layout.ts'
import { boxes, DIAGRAMS, saved } from '../../testing/wiki.ts'

describe('drawing as one does in Gliffy or draw.io', () => {
  let wiki: TestWiki
  let owner = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DRAW', name: 'Drawing' })
    const made = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title: 'Owner',
      space: { key: 'DRAW' },
      body: { storage: { value: '', representation: 'storage' } },
    })
    expect(made.status, made.text).toBe(200)
    owner = made.json.id as string
  })
  afterAll(() => wiki.close())

  let opened = 0
  const open = async (openPage: OpenPage, document: DiagramDocument = boxes(), options = {}) => {
    const name = `Drawn ${++opened}`
    await saved(wiki.admin, owner, name, document)
    const page = await openPage({ allowErrors: [/favicon/], ...options })
    await signIn(page, wiki, ADMIN)
    await page.goto(
      `${wiki.url}/plugins/gliffy/editor.action?inline=false&pageId=${owner}&ceoid=${owner}&name=${encodeURIComponent(name)}`,
    )
    const frame = page.frameLocator('#gliffy-editor')
    const canvas = frame.getByRole('application', { name: 'Drawing area' })
    await canvas.focus()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('the canvas is not shown')
    /** A place in px from the canvas's middle. */
    const at = (x: number, y: number) => ({ x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y })
    const stored = async () => {
      const objects = await storedOf(frame, name)
      await canvas.focus()
      return objects
    }
    return { page, frame, canvas, at, stored }
  }
  const storedOf = async (frame: FrameLocator, name: string): Promise<DiagramObject[]> => {
    await frame.getByRole('button', { name: 'Save', exact: true }).click()
    await frame.locator('.ox-de-state').getByText('Saved', { exact: true }).waitFor()
    const reply = await wiki.admin.get(`${DIAGRAMS}?pageId=${owner}&name=${encodeURIComponent(name)}`)
    expect(reply.status, reply.text).toBe(200)
    return Object.values((reply.json as { document: DiagramDocument }).document.pages[0]?.objects ?? {})
  }
  const wordsOf = (objects: readonly DiagramObject[]) =>
    objects.flatMap(object => (object.kind === 'shape' && object.text ? [plainText(object.text)] : []))
  const typing = (frame: FrameLocator) => frame.getByRole('textbox', { name: 'Type to write in what is selected' })
  const writing = (frame: FrameLocator) => frame.getByRole('textbox', { name: 'Text', exact: true })

  test('typing writes in what is selected, through input methods and dead keys too; letters choose tools with nothing selected', async ({
    openPage,
  }) => {
    const { page, frame, canvas, stored } = await open(openPage, boxes('One', 'Two', 'Three', 'Four'))
    const hint = frame.locator('.ox-de-tool-hint')
    await page.keyboard.press('r')
    await hint.getByText('Rectangle').waitFor()
    await page.keyboard.press('Escape')
    await hint.waitFor({ state: 'detached' })

    await page.keyboard.press('Tab')
    await expect.poll(() => typing(frame).evaluate(field => field === document.activeElement)).toBe(true)
    await page.keyboard.type('rot?')
    await expect.poll(() => writing(frame).textContent()).toBe('rot?')
    await page.keyboard.press('Escape')

    // An input method composes in the field, which shows it; what it ends with goes into the shape.
    await page.keyboard.press('Tab')
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
    await expect.poll(() => typing(frame).inputValue()).toBe('ni')
    await expect.poll(() => typing(frame).evaluate(field => getComputedStyle(field).opacity)).toBe('1')
    await session.send('Input.imeSetComposition', { text: '你好', selectionStart: 2, selectionEnd: 2 })
    await session.send('Input.insertText', { text: '你好' })
    await expect.poll(() => writing(frame).textContent()).toBe('你好')
    await page.keyboard.insertText('吗')
    await page.keyboard.press('Escape')

    // A dead key types nothing until the letter comes.
    await page.keyboard.press('Tab')
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Dead',
      code: 'Quote',
      windowsVirtualKeyCode: 222,
    })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Dead', code: 'Quote' })
    expect(await writing(frame).count()).toBe(0)
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'é', code: 'KeyE', text: 'é' })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'é', code: 'KeyE' })
    await page.keyboard.type('tat')
    await page.keyboard.press('Control+Enter')

    // Commands stay keys; Delete, copying and undo are the shape's.
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+d')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Escape')
    await expect.poll(() => canvas.evaluate(area => area === document.activeElement)).toBe(true)
    await expectNoAxeViolations(page)
    const objects = await stored()
    expect(wordsOf(objects)).toEqual(['rot?', '你好吗', 'état', 'Four', 'Four'])
    expect(objects.find(({ id }) => id === 'o3')).toMatchObject({ y: 10 })
  })

  test('an arrow offers what comes next, by mouse and by keys; shapes are changed and deleted without losing their lines', async ({
    openPage,
  }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, frame, at, stored } = await open(openPage, boxes('Start'), { colorScheme })
      const offer = frame.getByRole('dialog', { name: 'What comes next' })
      await page.keyboard.press('Tab')
      await page.keyboard.press('Alt+ArrowRight')
      await offer.waitFor()
      await page.keyboard.press('ArrowRight')
      await expect
        .poll(() =>
          offer
            .getByRole('button')
            .nth(1)
            .evaluate(button => button === document.activeElement),
        )
        .toBe(true)
      await screenshot(page, `diagram what comes next ${colorScheme}`)
      await expectNoAxeViolations(page)
      await page.keyboard.type('decision')
      await offer.getByRole('button', { name: 'Decision', exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.type('Paid?')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Alt+ArrowRight')
      await offer.waitFor()
      await page.keyboard.press('Escape')
      await offer.waitFor({ state: 'detached' })
      await page.keyboard.press('Alt+ArrowRight')
      await offer.getByRole('button', { name: 'Process', exact: true }).click()
      await page.keyboard.type('Ship')
      await page.keyboard.press('Escape')

      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Alt+Shift+C')
      const instead = frame.getByRole('dialog', { name: 'Change shape' })
      await instead.getByRole('button', { name: 'Document', exact: true }).click()
      await page.keyboard.press('Delete')
      await page.mouse.click(at(0, 250).x, at(0, 250).y)
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+y')
      const objects = await stored()
      expect(wordsOf(objects)).toEqual(['Start', 'Ship'])
      const [line, ...more] = objects.filter(({ kind }) => kind === 'connector')
      expect(more).toEqual([])
      const ship = objects.find(object => wordsOf([object])[0] === 'Ship')
      expect(line).toMatchObject({
        from: { attached: { objectId: 'o0' } },
        to: { attached: { objectId: ship?.id } },
        labels: [],
      })
    }
  })

  /** Counts a user's actions: each click, drag, chord of keys and typed text is one action. */
  const counting = (page: Page) => {
    let count = 0
    const act = async (action: () => Promise<void>) => {
      count++
      await action()
    }
    return {
      count: () => count,
      click: (where: { x: number; y: number }) => act(() => page.mouse.click(where.x, where.y)),
      press: (key: string) => act(() => page.keyboard.press(key)),
      type: (text: string) => act(() => page.keyboard.type(text)),
      clickOn: (target: Locator) => act(() => target.click()),
    }
  }
  const middleOf = async (target: Locator) => {
    const box = await target.boundingBox()
    if (!box) throw new Error('not shown')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  test('a flowchart of ten shapes with labels takes 34 actions by mouse and keyboard, and its lines are straight', async ({
    openPage,
  }) => {
    const { page, frame, stored } = await open(openPage)
    const user = counting(page)
    const words = (text: string) => frame.locator('.ox-de-drawing').getByText(text, { exact: true })
    const offer = frame.getByRole('dialog', { name: 'What comes next' })
    const next = async (side: 'Right' | 'Down', text: string, shape?: string) => {
      await user.press(`Alt+Arrow${side}`)
      await offer.waitFor()
      if (shape) await user.clickOn(offer.getByRole('button', { name: shape, exact: true }))
      else await user.press('Enter')
      await offer.waitFor({ state: 'detached' })
      await user.type(text)
    }
    await user.clickOn(frame.getByRole('button', { name: 'Start or end', exact: true }).first())
    await user.type('Order')
    await next('Right', 'Check')
    await next('Right', 'In stock?', 'Decision')
    for (const text of ['Pick', 'Pack', 'Ship']) await next('Right', text)
    await next('Right', 'Done', 'Start or end')
    await user.click(await middleOf(words('In stock?')))
    await next('Down', 'Reorder')
    await next('Right', 'Tell them')
    await next('Right', 'Wait')
    for (const [from, to, text] of [
      ['In stock?', 'Pick', 'yes'],
      ['In stock?', 'Reorder', 'no'],
    ] as const) {
      const [a, b] = [await middleOf(words(from)), await middleOf(words(to))]
      // Between the outlines of both.
      await user.click({ x: a.x + (b.x - a.x) * 0.52, y: a.y + (b.y - a.y) * 0.52 })
      await user.type(text)
    }
    await screenshot(page, 'diagram flowchart drawn')
    const count = user.count()
    await page.keyboard.press('Escape')
    const objects = await stored()
    const texts = ['Order', 'Check', 'In stock?', 'Pick', 'Pack', 'Ship', 'Done', 'Reorder', 'Tell them', 'Wait']
    expect(wordsOf(objects).toSorted()).toEqual(texts.toSorted())
    const lines = objects.filter(object => object.kind === 'connector')
    expect(lines.map(({ labels }) => labels.map(({ text }) => plainText(text)).join()).toSorted()).toEqual(
      ['no', 'yes', '', '', '', '', '', '', ''].toSorted(),
    )
    const place = new Map(objects.flatMap(object => (object.kind === 'shape' ? [[object.id, object] as const] : [])))
    for (const { from, to } of lines) {
      const [a, b] = [from, to].map(end => place.get(end.attached?.objectId ?? ''))
      if (!a || !b) throw new Error('a line hangs')
      const isLevel = a.y + a.height / 2 === b.y + b.height / 2
      expect(isLevel || a.x + a.width / 2 === b.x + b.width / 2, JSON.stringify([a.text, b.text])).toBe(true)
    }
    expect(count).toBeLessThanOrEqual(34)
  })

  test('a pool of three titled lanes takes nine actions; lanes are added, moved, resized and removed by mouse and keys', async ({
    openPage,
  }) => {
    const { page, frame, stored } = await open(openPage)
    const user = counting(page)
    const category = frame.getByRole('button', { name: /^Swimlanes/ })
    await user.clickOn(category)
    await user.clickOn(frame.getByRole('button', { name: 'Three horizontal lanes', exact: true }))
    await user.type('Order')
    for (const title of ['Sales', 'Stock', 'Shipping']) {
      await user.press('Tab')
      await user.type(title)
    }
    const count = user.count()
    await page.keyboard.press('Escape')
    await screenshot(page, 'diagram pool drawn')
    expect(count).toBeLessThanOrEqual(9)

    const titles = (objects: readonly DiagramObject[]) => {
      const lanes = objects.filter(
        (object): object is ShapeObject => object.kind === 'shape' && object.shape === 'swimlane.lane-horizontal',
      )
      return lanes.toSorted((a, b) => a.y - b.y).map(lane => `${wordsOf([lane])[0] ?? ''} ${lane.height}`)
    }
    expect(titles(await stored())).toEqual(['Sales 100', 'Stock 100', 'Shipping 100'])
    // The picture that the server keeps has the titles turned too.
    const picture = await wiki.admin.get(`/download/attachments/${owner}/${encodeURIComponent(`Drawn ${opened}.svg`)}`)
    expect(picture.status).toBe(200)
    expect(picture.text.match(/matrix\(0 -1 1 0 /g)).toHaveLength(4)
    const pool = (objects: readonly DiagramObject[]) => objects.find(object => wordsOf([object])[0] === 'Order')

    // By keys: the last lane up past the others, another one after it.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('Billing')
    await page.keyboard.press('Escape')
    expect(titles(await stored())).toEqual(['Shipping 100', 'Billing 100', 'Sales 100', 'Stock 100'])

    // By mouse: the border under the second lane, and the fourth lane dragged to the top.
    const words = (text: string) => frame.locator('.ox-de-drawing').getByText(text, { exact: true })
    const drag = async (from: { x: number; y: number }, by: { x: number; y: number }) => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2)
      await page.mouse.move(from.x + by.x, from.y + by.y)
      await page.mouse.up()
    }
    const [billing, sales] = [await middleOf(words('Billing')), await middleOf(words('Sales'))]
    const scale = (sales.y - billing.y) / 100
    await drag({ x: billing.x + 200, y: (billing.y + sales.y) / 2 }, { x: 0, y: 40 * scale })
    expect(titles(await stored())).toEqual(['Shipping 100', 'Billing 140', 'Sales 100', 'Stock 100'])
    expect(pool(await stored())).toMatchObject({ height: 440 })
    const stock = await middleOf(words('Stock'))
    await drag(stock, { x: 0, y: -400 * scale })
    expect(titles(await stored())).toEqual(['Stock 100', 'Shipping 100', 'Billing 140', 'Sales 100'])

    // The toolbar and the menu of a lane.
    const bar = frame.getByRole('toolbar', { name: 'Lane', exact: true })
    await bar.getByRole('button', { name: /^Add lane before/ }).click()
    await page.keyboard.press('Control+z')
    await page.mouse.click((await middleOf(words('Billing'))).x, (await middleOf(words('Billing'))).y)
    await bar.getByRole('button', { name: /^Move lane down/ }).click()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Shift+F10')
    await frame.getByRole('menuitem', { name: /^Move lane up/ }).click()
    await bar.getByRole('button', { name: /^Remove lane/ }).click()
    expect(titles(await stored())).toEqual(['Stock 100', 'Shipping 100', 'Sales 100'])
    await page.keyboard.press('Control+z')
    expect(titles(await stored())).toEqual(['Stock 100', 'Shipping 100', 'Billing 140', 'Sales 100'])
  })
})
