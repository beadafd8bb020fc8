import { buffer } from 'node:stream/consumers'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../../../../server.ts'
import { expect, signIn, test, viewports, type OpenPage, type PageOptions } from '../../../../../../test/browser.ts'
import { parseDiagram } from '#diagrams/import/parse.ts'
import type { DiagramDocument, DiagramObject } from '#diagrams/model/document.ts'
import { convertDiagram } from '../../../server/convert.ts'
import { boxes, DIAGRAMS, saved } from '../../../testing/wiki.ts'

describe('the drawing area in the browser', () => {
  let wiki: TestWiki
  let owner = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'AREA', name: 'Drawing area' })
    const made = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title: 'Owner',
      space: { key: 'AREA' },
      body: { storage: { value: '', representation: 'storage' } },
    })
    expect(made.status, made.text).toBe(200)
    owner = made.json.id as string
  })
  afterAll(() => wiki.close())

  let opened = 0
  const open = async (openPage: OpenPage, document: DiagramDocument, options: PageOptions = {}) => {
    // Another name each time: a test that is run once more finds nothing of what it did before.
    const name = `Area ${++opened}`
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
    return { page, frame, at, name, stored: () => storedOf(frame, name) }
  }
  const storedOf = async (frame: FrameLocator, name: string): Promise<DiagramObject[]> => {
    await frame.getByRole('button', { name: 'Save', exact: true }).click()
    await frame.locator('.ox-de-state').getByText('Saved', { exact: true }).waitFor()
    const reply = await wiki.admin.get(`${DIAGRAMS}?pageId=${owner}&name=${encodeURIComponent(name)}`)
    expect(reply.status, reply.text).toBe(200)
    return Object.values((reply.json as { document: DiagramDocument }).document.pages[0]?.objects ?? {})
  }
  /** Puts a red picture of 40 by 20 px on the clipboard of the browser. */
  const copyPicture = (page: Page) =>
    page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 })
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.fillStyle = '#ff0000'
      pen.fillRect(0, 0, 40, 20)
      const blob = await new Promise<Blob | null>(resolve => {
        canvas.toBlob(resolve, 'image/png')
      })
      if (blob) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    })

  test('two shapes are drawn and connected by keys alone, a handle is moved, and a picture is pasted where the pointer is', async ({
    openPage,
  }) => {
    const { page, frame, at, name, stored } = await open(openPage, boxes(), {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    for (const key of ['r', 'Enter', 'Escape', 'o', 'Tab', 'Enter']) await page.keyboard.press(key)
    await frame.getByRole('status').getByText('Ellipse selected').waitFor({ state: 'attached' })
    // A button of a panel has the focus: the connector leads back to the canvas, and round to the first shape.
    await frame.getByRole('button', { name: 'Copy the look to others' }).focus()
    await page.keyboard.press('Control+j')
    await expect
      .poll(() =>
        frame.getByRole('application', { name: 'Drawing area' }).evaluate(area => area === document.activeElement),
      )
      .toBe(true)
    await frame
      .getByRole('status')
      .getByText(/^Choose the shape to connect with/)
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Tab')
    await frame.getByRole('status').getByText('Rectangle selected').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await frame.getByRole('status').getByText('Connector selected').waitFor({ state: 'attached' })
    await page.keyboard.press('Control+.')
    await frame
      .getByRole('status')
      .getByText(/^End: handle 1 of/)
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Control+,')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')

    await copyPicture(page)
    await page.mouse.move(at(0, 120).x, at(0, 120).y)
    await page.keyboard.press('Control+v')
    await expect.poll(() => frame.locator('.ox-de-drawing image').count()).toBe(1)
    // Pasted again at the same place it is offset from the first.
    await page.keyboard.press('Control+v')
    await expect.poll(() => frame.locator('.ox-de-drawing image').count()).toBe(2)
    const objects = await stored()
    const [rectangle, ellipse] = ['basic.rectangle', 'basic.ellipse'].map(shape =>
      objects.find(object => object.kind === 'shape' && object.shape === shape),
    )
    const line = objects.find(({ kind }) => kind === 'connector')
    expect(line).toMatchObject({
      from: { attached: { objectId: ellipse?.id } },
      to: { attached: { objectId: rectangle?.id } },
    })
    expect(line?.kind === 'connector' && line.waypoints.length).toBeGreaterThan(0)
    const [first, second] = objects.filter(object => object.kind === 'image')
    expect(first).toMatchObject({ width: 40, height: 20 })
    expect([(second?.x ?? 0) - (first?.x ?? 0), (second?.y ?? 0) - (first?.y ?? 0)]).toEqual([20, 20])

    // Every kind of export: pictures of two sizes, a standalone one, and one to edit further.
    const exported = async (item: string) => {
      await frame.getByRole('button', { name: 'More', exact: true }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        frame.getByRole('menuitem', { name: item, exact: true }).click(),
      ])
      return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) }
    }
    const png = await exported('PNG picture')
    const large = await exported('PNG picture, twice as large')
    const side = (bytes: Buffer) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    expect(png.name).toBe(`${name}.png`)
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(side(large.bytes)).toEqual(side(png.bytes).map(length => 2 * length))
    const svg = await exported('SVG drawing')
    expect(svg.name).toBe(`${name}.svg`)
    expect(svg.bytes.toString()).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg.bytes.toString()).not.toMatch(/(?:href|src)="(?!data:|#)|url\((?!data:|#)|<script/)
    const json = await exported('Diagram file')
    expect(json.name).toBe(`${name}.json`)
    const again = await parseDiagram(json.bytes.toString())
    expect(again?.origin).toBe('oxbow')
    expect(Object.values(again?.document.pages[0]?.objects ?? {})).toEqual(expect.arrayContaining(objects))
    // The command on the server reads the same, and draws the same picture.
    const { content } = await convertDiagram(json.bytes.toString(), 'svg')
    expect(/viewBox="[^"]*"/.exec(String(content))?.[0]).toBe(/viewBox="[^"]*"/.exec(svg.bytes.toString())?.[0])
  })

  test('while one zooms by the wheel, the drawing stands where it will stand sharp', async ({ openPage }) => {
    const { page, frame, at } = await open(openPage, boxes('Here', 'There'))
    const shape = frame.locator('.ox-de-drawing').getByText('There', { exact: true })
    const before = await shape.boundingBox()
    const lens = frame.locator('.ox-de-lens')
    /** Position of the second shape's outline while the picture is moved, and afterwards; both may be over at once. */
    const outlines = async (action: () => Promise<void>) => {
      const handle = await lens.evaluateHandle((moving: HTMLElement) => {
        const outline = () => {
          const [, second] = moving.querySelectorAll('.ox-de-band > g > g')
          return second?.firstElementChild?.getBoundingClientRect().toJSON() as Record<'x' | 'y' | 'width', number>
        }
        let moved: ReturnType<typeof outline> | undefined
        const found = new Promise<{ moved: ReturnType<typeof outline>; rested: ReturnType<typeof outline> }>(
          resolve => {
            const observer = new MutationObserver(() => {
              if (moving.style.transform !== '') moved ??= outline()
              else if (moved) {
                observer.disconnect()
                resolve({ moved, rested: outline() })
              }
            })
            observer.observe(moving, { attributeFilter: ['style'] })
          },
        )
        return { found }
      })
      await action()
      return handle.evaluate(({ found }) => found)
    }
    await page.mouse.move(at(60, 40).x, at(60, 40).y)
    await page.keyboard.down('Control')
    for (const turn of [-200, -200, 350, -200]) {
      const { moved, rested } = await outlines(() => page.mouse.wheel(0, turn))
      for (const side of ['x', 'y', 'width'] as const)
        expect(Math.abs(moved[side] - rested[side]), `${side} after ${turn}`).toBeLessThan(1.5)
    }
    await page.keyboard.up('Control')
    const after = await shape.boundingBox()
    expect((after?.width ?? 0) / (before?.width ?? 1)).toBeGreaterThan(1.2)
  })

  test('fingers drag, pinch, and open the menu where one rests', async ({ openPage }) => {
    const { page, frame, at, stored } = await open(openPage, boxes('Here'), {
      viewport: viewports.tablet,
      hasTouch: true,
    })
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) })
    // The one shape is fitted into the middle of the view.
    await touch('touchStart', at(20, 0))
    for (const step of [20, 40, 60]) await touch('touchMove', at(20 + step, step))
    await touch('touchEnd')
    await frame.locator('.ox-de-state').getByText('Unsaved changes', { exact: true }).waitFor()
    await touch('touchStart', at(80, 60))
    const menu = frame.getByRole('menu')
    await menu.waitFor()
    await touch('touchEnd')
    await menu.getByRole('menuitem', { name: /^Duplicate/ }).click()
    await menu.waitFor({ state: 'detached' })
    const zoom = frame.getByRole('button', { name: /^Zoom: / })
    const before = await zoom.textContent()
    await touch('touchStart', at(-40, 200), at(40, 200))
    for (const step of [20, 40, 60]) await touch('touchMove', at(-40 - step, 200), at(40 + step, 200))
    await touch('touchEnd')
    await expect.poll(() => zoom.textContent()).not.toBe(before)
    const objects = await stored()
    expect(objects).toHaveLength(2)
    expect(objects.find(({ id }) => id === 'o0')).toMatchObject({ x: 60, y: 60 })
  })
})
