import { text as textOf } from 'node:stream/consumers'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { boxes, DIAGRAMS, gliffy, saved } from './testing/wiki.ts'

describe('what people meet first in the diagram editor', () => {
  let wiki: TestWiki
  let count = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'MEET', name: 'Met first' })
  })
  afterAll(() => wiki.close())

  const create = (value: string) => wiki.admin.createPage('MEET', `Met ${++count}`, value)
  const canvasOf = (frame: FrameLocator) => frame.getByRole('application', { name: 'Drawing area' })
  const open = async (page: Page, pageId: string, name = '') => {
    await page.goto(
      `${wiki.url}/plugins/gliffy/editor.action?inline=false&pageId=${pageId}&ceoid=${pageId}&name=${encodeURIComponent(name)}`,
    )
    const frame = page.frameLocator('#gliffy-editor')
    await canvasOf(frame).focus()
    return frame
  }

  test('a diagram is renamed in the editor, pages that show it follow, and a taken name is refused in words', async ({
    openPage,
  }) => {
    const id = await create(gliffy({ name: 'Flow' }))
    await saved(wiki.admin, id, 'Flow', boxes('One'))
    await saved(wiki.admin, id, 'Taken', boxes('Two'))
    const other = await create(gliffy({ name: 'Flow', pageid: id }))
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/400/] })
    const frame = await open(page, id, 'Flow')
    await frame.getByRole('heading', { name: 'Flow', exact: true }).getByRole('button').click()
    const dialog = frame.getByRole('dialog', { name: 'Rename the diagram' })
    const field = dialog.getByRole('textbox', { name: 'Diagram name' })
    await expect.poll(() => field.inputValue()).toBe('Flow')
    // The name is selected: what is typed takes its place.
    await page.keyboard.type('Taken')
    await page.keyboard.press('Enter')
    await dialog.getByText('The page has a file “Taken” already', { exact: false }).waitFor()
    await screenshot(page, 'diagram editor rename refused')
    await expectNoAxeViolations(page)
    await field.fill('Order flow & more')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await frame.getByRole('heading', { name: 'Order flow & more' }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('name')).toBe('Order flow & more')

    // It continues under the new name: saved, read again after a reload, and shown by both pages.
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+d')
    await page.keyboard.press('Control+s')
    await frame.locator('.ox-de-state').getByText('Saved', { exact: true }).waitFor()
    const stored = await wiki.admin.get(`${DIAGRAMS}?pageId=${id}&name=${encodeURIComponent('Order flow & more')}`)
    expect(
      Object.keys((stored.json as { document: { pages: { objects: object }[] } }).document.pages[0]!.objects),
    ).toHaveLength(2)
    await page.reload()
    await frame.getByRole('heading', { name: 'Order flow & more' }).waitFor()
    for (const shown of [id, other]) {
      await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${shown}`)
      await page.locator('.gliffy-container[data-filename="Order flow & more"]').waitFor()
    }
  })

  test('a new diagram is named before or when it is saved, with the name selected', async ({ openPage }) => {
    const id = await create('')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const frame = await open(page, id)
    await page.keyboard.press('Control+s')
    await frame.getByRole('dialog', { name: 'Name the diagram' }).waitFor()
    await page.keyboard.type('Typed over')
    await page.keyboard.press('Escape')
    await frame.getByRole('button', { name: 'More' }).click()
    await frame.getByRole('menuitem', { name: 'Rename…' }).click()
    await frame.getByRole('dialog', { name: 'Rename the diagram' }).waitFor()
    await page.keyboard.type('Typed over')
    await page.keyboard.press('Enter')
    await frame.getByRole('heading', { name: 'Typed over' }).waitFor()
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+s')
    await frame.locator('.ox-de-state').getByText('Saved', { exact: true }).waitFor()
    expect((await wiki.admin.get(`${DIAGRAMS}?pageId=${id}&name=Typed%20over`)).status).toBe(200)
  })

  test('hint, overview map and words beside icons', async ({ openPage }) => {
    const id = await create('')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    let frame = await open(page, id)
    const hint = () => frame.getByText('Drag a shape from “Shapes”', { exact: false })
    await hint().waitFor()
    // It covers nothing: the drawing area begins below it.
    const [said, drawn] = [await hint().boundingBox(), await canvasOf(frame).boundingBox()]
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(drawn?.y ?? 0)
    const bar = frame.locator('.ox-de-top')
    for (const word of ['Shapes', 'Connector', 'Arrange', 'Layout'])
      await bar.getByText(word, { exact: true }).locator('visible=true').waitFor()
    await expectNoAxeViolations(page)
    await frame.getByRole('button', { name: 'Got it' }).click()
    await expect.poll(() => hint().count()).toBe(0)
    // The map is off by default; the choice is stored.
    const map = frame.locator('.ox-de-minimap')
    expect(await map.count()).toBe(0)
    await frame.getByRole('button', { name: 'Overview' }).click()
    await map.waitFor()
    frame = await open(page, id)
    await map.waitFor()
    expect(await hint().count()).toBe(0)
  })

  test('the name of a vendor leads to the icons that stand for its services', async ({ openPage }) => {
    const id = await create('')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const frame = await open(page, id)
    const search = frame.getByRole('searchbox', { name: 'Find a shape' })
    await search.fill('cisco')
    await frame.getByRole('button', { name: 'Router', exact: true }).waitFor()
    await frame.getByText('These icons stand for the services of any vendor.').waitFor()
    await search.fill('aws lambda')
    await frame.getByRole('button', { name: 'Function', exact: true }).waitFor()
    await search.fill('kubernetes')
    await frame.getByRole('button', { name: 'Orchestrator', exact: true }).waitFor()
  })

  test('a sheet is dark where the page is read dark, and what is stored and exported is not', async ({ openPage }) => {
    const id = await create(gliffy({ name: 'Night' }))
    await saved(wiki.admin, id, 'Night', boxes('Order', 'Pay'))
    const stored = async () =>
      JSON.stringify((await wiki.admin.get(`${DIAGRAMS}?pageId=${id}&name=Night`)).json.document)
    const before = await stored()
    const page = await openSignedIn(openPage, wiki, ADMIN, { colorScheme: 'dark', acceptDownloads: true })
    await page.goto(`${wiki.url}/plugins/gliffy/viewer.action?inline=false&pageId=${id}&ceoid=${id}&name=Night`)
    /** The colour of the first box, near its corner. */
    const corner = () =>
      page.locator('.ox-diagram-sheet > img').evaluate((image: HTMLImageElement) => {
        const context = document.createElement('canvas').getContext('2d')
        if (!image.complete || image.naturalWidth === 0) return ''
        context?.drawImage(image, 0, 0)
        return String(context?.getImageData(15, 15, 1, 1).data.slice(0, 3))
      })
    await expect.poll(corner).toBe('34,34,34')
    await screenshot(page, 'diagram viewer dark sheet')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Colours as stored' }).click()
    await expect.poll(corner).toBe('255,255,255')
    await page.getByRole('button', { name: 'Colours as stored' }).click()

    const frame = await open(page, id, 'Night')
    const paper = frame.locator('.ox-de-paper')
    const colourOf = (element: Element) => getComputedStyle(element).backgroundColor
    await expect.poll(() => paper.evaluate(colourOf)).toBe('rgb(34, 34, 34)')
    const text = frame.locator('.ox-de-canvas text', { hasText: 'Order' })
    const ink = () => text.evaluate(element => getComputedStyle(element).fill)
    const seen = await ink()
    // Text is edited in the colour in which it is drawn, and stored in the one that it has.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const written = frame.locator('.ox-de-text span', { hasText: 'Order' }).first()
    await expect.poll(() => written.evaluate(element => getComputedStyle(element).color)).toBe(seen)
    await screenshot(page, 'diagram editor dark sheet')
    await page.keyboard.press('Escape')
    await canvasOf(frame).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+s')
    await frame.locator('.ox-de-state').getByText('Saved', { exact: true }).waitFor()
    expect(await stored()).toBe(before)
    const download = page.waitForEvent('download')
    await frame.getByRole('button', { name: 'More' }).click()
    await frame.getByRole('menuitem', { name: 'SVG drawing' }).click()
    expect(await textOf(await (await download).createReadStream())).toContain('fill="#ffffff"')
    await frame.getByRole('button', { name: 'More' }).click()
    await frame.getByRole('menuitemcheckbox', { name: 'Colours as stored' }).click()
    await expect.poll(() => paper.evaluate(colourOf)).toBe('rgb(255, 255, 255)')
    await expect.poll(ink).not.toBe(seen)
  })

  test('a new diagram begins with a template, by a press or by keys, on a phone too; all of them are in the menu', async ({
    openPage,
  }) => {
    const id = await create('')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    let frame = await open(page, id)
    const shelf = frame.getByRole('region', { name: 'Templates to begin with' })
    await shelf.getByRole('button', { name: 'Simple process' }).waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, 'diagram editor start')
    // It goes when the user draws.
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await shelf.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')

    frame = await open(page, await create(''))
    // By keys: out of the drawing area, to the templates, from one to the next.
    await page.keyboard.press('Escape')
    const first = shelf.getByRole('button', { name: 'Simple process' })
    const isFocused = (element: Element) => element === element.ownerDocument.activeElement
    for (let step = 0; step < 8 && !(await first.evaluate(isFocused)); step++) await page.keyboard.press('Tab')
    expect(await first.evaluate(isFocused)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await frame.locator('.ox-de-canvas text', { hasText: 'Send for approval' }).waitFor()
    await expect.poll(() => canvasOf(frame).evaluate(isFocused)).toBe(true)

    await page.setViewportSize({ width: 375, height: 812 })
    frame = await open(page, await create(''))
    await shelf.getByRole('button', { name: 'All templates…' }).click()
    const dialog = frame.getByRole('dialog', { name: 'Begin with a template' })
    await dialog.getByRole('tab', { name: 'All', exact: true }).waitFor()
    for (const kind of ['Flowcharts', 'Organisation', 'Network', 'Software'])
      await dialog.getByRole('heading', { name: kind }).waitFor()
    await screenshot(page, 'diagram editor templates phone')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Troubleshooting' }).click()
    await dialog.getByRole('button', { name: 'Use template' }).click()
    await frame.locator('.ox-de-canvas text', { hasText: 'Call support' }).waitFor()
  })

  test('inner margins of a text are set, drawn by browser and server alike, and kept', async ({ openPage }) => {
    const id = await create(gliffy({ name: 'Margins' }))
    await saved(wiki.admin, id, 'Margins', boxes('Words'))
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const frame = await open(page, id, 'Margins')
    await page.keyboard.press('Tab')
    const text = frame.locator('.ox-de-canvas text', { hasText: 'Words' })
    const before = Number(await text.getAttribute('x'))
    await frame.getByRole('textbox', { name: 'Inner margin at the left' }).fill('30')
    await page.keyboard.press('Enter')
    await expect.poll(async () => Number(await text.getAttribute('x'))).toBe(before + 15)
    await page.keyboard.press('Control+s')
    await frame.locator('.ox-de-state').getByText('Saved', { exact: true }).waitFor()
    const { document } = (await wiki.admin.get(`${DIAGRAMS}?pageId=${id}&name=Margins`)).json as {
      document: { pages: { objects: Record<string, { text: { padding: object } }> }[] }
    }
    const [object] = Object.values(document.pages[0]?.objects ?? {})
    expect(object?.text.padding).toEqual({ top: 0, right: 0, bottom: 0, left: 30 })
    const svg = await wiki.admin.get(`/download/attachments/${id}/Margins.svg`)
    const [, drawnAt] = /<text x="([\d.]+)"[^>]*>Words/.exec(svg.text) ?? []
    expect(Number(drawnAt)).toBe(before + 15)
  })

  test('a diagram is printed on one sheet or several, from the whole screen and from its editor, in its stored colours', async ({
    openPage,
  }) => {
    const id = await create(gliffy({ name: 'Printed' }))
    // 3,000 px wide: two sheets of A4 across at its own size are not enough.
    await saved(wiki.admin, id, 'Printed', boxes(...Array.from({ length: 16 }, (_, at) => `Box ${at}`)))
    const page = await openSignedIn(openPage, wiki, ADMIN, { colorScheme: 'dark', locale: 'en-GB' })
    // The browser's own dialog cannot be answered here.
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-print-asked', '')
    })
    const sheets = (root: Page | FrameLocator) =>
      root
        .locator('.ox-print-sheet')
        .evaluateAll(elements => elements.map(element => element.getAttribute('data-page')))
    const choose = async (root: Page | FrameLocator, sheet: string) => {
      const dialog = root.getByRole('dialog', { name: 'Print' })
      await dialog.getByRole('button', { name: /Sheet/ }).click()
      await root.getByRole('option', { name: sheet, exact: true }).click()
      return dialog
    }
    await page.goto(`${wiki.url}/plugins/gliffy/viewer.action?inline=false&pageId=${id}&ceoid=${id}&name=Printed`)
    await page.locator('.ox-diagram-sheet > img').waitFor()
    await page.keyboard.press('Control+p')
    const dialog = await choose(page, 'A4')
    await dialog.getByText('Sheets: 1', { exact: true }).waitFor()
    await screenshot(page, 'diagram print')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Print…' }).click()
    await expect.poll(() => page.locator('html').getAttribute('data-print-asked')).toBe('')
    expect(await sheets(page)).toEqual(['a4-landscape'])
    expect(await page.title()).toBe('Printed')
    // The browser's print: a page of A4, with the drawing's texts in it and nothing of the wiki's.
    expect(pagesIn(await page.pdf({ preferCSSPageSize: true }))).toEqual([[842, 595]])
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await sheets(page)).toEqual([])

    await page.keyboard.press('Control+p')
    await choose(page, 'A4')
    await dialog.getByRole('radio', { name: 'Scaled, over as many sheets as it takes' }).check({ force: true })
    await dialog.getByText('Sheets: 3', { exact: true }).waitFor()
    await dialog.getByRole('textbox', { name: 'Scale in percent' }).fill('2')
    await dialog.getByText('From 5 to 400.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Print…' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Scale in percent' }).fill('100')
    await dialog.getByRole('textbox', { name: 'Scale in percent' }).press('Enter')
    await expect.poll(async () => (await sheets(page)).length).toBe(3)
    expect(pagesIn(await page.pdf({ preferCSSPageSize: true }))).toEqual([
      [842, 595],
      [842, 595],
      [842, 595],
    ])

    const frame = await open(page, id, 'Printed')
    await frame.getByRole('button', { name: 'More' }).click()
    await frame.getByRole('menuitem', { name: 'Print…' }).click()
    await (await choose(frame, 'A3')).getByRole('button', { name: 'Print…' }).click()
    await expect.poll(() => sheets(frame)).toEqual(['a3-landscape'])
    // The sheet is white where the page is read dark.
    const corner = frame.locator('.ox-print-sheet img').evaluate((image: HTMLImageElement) => {
      const context = document.createElement('canvas').getContext('2d')
      context?.drawImage(image, 0, 0, 3020, 70)
      return String(context?.getImageData(15, 15, 1, 1).data.slice(0, 3))
    })
    expect(await corner).toBe('255,255,255')
  })
})

/** Width and height of each page of a PDF, pt. */
function pagesIn(pdf: Buffer): number[][] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)
  return [...boxes].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))])
}
