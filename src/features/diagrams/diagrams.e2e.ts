import type { Page } from 'playwright-core'
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
import type { ConnectorObject, DiagramDocument } from '#diagrams/model/document.ts'
import { plainBlock } from '#diagrams/operations/text.ts'
import { boxes, DIAGRAMS, gliffy, saved } from './testing/wiki.ts'

describe('diagrams in the browser', () => {
  let wiki: TestWiki
  let owner = ''
  let linked = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DIA', name: 'Diagrams' })
    owner = await create(
      'Owner',
      `${gliffy({ name: 'Flow' })}<p>And the old one:</p>${gliffy({ name: 'Flow', version: '1', size: 'T' })}`,
    )
    await saved(wiki.admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship'))
    await saved(wiki.admin, owner, 'Flow', twoPages(), 1)
    linked = await create(
      'Links',
      gliffy({ name: 'Flow', pageid: owner, version: '1' }) +
        gliffy({ name: 'Flow', pageid: owner, chrome: 'min', html5: 'false' }),
    )
  })
  afterAll(() => wiki.close())

  const create = (title: string, value: string) => wiki.admin.createPage('DIA', title, value)
  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)
  const view = async (page: Page, id: string) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.gliffy-toolbar').first().waitFor({ state: 'attached' })
  }
  const viewer = (page: Page) =>
    page.goto(`${wiki.url}/plugins/gliffy/viewer.action?inline=false&pageId=${owner}&ceoid=${owner}&name=Flow`)

  test('a page shows its diagrams with a toolbar on hover [D1-02] [D1-03] [D2-04] [D2.1-01] [D2.1-02] [D2.1-03] [D2.1-05] [D2.1-16]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    await view(page, linked)
    const containers = page.locator('.wiki-content .gliffy-container')
    await expect.poll(() => containers.count()).toBe(2)
    const [pinned, bare] = [containers.first(), containers.nth(1)]
    const picture = pinned.locator('img.gliffy-image')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(400)
    const toolbar = pinned.locator('.gliffy-toolbar')
    expect(await toolbar.evaluate(element => getComputedStyle(element).opacity)).toBe('0')
    await pinned.hover()
    await expect.poll(() => toolbar.evaluate(element => getComputedStyle(element).opacity)).toBe('1')
    await expect.poll(() => toolbar.locator('.gliffy-toolbar-title').innerText()).toBe('Flow')
    await expect.poll(() => toolbar.locator('.gliffy-toolbar-version').innerText()).toBe('v. 1')
    await toolbar.getByText('Fullscreen').waitFor()
    await expect.poll(() => bare.locator('.gliffy-toolbar').count()).toBe(0)
    await expectNoAxeViolations(page, '.wiki-content')

    await view(page, owner)
    const small = page.locator('.wiki-content .gliffy-container').nth(1)
    await small.hover()
    await small.locator('.gliffy-toolbar-title').waitFor({ state: 'hidden' })
    await small.locator('.gliffy-toolbar-version').waitFor({ state: 'hidden' })
    expect(
      await small.locator('.gliffy-toolbar').evaluate((element: HTMLElement) => parseFloat(element.style.minWidth)),
    ).toBeGreaterThan(20)
    await page
      .locator('.wiki-content .gliffy-container')
      .first()
      .locator('.gliffy-toolbar-version')
      .waitFor({ state: 'hidden' })
  })

  test('the viewer shows all pages and layers, near and far, and finds words [D1-04]', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await view(page, owner)
    await page.locator('.gliffy-container').first().hover()
    await page.locator('.gliffy-toolbar').first().getByText('Fullscreen').click()
    const sheet = page.locator('.ox-diagram-sheet')
    await sheet.locator('img[src^="blob:"]').waitFor()
    const stage = page.getByRole('region', { name: 'Diagram' })
    const { width, height } = await page
      .locator('.ox-diagram')
      .evaluate(element => element.getBoundingClientRect().toJSON() as DOMRect)
    expect([width, height]).toEqual([1440, 900])
    await page.locator('#header').waitFor({ state: 'hidden' })
    await page.locator('#footer').waitFor({ state: 'hidden' })
    for (const viewport of [
      { width: 375, height: 700 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport)
      await expect.poll(() => filled(page)).toEqual({ bar: true, scrolls: false })
    }

    const widthOf = () => sheet.evaluate((element: HTMLElement) => element.offsetWidth)
    const before = await widthOf()
    await stage.focus()
    await page.keyboard.press('+')
    await expect.poll(widthOf).toBeGreaterThan(before * 1.2)
    await page.keyboard.press('0')
    await expect.poll(widthOf).toBe(before)
    for (let i = 0; i < 8; i++) await page.keyboard.press('+')
    await expect.poll(widthOf).toBeGreaterThan(1440)
    await stage.hover()
    const scrolled = () => stage.evaluate(element => element.scrollLeft)
    const middle = await scrolled()
    await page.mouse.down()
    await page.mouse.move(620, 450)
    await page.mouse.up()
    await expect.poll(async () => Math.round((await scrolled()) - middle)).toBe(100)

    const field = page.getByRole('searchbox', { name: 'Find in diagram' })
    await page.keyboard.press('/')
    await field.pressSequentially('box')
    await page.getByText('1 of 2').waitFor()
    await field.press('Enter')
    await page.getByText('2 of 2').waitFor()
    // A label of a line is framed at its position, between the boxes.
    await field.fill('over leads')
    await page.getByText('1 of 1').waitFor()
    const frame = await page.locator('.ox-diagram-hit').boundingBox()
    const link = await sheet.getByRole('link', { name: 'Box two' }).boundingBox()
    expect((frame?.x ?? Infinity) + (frame?.width ?? Infinity)).toBeLessThan(link?.x ?? 0)
    expect(frame?.width).toBeGreaterThan(20)
    await field.fill('nothing like it')
    await page.getByText('None').waitFor()
    await field.fill('')
    await expect
      .poll(() => sheet.getByRole('link', { name: 'Box two' }).getAttribute('href'))
      .toBe(`/pages/viewpage.action?pageId=${owner}`)

    await page.getByText('Layers').click()
    await page.getByRole('checkbox', { name: 'Notes' }).uncheck()
    await field.fill('box')
    await page.getByText('1 of 1').waitFor()
    await page.getByRole('combobox', { name: 'Page of the diagram' }).selectOption('Second')
    await field.fill('elsewhere')
    await page.getByText('1 of 1').waitFor()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.waitForURL(/pageId=\d+$|\/display\//)
    await page.locator('.gliffy-container').first().waitFor()
  })

  test('looks right at three widths in both themes, and reads without script', async ({ openPage }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await signedIn(openPage, { colorScheme })
      const atWidths = async (name: string, shoot: () => Promise<void>) => {
        for (const width of [375, 768, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          await shoot()
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
            `${name} at ${width}`,
          ).toBeLessThanOrEqual(width)
          await screenshot(page, `diagram ${name} ${width} ${colorScheme}`)
        }
      }
      await viewer(page)
      await page.locator('.ox-diagram-sheet img[src^="blob:"]').waitFor()
      await atWidths('viewer', () => page.keyboard.press('0'))
      await expectNoAxeViolations(page)
      await view(page, owner)
      await atWidths('page', () => page.locator('.gliffy-container').first().hover())
    }
    const still = await signedIn(openPage, { javaScriptEnabled: false })
    await viewer(still)
    expect(
      await still.locator('.ox-diagram-sheet img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(100)
  })

  test('a key in the text of a shape acts where the cursor is, also before the browser has said that it moved', async ({
    openPage,
  }) => {
    const id = await create('Written', gliffy({ name: 'Words' }))
    await saved(wiki.admin, id, 'Words', boxes('onetwo'))
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/plugins/gliffy/editor.action?inline=false&pageId=${id}&ceoid=${id}&name=Words`)
    const frame = page.frameLocator('#gliffy-editor')
    await frame.getByRole('application', { name: 'Drawing area' }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Enter')
    const text = frame.getByRole('textbox', { name: 'Text', exact: true })
    await text.press('End')
    await text.evaluate(element => {
      for (const _ of 'two') element.ownerDocument.getSelection()?.modify('move', 'backward', 'character')
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }),
      )
    })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+s')
    const stored = async () =>
      (await wiki.admin.get(`${DIAGRAMS}?pageId=${id}&name=Words`)).json as {
        version: number
        document: DiagramDocument
      }
    await expect.poll(async () => (await stored()).version).toBe(2)
    const [shape] = Object.values((await stored()).document.pages[0]?.objects ?? {})
    expect(shape).toMatchObject({ text: { paragraphs: [{ runs: [{ text: 'one' }] }, { runs: [{ text: 'two' }] }] } })
  })

  test('the attachments table tells diagrams apart [D2.1-18] [D2.1-19]', async ({ openPage }) => {
    await wiki.app.jobs.idle()
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/pages/viewpageattachments.action?pageId=${owner}`)
    const row = page.locator('tr[data-attachment-filename="Flow"]')
    await expect.poll(() => row.locator('.ox-file-picture').getAttribute('title')).toBe('Oxbow Diagram')
    await expect.poll(() => row.locator('.ox-file-picture svg rect').count()).toBe(2)
    // Its name leads to where it is seen; its bytes are in the menu.
    await row.getByRole('link', { name: 'Flow' }).click()
    await page.locator('.ox-diagram-sheet img[src^="blob:"]').waitFor()
    const still = await signedIn(openPage, { javaScriptEnabled: false })
    await still.goto(`${wiki.url}/pages/viewpageattachments.action?pageId=${owner}`)
    await still.locator('tr[data-attachment-filename="Flow"]').getByRole('link', { name: 'Flow' }).click()
    await still.locator('.ox-diagram-sheet img').waitFor()
    await still.goto(`${wiki.url}/spaces/listattachmentsforspace.action?key=DIA`)
    const links = await still
      .locator('a.filename')
      .evaluateAll(all => all.map(link => [link.textContent, new URL((link as HTMLAnchorElement).href).pathname]))
    expect(links).toEqual(
      expect.arrayContaining([
        ['Flow', '/plugins/gliffy/viewer.action'],
        ['Flow.png', `/download/attachments/${owner}/Flow.png`],
      ]),
    )
  })

  /** Whether the diagram reaches from edge to edge, and whether the page around it can be scrolled. */
  function filled(page: Page) {
    return page.evaluate(() => {
      const { left, top, right, bottom } =
        document.querySelector('.ox-diagram')?.getBoundingClientRect() ?? new DOMRect()
      const { scrollHeight, scrollWidth } = document.documentElement
      return {
        bar: left === 0 && top === 0 && right === innerWidth && bottom === innerHeight,
        scrolls: scrollHeight > innerHeight || scrollWidth > innerWidth,
      }
    })
  }

  /** Two pages; the first has two layers with a box each, one of which has a link. */
  function twoPages(): DiagramDocument {
    const [first] = boxes('Box one', { text: 'Box two', link: { kind: 'page', contentId: owner } }).pages
    const [second] = boxes('Elsewhere').pages
    if (!first || !second) throw new Error('a diagram has pages')
    const [one, two] = Object.values(first.objects)
    if (!one || !two) throw new Error('the page has two boxes')
    return {
      ...boxes(),
      pages: [
        {
          ...first,
          layers: [...first.layers, { id: 'l2', name: 'Notes', visible: true, locked: false }],
          objects: {
            [one.id]: one,
            [two.id]: { ...two, layer: 'l2' },
            line: lineBetween(one.id, two.id, 'leads over'),
          },
        },
        { ...second, id: 'p2', name: 'Second' },
      ],
    }
  }

  function lineBetween(from: string, to: string, label: string): ConnectorObject {
    const end = (objectId: string) => ({ at: { x: 0, y: 0 }, attached: { objectId, anchor: null } })
    return {
      kind: 'connector',
      id: 'line',
      parent: null,
      layer: 'l1',
      order: 'a9',
      from: end(from),
      to: end(to),
      route: 'straight',
      waypoints: [],
      stroke: { colour: '#000000', width: 1 },
      startArrow: 'none',
      endArrow: 'filled',
      labels: [{ text: plainBlock(label, { run: { size: 12 } }), along: 0.5, across: 0 }],
    }
  }
})
