import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
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
import { atEnd, publish, status, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

const IMAGE = '<ac:image><ri:attachment ri:filename="coast.png" /></ac:image>'
const image = (attributes: string) => IMAGE.replace('<ac:image>', `<ac:image ${attributes}>`)

describe('pictures in the editor', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'PIC', 'Pictures')
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)

  /** A page with a picture of 600 × 400 px, opened in the editor. */
  async function opened(page: Page, title: string, value: string): Promise<string> {
    const id = await steps.create(title, value)
    const left = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#c2552d' } })
      .png()
      .toBuffer()
    const coast = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2a7f8f' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .png()
      .toBuffer()
    await attach(wiki.admin, id, 'coast.png', coast, 'image/png')
    await steps.edit(page, id)
    await picture(page).waitFor()
    return id
  }
  const picture = (page: Page) => page.locator('.ProseMirror .confluence-embedded-image')
  const tools = (page: Page) => page.getByRole('toolbar', { name: 'Picture', exact: true })
  const tool = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true })
  const draft = async (page: Page, id: string) => {
    await status(page, 'Saved')
    return (await steps.drafted(id))?.storage
  }
  const size = (page: Page) =>
    picture(page).evaluate(element => {
      const { width, height } = element.getBoundingClientRect()
      return [Math.round(width), Math.round(height)]
    })

  test('a handle changes the width by pointer, keeps the proportions, and one undo restores it', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const id = await opened(page, 'By pointer', `<p>before ${IMAGE} after</p>`)
    await picture(page).click()
    const handle = page.locator('.ox-picture-handle[data-side=end]')
    const box = await handle.boundingBox()
    if (!box) throw new Error('no handle')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 50, y, { steps: 3 })
    await page.mouse.move(x - 150, y, { steps: 3 })
    expect(await page.locator('.ox-picture-size').textContent()).toBe('450 × 300')
    await page.mouse.up()
    await expect.poll(() => draft(page, id)).toBe(`<p>before ${image('ac:width="450"')} after</p>`)
    expect(await size(page)).toEqual([450, 300])
    // The picture stays selected, with its tools.
    expect(await tools(page).count()).toBe(1)
    await text(page).focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => size(page)).toEqual([600, 400])
    await page.keyboard.press('Control+y')
    await expect.poll(() => size(page)).toEqual([450, 300])
    await publish(page)
    expect((await steps.stored(id)).storage).toBe(`<p>before ${image('ac:width="450"')} after</p>`)
    const shown = await page.locator('#main-content img').boundingBox()
    expect([shown?.width, shown?.height]).toEqual([450, 300])
  })

  test('Escape ends the drag of a handle without a change', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await opened(page, 'Cancelled', `<p>${IMAGE}</p>`)
    await picture(page).click()
    const box = await page.locator('.ox-picture-handle[data-side=start]').boundingBox()
    if (!box) throw new Error('no handle')
    await page.mouse.move(box.x + 12, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 112, box.y + 20, { steps: 3 })
    expect(await size(page)).toEqual([500, 333])
    await page.keyboard.press('Escape')
    expect(await size(page)).toEqual([600, 400])
    await page.mouse.up()
    expect(await size(page)).toEqual([600, 400])
  })

  test('keys alone select a picture, change its width, and reach its tools', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const id = await opened(page, 'By keys', `<p>${IMAGE} x</p>`)
    await atEnd(page)
    for (let key = 0; key < 3; key++) await page.keyboard.press('ArrowLeft')
    await tools(page).waitFor()
    const slider = page.getByRole('slider', { name: 'Width of the picture' })
    await slider.waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => slider.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await slider.getAttribute('aria-valuenow')).toBe('600')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageDown')
    expect(await slider.getAttribute('aria-valuetext')).toBe('400 by 267 pixels')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('PageUp')
    for (let key = 0; key < 4; key++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowRight')
    expect(await slider.getAttribute('aria-valuetext')).toBe('561 by 374 pixels')
    await page.keyboard.press('Enter')
    await expect.poll(() => draft(page, id)).toBe(`<p>${image('ac:width="561"')} x</p>`)
    await page.keyboard.press('Control+z')
    await expect.poll(() => draft(page, id)).toBe(`<p>${IMAGE} x</p>`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => tool(page, 'Align left').evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => draft(page, id)).toBe(`<p>${image('ac:align="center"')} x</p>`)
    await expect.poll(() => text(page).evaluate(element => element === document.activeElement)).toBe(true)
  })

  test('the tools place, size, frame, link and describe a picture; readers see the same', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const words = 'Words that flow around a picture at a side of the text. '.repeat(12)
    const id = await opened(page, 'By tools', `<p>${IMAGE}${words}</p><p>${words}</p>`)
    const box = (root: string) =>
      page.locator(`${root} .confluence-embedded-image`).evaluate((element, name) => {
        const root = element.closest(name)!
        const outer = root.getBoundingClientRect()
        // The editor has a place for a cursor above its first block.
        const top = outer.y + parseFloat(getComputedStyle(root).paddingTop)
        const { x, y, width, height } = element.getBoundingClientRect()
        const rest = [...root.children].at(-1)?.getBoundingClientRect() ?? new DOMRect()
        return [x - outer.x, y - top, width, height, rest.y - top, rest.height].map(Math.round)
      }, root)
    await picture(page).click()
    await expectNoAxeViolations(page)
    for (const [name, attributes] of [
      ['Align left', 'ac:align="left" ac:layout="align-start"'],
      ['Align right', 'ac:align="right" ac:layout="align-end"'],
      ['Right, text around it', 'ac:align="right" ac:layout="wrap-right"'],
      ['Left, text around it', 'ac:align="left" ac:layout="wrap-left"'],
    ] as const) {
      await tool(page, name).click()
      await expect.poll(() => draft(page, id), { message: name }).toContain(image(attributes))
      expect(await tool(page, name).getAttribute('aria-pressed')).toBe('true')
    }
    await tool(page, 'Size').click()
    await page.getByRole('menuitemcheckbox', { name: 'Small' }).click()
    await tool(page, 'Border').click()
    await tool(page, 'Caption').click()
    const field = page.getByRole('textbox', { name: 'Caption' })
    await field.waitFor()
    await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
    await expectNoAxeViolations(page)
    await field.fill('The coast in March')
    await page.getByRole('textbox', { name: 'Description' }).fill('Cliffs above the sea')
    await page.keyboard.press('Enter')
    await tool(page, 'Link').click()
    await page.getByRole('button', { name: 'Leads to' }).click()
    await page.getByRole('option', { name: 'An address' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill('example.com/coast')
    expect(await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Insert', exact: true }).click()
    const stored =
      '<p><a href="https://example.com/coast"><ac:image ac:align="left" ac:layout="wrap-left" ac:width="200" ac:border="true" ' +
      'ac:alt="Cliffs above the sea"><ri:attachment ri:filename="coast.png" /><ac:caption><p>The coast in March</p>' +
      '</ac:caption></ac:image></a>'
    await expect.poll(() => draft(page, id)).toContain(stored)
    const edited = await box('.ProseMirror')
    await screenshot(page, 'picture tools')
    await publish(page)
    expect((await steps.stored(id)).storage).toContain(stored)
    expect(await box('#main-content')).toEqual(edited)
    expect(await page.locator('#main-content .caption').textContent()).toBe('The coast in March')
  })

  test('another picture takes its place, by file and from the page', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const id = await opened(page, 'Replaced', `<p>${image('ac:align="center"')}</p>`)
    const sun = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#ddaa00' } })
      .png()
      .toBuffer()
    const replace = async () => {
      await tool(page, 'More for the picture').click()
      await page.getByRole('menuitem', { name: 'Replace picture' }).click()
    }
    await picture(page).click()
    await replace()
    await expectNoAxeViolations(page)
    await page
      .locator('[role=dialog] input[type=file]')
      .setInputFiles({ name: 'sun.png', mimeType: 'image/png', buffer: sun })
    await expect.poll(() => draft(page, id)).toBe(`<p>${image('ac:align="center"').replace('coast', 'sun')}</p>`)
    await expect.poll(() => size(page)).toEqual([200, 100])
    await picture(page).click()
    await replace()
    await page.getByRole('button', { name: 'coast.png' }).click()
    await expect.poll(() => draft(page, id)).toBe(`<p>${image('ac:align="center"')}</p>`)
  })

  test('a picture is turned and cropped to a new file; the old one stays, and undo shows it', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const id = await opened(page, 'Cropped', `<p>${image('ac:width="300"')}</p>`)
    await picture(page).click()
    await tool(page, 'Crop and rotate').click()
    await page.getByRole('img', { name: 'Picture', exact: true }).waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('textbox', { name: 'Width' }).fill('300')
    await page.getByRole('textbox', { name: 'Height' }).fill('200')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Turn right' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Width' }).inputValue()).toBe('200')
    await screenshot(page, 'picture crop')
    await page.getByRole('button', { name: 'Save' }).click()
    const after = `<p>${image('ac:width="100"').replace('coast', 'coast-edited')}</p>`
    await expect.poll(() => draft(page, id)).toBe(after)
    const bytes = await wiki.admin.get(`/download/attachments/${id}/coast-edited.png`)
    expect(bytes.status).toBe(200)
    await expect.poll(() => size(page)).toEqual([100, 150])
    const kept = await picture(page).evaluate((element: HTMLImageElement) => [
      element.naturalWidth,
      element.naturalHeight,
    ])
    expect(kept).toEqual([200, 300])
    await page.keyboard.press('Control+z')
    await expect.poll(() => draft(page, id)).toBe(`<p>${image('ac:width="300"')}</p>`)
    await expect.poll(() => size(page)).toEqual([300, 200])
  })

  test('the tools of a picture fit narrow windows, in both themes', async ({ openPage }) => {
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [768, 'light'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      const page = await signedIn(openPage, { viewport: { width, height: 900 }, colorScheme })
      await opened(page, `Narrow ${width} ${colorScheme}`, `<p>${'Some words. '.repeat(20)}</p><p>${IMAGE}</p>`)
      await picture(page).click()
      await tools(page).waitFor()
      await page.getByRole('slider', { name: 'Width of the picture' }).waitFor()
      const box = await tools(page).boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width, String(width)).toBe(true)
      await expectNoAxeViolations(page)
      await screenshot(page, `picture tools ${width} ${colorScheme}`)
      await page.close()
    }
  })
})
