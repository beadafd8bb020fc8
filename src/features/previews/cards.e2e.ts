import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { boxes } from '#features/diagrams/testing/wiki.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, type OpenPage } from '../../../test/browser.ts'
import { docx, OFFICE_TYPES, pdf, pptx, xlsx } from './testing/files.ts'
import { wav, webm } from './testing/media.ts'

const macro = (name: string, file: string, more = '') =>
  `<ac:structured-macro ac:name="${name}"><ac:parameter ac:name="name"><ri:attachment ri:filename="${file}" /></ac:parameter>${more}</ac:structured-macro>`

describe('files in the text', () => {
  let wiki: TestWiki
  let page = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await makeSpace(wiki)
    const value =
      `<p>${macro('viewpdf', 'report.pdf')} ${macro('viewdoc', 'plan.docx')} ${macro('viewxls', 'prices.xlsx')} ` +
      `${macro('viewppt', 'talk.pptx')} ${macro('view-file', 'notes.md')} ${macro('view-file', 'flow.drawio')} ` +
      `${macro('view-file', 'tools.zip')} ${macro('viewdoc', 'broken.docx')}</p>` +
      `<p>${macro('multimedia', 'film.webm', '<ac:parameter ac:name="width">400</ac:parameter>')}</p>` +
      `<p>${macro('multimedia', 'tone.wav')}</p>`
    page = await makePage(wiki, 'Files', { body: { storage: { value, representation: 'storage' } } })
    const rows = [
      ['Fruit', 'Price'],
      ['Pears', 4],
    ]
    const files: [string, string | Buffer, string][] = [
      ['report.pdf', pdf(['Quokka report', 'Second page']), 'application/pdf'],
      ['plan.docx', docx(['Buy apples']), OFFICE_TYPES.docx],
      ['broken.docx', 'no document', OFFICE_TYPES.docx],
      ['prices.xlsx', xlsx(rows), OFFICE_TYPES.xlsx],
      ['talk.pptx', pptx([{ title: 'Welcome', lines: ['Hello'] }]), OFFICE_TYPES.pptx],
      ['notes.md', '# Notes\n\nRead **this**.', 'text/markdown'],
      ['flow.drawio', JSON.stringify(boxes('Quokka')), 'application/json'],
      ['tools.zip', 'PK', 'application/zip'],
      ['film.webm', await webm(['#2a7f8f', '#b4432f', '#f4efe6'], 320, 180), 'video/webm'],
      ['tone.wav', wav(400), 'audio/wav'],
    ]
    for (const [name, body, type] of files) await attach(wiki.admin, page, name, body, type)
  })
  afterAll(() => wiki.close())

  const open = async (openPage: OpenPage, path: string, options = {}) => {
    const shown = await openSignedIn(openPage, wiki, ADMIN, {
      allowErrors: [/Failed to load resource.*415/],
      ...options,
    })
    await shown.goto(`${wiki.url}${path}?pageId=${page}`)
    return shown
  }
  const card = (shown: Page, root: string, name: string) =>
    shown.locator(`${root} a.ox-file-card[data-linked-resource-default-alias="${name}"]`)

  /** Words on the first page of a file, or the colours that its canvas has. */
  async function drawn(shown: Page, root: string, name: string): Promise<string> {
    const place = card(shown, root, name).locator('.ox-file-card-page[data-is-drawn]')
    await place.waitFor()
    return place.evaluate(element => {
      const canvas = element.querySelector('canvas')
      if (!canvas) return element.querySelector('img') ? 'image' : (element.textContent ?? '')
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      const isDark = data.some((value, index) => index % 4 === 0 && value < 100 && (data[index + 3] ?? 0) > 200)
      return isDark ? 'ink' : 'blank'
    })
  }

  test.for([
    ['readers', '/pages/viewpage.action', '#main-content'],
    ['editors', '/pages/editpage.action', '.ProseMirror'],
  ] as const)('show their first page to %s', async ([, path, root], { openPage }) => {
    const shown = await open(openPage, path)
    expect(await drawn(shown, root, 'report.pdf')).toBe('ink')
    expect(await drawn(shown, root, 'plan.docx')).toContain('Buy apples')
    expect(await drawn(shown, root, 'prices.xlsx')).toBe('FruitPricePears4')
    expect(await drawn(shown, root, 'talk.pptx')).toContain('Welcome')
    expect(await drawn(shown, root, 'notes.md')).toContain('Notes')
    expect(await drawn(shown, root, 'flow.drawio')).toBe('image')
    // Files that cannot be shown keep their card.
    expect(await card(shown, root, 'tools.zip').textContent()).toMatch(/^tools\.zip/)
    expect(await card(shown, root, 'broken.docx').locator('[data-is-drawn]').count()).toBe(0)
    // Names are read once, and nothing of a page is in the way.
    expect(await card(shown, root, 'report.pdf').ariaSnapshot()).not.toContain('Quokka')
    expect((await card(shown, root, 'plan.docx').boundingBox())?.height).toBe(250)
  })

  test('play videos and sounds by hand, with the name of the file beside them', async ({ openPage }) => {
    const shown = await open(openPage, '/pages/viewpage.action')
    const video = shown.locator('#main-content video')
    expect(await video.evaluate((element: HTMLVideoElement) => element.paused && element.controls)).toBe(true)
    expect((await video.boundingBox())?.width).toBe(400)
    for (const media of [video, shown.locator('#main-content audio')]) {
      await media.focus()
      await shown.keyboard.press('Space')
      await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.ended)).toBe(true)
    }
    await shown.getByRole('link', { name: 'film.webm' }).click()
    await shown.locator('#cp-container').getByRole('heading', { name: 'film.webm', exact: true }).waitFor()
  })

  test('look well in both themes and in narrow windows', async ({ openPage }) => {
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [390, 'light'],
    ] as const) {
      const shown = await open(openPage, '/pages/viewpage.action', { viewport: { width, height: 900 }, colorScheme })
      await drawn(shown, '#main-content', 'report.pdf')
      await drawn(shown, '#main-content', 'prices.xlsx')
      await expectNoAxeViolations(shown)
      await screenshot(shown, `file cards ${width} ${colorScheme}`, { fullPage: true })
      await shown.close()
    }
  })
})
