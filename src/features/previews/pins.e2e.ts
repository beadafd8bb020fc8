import sharp from 'sharp'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { giveFiles } from '#features/comments/testing/give-files.ts'
import { features } from '../../server.ts'
import {
  expect,
  openSignedIn,
  screenshot,
  test,
  viewports,
  type OpenPage,
  type PageOptions,
} from '../../../test/browser.ts'

describe('comments on a picture', () => {
  let wiki: TestWiki
  let page = ''
  let pictures = 0
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await makeSpace(wiki)
    page = await makePage(wiki, 'Coast')
  })
  afterAll(() => wiki.close())

  /** A new picture of 640 × 400 pixels. */
  const newPicture = async () => {
    const name = `coast-${++pictures}.png`
    const bytes = await sharp({
      create: { width: 640, height: 400, channels: 3, background: { r: 42, g: 127, b: 140 + pictures } },
    })
      .png()
      .toBuffer()
    return { name, id: (await attach(wiki.admin, page, name, bytes, 'image/png')).id.replace(/^att/, '') }
  }
  const post = async (file: string, value: string, pin?: { x: number; y: number }) => {
    const reply = await wiki.admin.post('/rest/api/content', {
      type: 'comment',
      container: { id: file, type: 'attachment' },
      body: { storage: { value, representation: 'storage' } },
      ...(pin ? { extensions: { pin: { version: 1, ...pin } } } : {}),
    })
    expect(reply.status, reply.text).toBe(200)
    return reply.json.id as string
  }
  const open = async (openPage: OpenPage, { id, name }: { id: string; name: string }, options: PageOptions = {}) => {
    const shown = await openSignedIn(openPage, wiki, ADMIN, options)
    await shown.goto(`${wiki.url}/pages/viewpage.action?pageId=${page}&preview=/${page}/${id}/${name}`)
    await shown.locator('#cp-container').getByRole('img', { name, exact: true }).waitFor()
    return shown
  }
  const dialog = (shown: Page) => shown.locator('#cp-container')
  const panel = (shown: Page) => dialog(shown).getByRole('complementary', { name: 'Comments on this file' })
  const pin = (shown: Page, number: number) =>
    dialog(shown)
      .locator('[role="region"]')
      .getByRole('button', { name: `Pin ${number}`, exact: true })
  /** Position of the middle of a pin, as fractions of the picture. */
  const placeOf = async (shown: Page, number: number, name: string) => {
    const at = await pin(shown, number).boundingBox()
    const picture = await dialog(shown).getByRole('img', { name, exact: true }).boundingBox()
    if (!at || !picture) throw new Error('not shown')
    return {
      x: (at.x + at.width / 2 - picture.x) / picture.width,
      y: (at.y + at.height / 2 - picture.y) / picture.height,
    }
  }
  /** Of loaded pictures, in their own pixels. */
  const widths = (pictures: Locator) =>
    pictures.evaluateAll(images => images.map(image => (image as HTMLImageElement).naturalWidth))
  const stored = async (file: string) =>
    (await wiki.admin.get(`/rest/oxbow/1.0/previews/${file}/1/pins`)).json.results as {
      commentId: string
      x: number
      y: number
    }[]

  test('are set on a point by a click, and stay there at every zoom', async ({ openPage }) => {
    const file = await newPicture()
    const shown = await open(openPage, file)
    await dialog(shown).getByRole('button', { name: 'Comments on this file' }).click()
    const picture = dialog(shown).getByRole('img', { name: file.name, exact: true })
    const box = await picture.boundingBox()
    if (!box) throw new Error('not shown')
    await picture.click({ position: { x: box.width * 0.25, y: box.height * 0.75 } })
    await panel(shown).getByRole('textbox', { name: 'Comment on this point' }).waitFor()
    await shown.keyboard.type('What is ')
    await shown.keyboard.press('Control+b')
    await shown.keyboard.type('this')
    await screenshot(shown, 'preview pin writing light')
    await shown.keyboard.press('Control+Enter')
    await panel(shown).getByRole('article').locator('strong', { hasText: 'this' }).waitFor()
    const near = { x: expect.closeTo(0.25, 2) as number, y: expect.closeTo(0.75, 2) as number }
    expect(await stored(file.id)).toMatchObject([near])
    await pin(shown, 1).waitFor()
    expect(await placeOf(shown, 1, file.name)).toEqual(near)
    for (const times of [3, 6]) {
      await dialog(shown).getByRole('button', { name: 'Fit to window' }).click()
      for (let n = 0; n < times; n++) await dialog(shown).getByRole('button', { name: 'Zoom in' }).click()
      await expect.poll(() => picture.boundingBox().then(now => now?.width)).toBeGreaterThan(box.width)
      expect(await placeOf(shown, 1, file.name)).toEqual(near)
    }
    await dialog(shown).getByRole('button', { name: 'Fit to window' }).click()
    await screenshot(shown, 'preview pins light')
  })

  test('are set by keys', async ({ openPage }) => {
    const file = await newPicture()
    const shown = await open(openPage, file)
    await dialog(shown).getByRole('button', { name: 'Comment on a point of the picture' }).focus()
    await shown.keyboard.press('Enter')
    const fresh = dialog(shown).getByRole('button', { name: /^Point of the new comment/ })
    await expect.poll(() => fresh.evaluate(element => element === document.activeElement)).toBe(true)
    await shown.keyboard.press('Shift+ArrowRight')
    await shown.keyboard.press('ArrowRight')
    await shown.keyboard.press('ArrowUp')
    await dialog(shown)
      .getByRole('button', { name: 'Point of the new comment, 61 % from the left, 49 % from the top' })
      .waitFor()
    await shown.keyboard.press('Escape')
    await fresh.waitFor({ state: 'detached' })
    expect(await dialog(shown).count()).toBe(1)
    await dialog(shown).getByRole('button', { name: 'Comment on a point of the picture' }).press('Enter')
    await shown.keyboard.press('ArrowDown')
    await shown.keyboard.press('Enter')
    await panel(shown).getByRole('textbox', { name: 'Comment on this point' }).waitFor()
    await shown.keyboard.type('By keys')
    await shown.keyboard.press('Control+Enter')
    await panel(shown).getByRole('article').getByText('By keys').waitFor()
    expect(await stored(file.id)).toMatchObject([{ x: 0.5, y: 0.51 }])
  })

  test('select each other in the list and on the picture, and go when they are resolved or deleted', async ({
    openPage,
  }) => {
    const file = await newPicture()
    await post(file.id, '<p>The lighthouse</p>', { x: 0.2, y: 0.2 })
    for (let n = 0; n < 20; n++) await post(file.id, `<p>Remark ${n}</p>`)
    await post(file.id, '<p>The pier</p>', { x: 0.8, y: 0.6 })
    const shown = await open(openPage, file)
    await pin(shown, 2).click()
    // Its thread is beyond those that are loaded.
    const thread = (text: string) => panel(shown).getByRole('group').filter({ hasText: text })
    await thread('The pier').waitFor()
    await expect.poll(() => thread('The pier').evaluate(element => element === document.activeElement)).toBe(true)
    expect(await pin(shown, 2).getAttribute('aria-pressed')).toBe('true')
    await thread('The lighthouse').getByRole('button', { name: 'Pin 1', exact: true }).click()
    expect(await pin(shown, 1).getAttribute('aria-pressed')).toBe('true')
    expect(await pin(shown, 2).getAttribute('aria-pressed')).toBe('false')
    await thread('The lighthouse').getByRole('button', { name: 'Resolve' }).click()
    await pin(shown, 1).waitFor({ state: 'detached' })
    await thread('The lighthouse').getByText('Resolved').waitFor()
    await thread('The lighthouse').getByRole('button', { name: 'Reopen' }).click()
    await pin(shown, 1).waitFor()
    await thread('The lighthouse').getByRole('button', { name: 'Delete comment by' }).click()
    await shown.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await pin(shown, 1).waitFor({ state: 'detached' })
    expect(await pin(shown, 2).count()).toBe(1)
  })

  test('are answered and changed in the editor of pages, and ask before a text is lost', async ({ openPage }) => {
    const file = await newPicture()
    await post(file.id, '<p>Which <em>tide</em>?</p>')
    const shown = await open(openPage, file)
    await dialog(shown).getByRole('button', { name: 'Comments on this file' }).click()
    await panel(shown).getByRole('button', { name: 'Reply to' }).click()
    await panel(shown).getByRole('textbox', { name: 'Reply to' }).waitFor()
    await shown.keyboard.type('High')
    await shown.keyboard.press('Control+Enter')
    await panel(shown).locator('.ox-comment', { hasText: 'High' }).waitFor()
    await panel(shown).getByRole('button', { name: 'Edit comment by' }).first().click()
    const edited = panel(shown).getByRole('textbox', { name: 'Edit comment' })
    await edited.locator('em', { hasText: 'tide' }).waitFor()
    await shown.keyboard.press('Control+End')
    await shown.keyboard.type(' Please say.')
    await shown.keyboard.press('Control+Enter')
    await edited.waitFor({ state: 'detached' })
    await panel(shown).getByText('Please say.').waitFor()
    await panel(shown).getByRole('button', { name: 'Write a comment…' }).click()
    await panel(shown).getByRole('textbox', { name: 'Write a comment…' }).waitFor()
    await shown.keyboard.type('Half a sentence')
    await dialog(shown).getByRole('button', { name: 'Close this dialog' }).click()
    const question = shown.getByRole('alertdialog', { name: 'Your comment will be lost.' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await panel(shown).getByText('Half a sentence').waitFor()
    await dialog(shown).getByRole('button', { name: 'Close this dialog' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await dialog(shown).waitFor({ state: 'detached' })
  })

  test('hold pictures and files, which go to the page of the file', async ({ openPage }) => {
    const file = await newPicture()
    const shown = await open(openPage, file)
    await dialog(shown).getByRole('button', { name: 'Comments on this file' }).click()
    await panel(shown).getByRole('button', { name: 'Write a comment…' }).click()
    const text = panel(shown).getByRole('textbox', { name: 'Write a comment…' })
    await text.waitFor()
    await giveFiles(shown, 'paste', ['tide.png'])
    const inText = text.locator('img.confluence-embedded-image')
    await expect.poll(() => widths(inText)).toEqual([10])
    await shown.keyboard.press('Control+Enter')
    const posted = panel(shown).locator('.ox-comment-body img')
    await expect.poll(() => widths(posted)).toEqual([10])
    const { results } = (await wiki.admin.get(`/rest/api/content/${page}/child/attachment?filename=tide.png`)).json
    expect(results).toHaveLength(1)
    // Another name of the file is followed, as in the texts of the page itself.
    const renamed = await wiki.admin.put(`/rest/api/content/${page}/child/attachment/${results[0].id as string}`, {
      id: results[0].id,
      type: 'attachment',
      title: 'flood.png',
      version: { number: 2 },
    })
    expect(renamed.status, renamed.text).toBe(200)
    await shown.reload()
    await dialog(shown).getByRole('button', { name: 'Comments on this file' }).click()
    await posted.waitFor()
    expect(await posted.getAttribute('src')).toContain('flood.png')
  })

  test('are what their links lead to', async ({ openPage }) => {
    const file = await newPicture()
    const id = await post(file.id, '<p>Look here</p>', { x: 0.5, y: 0.5 })
    const { _links: links } = (await wiki.admin.get(`/rest/api/content/${id}`)).json
    const shown = await openSignedIn(openPage, wiki, ADMIN)
    await shown.goto(`${wiki.url}${links.webui as string}`)
    const thread = panel(shown).getByRole('group').filter({ hasText: 'Look here' })
    await thread.waitFor()
    await expect.poll(() => pin(shown, 1).getAttribute('aria-pressed')).toBe('true')
  })

  test('fit phones and tablets, and the dark theme', async ({ openPage }) => {
    const file = await newPicture()
    await post(file.id, '<p>The lighthouse</p>', { x: 0.2, y: 0.2 })
    await post(file.id, '<p>The pier</p>', { x: 0.95, y: 0.9 })
    for (const [name, viewport] of [
      ['phone', viewports.phone],
      ['tablet', viewports.tablet],
    ] as const) {
      const shown = await open(openPage, file, { viewport, colorScheme: 'dark' })
      await pin(shown, 2).click()
      await panel(shown).getByText('The pier').waitFor()
      expect(await placeOf(shown, 2, file.name)).toEqual({ x: expect.closeTo(0.95, 2), y: expect.closeTo(0.9, 2) })
      await screenshot(shown, `preview pins ${name} dark`)
      expect(await shown.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      const picture = dialog(shown).getByRole('img', { name: file.name, exact: true })
      await picture.click({ position: { x: 40, y: 30 } })
      await panel(shown).getByRole('textbox', { name: 'Comment on this point' }).waitFor()
      await screenshot(shown, `preview pin writing ${name} dark`)
    }
  })
})
