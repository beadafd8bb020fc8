import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../../../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  screenshot,
  signIn,
  test,
  type OpenPage,
  type PageOptions,
} from '../../../../../../test/browser.ts'
import type { DiagramDocument, DiagramObject } from '#diagrams/model/document.ts'
import { boxes, DIAGRAMS, gliffy, saved } from '../../../testing/wiki.ts'

describe('the panels of the diagram editor', () => {
  let wiki: TestWiki
  let owner = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'PAN', name: 'Panels' })
    owner = await create('Owner', gliffy({ name: 'Flow' }))
    for (const name of ['Flow', 'Many', 'Begun', 'Linked']) {
      await saved(
        wiki.admin,
        owner,
        name,
        boxes('Order', { text: 'Pay', link: { kind: 'page', contentId: '4000000' } }, 'Ship'),
      )
    }
  })
  afterAll(() => wiki.close())

  const create = (title: string, value: string) => wiki.admin.createPage('PAN', title, value)
  const open = async (
    openPage: OpenPage,
    name: string,
    options: PageOptions = {},
  ): Promise<{ page: Page; frame: FrameLocator }> => {
    const page = await openPage({ allowErrors: [/favicon/], ...options })
    await signIn(page, wiki, ADMIN)
    await page.goto(`${wiki.url}/plugins/gliffy/editor.action?inline=false&pageId=${owner}&ceoid=${owner}&name=${name}`)
    const frame = page.frameLocator('#gliffy-editor')
    await canvasOf(frame).focus()
    return { page, frame }
  }
  const canvasOf = (frame: FrameLocator) => frame.getByRole('application')
  /** Saves, and gives what was stored. */
  const stored = async (frame: FrameLocator, name: string): Promise<DiagramDocument> => {
    await frame.getByRole('button', { name: 'Save', exact: true }).click()
    await frame.locator('.ox-de-state').getByText('Saved', { exact: true }).waitFor()
    const reply = await wiki.admin.get(`${DIAGRAMS}?pageId=${owner}&name=${name}`)
    expect(reply.status, reply.text).toBe(200)
    return (reply.json as { document: DiagramDocument }).document
  }
  const objectsOf = (document: DiagramDocument): DiagramObject[] => Object.values(document.pages[0]?.objects ?? {})

  test('a shape is found, placed by keys and by dragging, and styled', async ({ openPage }) => {
    const { page, frame } = await open(openPage, 'Flow')
    const search = frame.getByRole('searchbox', { name: 'Find a shape' })
    await search.fill('decision')
    await frame.getByRole('button', { name: 'Decision', exact: true }).waitFor()
    await search.press('Enter')
    await frame.getByRole('heading', { name: 'Decision' }).waitFor()
    await frame.locator('.ox-de-state').getByText('Unsaved changes').waitFor()

    await frame.getByRole('button', { name: 'Fill: White' }).click()
    await frame.getByRole('button', { name: 'Pale amber' }).last().click()
    await page.keyboard.press('Escape')
    await frame
      .getByRole('spinbutton', { name: 'Width of the line' })
      .or(frame.getByRole('textbox', { name: 'Width of the line' }))
      .fill('3')
    await page.keyboard.press('Enter')
    await frame.getByRole('textbox', { name: 'Width', exact: true }).fill('100*2')
    await page.keyboard.press('Enter')
    const opacity = frame.getByRole('slider', { name: 'Opacity' })
    await opacity.focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')

    // Sliding was one step, which undo names.
    const undo = frame.getByRole('button', { name: 'Undo: Opacity' })
    await undo.click()
    await expect.poll(() => opacity.inputValue()).toBe('100')
    await frame.getByRole('button', { name: 'Redo: Opacity' }).click()
    await expect.poll(() => opacity.inputValue()).toBe('95')

    // From the library onto the canvas by dragging.
    await search.fill('server')
    const from = await frame.getByRole('button', { name: 'Server', exact: true }).boundingBox()
    const to = await canvasOf(frame).boundingBox()
    if (!from || !to) throw new Error('the library or the canvas is not shown')
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 200, to.y + 200, { steps: 4 })
    await page.mouse.move(to.x + 220, to.y + 420, { steps: 4 })
    await page.mouse.up()
    await frame.getByRole('heading', { name: 'Server' }).waitFor()

    const objects = objectsOf(await stored(frame, 'Flow'))
    const decision = objects.find(object => object.kind === 'shape' && object.shape === 'flowchart.decision')
    expect(decision).toMatchObject({
      width: 200,
      style: { fill: { kind: 'solid', colour: '#fcefd2' }, stroke: { width: 3 }, opacity: 0.95 },
    })
    expect(objects.some(object => object.kind === 'shape' && object.shape === 'network.server')).toBe(true)
    await search.fill('')
    const recent = frame.getByRole('group', { name: 'Recent' }).getByRole('button')
    await expect.poll(() => recent.first().getAttribute('aria-label')).toBe('Server')
    // Arrow keys walk through the tiles, which are one stop of Tab.
    await recent.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() => recent.nth(1).evaluate(element => element === element.ownerDocument.activeElement))
      .toBe(true)
  })

  test('several objects show what they share, and take on a look together', async ({ openPage }) => {
    const { page, frame } = await open(openPage, 'Many')
    await page.keyboard.press('Control+a')
    await frame.getByRole('heading', { name: '3 objects' }).waitFor()
    await frame.getByRole('button', { name: 'Deep blue' }).first().click()
    await frame.getByRole('button', { name: 'Fill: Deep blue' }).waitFor()
    await frame.getByRole('button', { name: 'Bold' }).click()
    await canvasOf(frame).focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await frame.getByRole('button', { name: 'Fill: Deep blue' }).waitFor()
    await frame.getByRole('button', { name: 'Pale red' }).first().click()
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+a')
    await frame.getByRole('button', { name: 'Fill: Mixed' }).waitFor()
    await frame.getByRole('button', { name: 'Line: Mixed' }).waitFor()
    const objects = objectsOf(await stored(frame, 'Many'))
    expect(
      objects
        .flatMap(object =>
          object.kind === 'shape' && object.style.fill.kind === 'solid' ? [object.style.fill.colour] : [],
        )
        .toSorted(),
    ).toEqual(['#17598f', '#17598f', '#fde8e6'])
    expect(objects.every(object => object.kind === 'shape' && object.text?.paragraphs[0]?.runs[0]?.bold)).toBe(true)
  })

  test('pages and layers are added, named, sorted, hidden and deleted, and a deleted one comes back', async ({
    openPage,
  }) => {
    const { page, frame } = await open(openPage, 'Many')
    const pages = frame.getByRole('navigation', { name: 'Pages' })
    await frame.getByRole('button', { name: 'Add a page' }).click()
    const second = pages.getByRole('button', { name: 'Page 2' })
    await second.waitFor()
    await expect.poll(() => second.getAttribute('aria-current')).toBe('page')
    await second.focus()
    await page.keyboard.press('F2')
    await frame.getByRole('textbox', { name: 'Name of the page' }).fill('Returns')
    await page.keyboard.press('Enter')
    const returns = pages.getByRole('button', { name: 'Returns' })
    await returns.focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => pages.getByRole('listitem').allInnerTexts()).toEqual(['Returns', 'First page'])
    await frame.getByRole('button', { name: 'Actions for the page' }).click()
    await frame.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(() => pages.getByRole('listitem').allInnerTexts()).toEqual(['First page'])
    await frame.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => pages.getByRole('listitem').allInnerTexts()).toEqual(['Returns', 'First page'])
    await pages.getByRole('button', { name: 'First page' }).click()

    await frame.getByRole('button', { name: 'Layers', exact: true }).click()
    await frame.getByRole('button', { name: 'Add a layer' }).click()
    await frame.getByRole('button', { name: 'Hide “Layer”' }).click()
    await frame.getByRole('button', { name: 'Lock “Layer 2”' }).click()
    await frame.getByRole('button', { name: 'Unlock “Layer 2”' }).waitFor()
    await screenshot(page, 'diagram panels layers')
    const { pages: kept } = await stored(frame, 'Many')
    expect(kept.map(({ name }) => name)).toEqual(['Returns', 'First page'])
    expect(kept[1]?.layers.map(({ name, visible, locked }) => ({ name, visible, locked }))).toEqual([
      { name: 'Layer', visible: false, locked: false },
      { name: 'Layer 2', visible: true, locked: true },
    ])
  })

  test('words are found on all pages, objects are named in the outline, and a shape leads to a page by its id', async ({
    openPage,
  }) => {
    const target = await create('Handbook of shipping', '<p>x</p>')
    const { page, frame } = await open(openPage, 'Linked')
    await page.keyboard.press('Control+f')
    const search = frame.getByRole('searchbox', { name: 'Find in the diagram' })
    // Keys typed next go into the field.
    await expect.poll(() => search.evaluate(element => element === element.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.type('ship')
    await page.keyboard.press('Enter')
    await frame.locator('.ox-de-find-list [aria-current]').getByText('Ship').waitFor()
    // The first Escape empties the field, the next one leads back to the canvas with what was found.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect
      .poll(() => canvasOf(frame).evaluate(element => element.contains(element.ownerDocument.activeElement)))
      .toBe(true)
    await page.keyboard.press('Control+k')
    const dialog = frame.getByRole('dialog', { name: 'Link' })
    await dialog.getByRole('searchbox').fill('Handbook')
    await dialog.getByRole('radio', { name: /Handbook of shipping/ }).check({ force: true })
    await dialog.getByRole('button', { name: 'Set link' }).click()
    await dialog.waitFor({ state: 'detached' })
    const ship = (document: DiagramDocument) =>
      objectsOf(document).find(object => JSON.stringify(object).includes('"text":"Ship"'))
    expect(ship(await stored(frame, 'Linked'))?.link).toEqual({ kind: 'page', contentId: target })

    // Links to pages show their titles, or that they are broken: under the pointer, and where they are set.
    await frame.locator('.ox-de-canvas text', { hasText: 'Ship' }).hover({ force: true })
    await frame.locator('.ox-de-link-hint').getByText('Handbook of shipping in Panels').waitFor()
    await frame.locator('.ox-de-canvas text', { hasText: 'Pay' }).hover({ force: true })
    await frame.locator('.ox-de-link-hint').getByText('A page that is gone, or that you may not see').waitFor()

    // An address that would run something is refused where it is typed.
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+k')
    await dialog.getByText('It leads to: Handbook of shipping in Panels').waitFor()
    await dialog.getByRole('tab', { name: 'Address' }).click()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
    await dialog.getByRole('button', { name: 'Set link' }).click()
    await dialog.getByText('This is no address that a shape may lead to', { exact: false }).waitFor()
    await page.keyboard.press('Escape')

    await frame.getByRole('button', { name: 'More' }).click()
    await frame.getByRole('menuitem', { name: 'Outline' }).click()
    const outline = frame.getByRole('list', { name: 'Objects of the page' })
    await outline.getByRole('button', { name: /^Order/ }).click()
    await expect.poll(() => outline.getByRole('button', { name: /^Order/ }).getAttribute('aria-pressed')).toBe('true')
    await expectNoAxeViolations(page)
  })

  test('a template comes beside what is drawn, an org chart from a table, and the menus know their keys', async ({
    openPage,
  }) => {
    const { page, frame } = await open(openPage, 'Begun')
    await frame.getByRole('button', { name: 'More' }).click()
    await frame.getByRole('menuitem', { name: 'Template…' }).click()
    const dialog = frame.getByRole('dialog', { name: 'Begin with a template' })
    await dialog.getByRole('tab', { name: 'Network' }).click()
    await dialog.getByRole('button', { name: 'Small office network' }).click()
    await screenshot(page, 'diagram panels templates')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Add as a page' }).click()
    const pages = frame.getByRole('navigation', { name: 'Pages' }).getByRole('listitem')
    await expect.poll(() => pages.count()).toBe(2)
    await expect.poll(() => pages.nth(1).getByRole('button').first().getAttribute('aria-current')).toBe('page')

    await frame.getByRole('button', { name: 'More' }).click()
    await frame.getByRole('menuitem', { name: 'Org chart from a table…' }).click()
    const table = frame.getByRole('dialog', { name: 'Org chart from a table' })
    await table
      .getByRole('textbox')
      .fill('name,title,manager\nAda,Director,\nGrace,Engineer,Ada\nKatherine,Analyst,Nobody')
    await table.getByRole('img', { name: 'The org chart as it will be drawn' }).waitFor()
    await table.getByText('Line 4: The manager “Nobody” is not in the file.').waitFor()
    await table.getByRole('button', { name: 'Draw org chart' }).click()
    await expect.poll(() => pages.count()).toBe(3)

    const canvas = await canvasOf(frame).boundingBox()
    if (!canvas) throw new Error('the canvas is not shown')
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+F10')
    const menu = frame.getByRole('menu', { name: 'Menu of the canvas' })
    await menu.getByRole('menuitem', { name: /^Group/ }).click()
    await frame.getByRole('heading', { name: 'Group' }).waitFor()
    await expect
      .poll(() => canvasOf(frame).evaluate(element => element === element.ownerDocument.activeElement))
      .toBe(true)
    await page.keyboard.press('?')
    await frame.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl+Shift+G').waitFor()
    await page.keyboard.press('Escape')
    const { pages: kept } = await stored(frame, 'Begun')
    expect(kept).toHaveLength(3)
    expect(Object.values(kept[2]?.objects ?? {}).filter(({ kind }) => kind === 'group')).toHaveLength(1)
  })

  test('panels are sheets on narrow screens, and accessible at every width in both themes', async ({ openPage }) => {
    const sizes = [
      { width: 1440, height: 900 },
      { width: 768, height: 1024 },
      { width: 375, height: 812 },
    ]
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, frame } = await open(openPage, 'Flow', { colorScheme })
      for (const viewport of sizes) {
        await page.setViewportSize(viewport)
        await canvasOf(frame).focus()
        await page.keyboard.press('Shift+1')
        await page.keyboard.press('Tab')
        const style = frame.getByRole('complementary').filter({ has: frame.getByRole('button', { name: /^Fill: / }) })
        const toggle = frame.getByRole('button', { name: 'Style', exact: true }).locator('visible=true')
        if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click()
        await style.waitFor()
        const box = await style.boundingBox()
        if (viewport.width < 900) expect(box?.y).toBeGreaterThan(viewport.height / 3)
        else expect(box?.x).toBeGreaterThan(viewport.width / 2)
        await screenshot(page, `diagram panels ${viewport.width} ${colorScheme}`)
        // One look at each: axe takes its time over all the shapes of the library.
        if (viewport.width === (colorScheme === 'light' ? 375 : 1440)) await expectNoAxeViolations(page)
      }
    }
  })
})
