import type { Page } from 'playwright-core'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, storage, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, screenshot, test } from '../../../test/browser.ts'

const COLUMNS = Array.from({ length: 30 }, (_, index) => `Col${index + 1}`)
const LINE = Array.from({ length: 50 }, (_, index) => `word${100 + index}`).join('+')
const expand = (title: string, body: string) =>
  `<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">${title}</ac:parameter><ac:rich-text-body>${body}</ac:rich-text-body></ac:structured-macro>`
const code = (text: string, parameters = '') =>
  `<ac:structured-macro ac:name="code">${parameters}<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body></ac:structured-macro>`
const row = (tag: string, cells: readonly string[]) =>
  `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const PAGE = `<h2>Before</h2><p>See <a href="https://example.org/somewhere">the other site</a> and <ac:link><ri:page ri:content-title="Second" /></ac:link>.</p>
<table><colgroup>${COLUMNS.map(() => '<col style="width: 120.0px;" />').join('')}</colgroup><tbody>${row('th', COLUMNS)}${row(
  'td',
  COLUMNS.map((_, index) => `Value ${index + 1}`),
)}</tbody></table>
<table><tbody>${row('th', ['Name', 'Size'])}${row('td', ['One', '2 GB'])}${row('td', ['Two', '1 KB'])}</tbody></table>
${code(LINE)}${code('collapsed source', '<ac:parameter ac:name="collapse">true</ac:parameter>')}
${expand('More about it', `<p>Hidden words</p>${expand('Deeper', '<p>Hidden deeper</p>')}`)}<p>The end.</p>`

describe('a printed page', () => {
  let wiki: TestWiki
  let id = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'PRINT', name: 'Printing' })
    await wiki.admin.createPage('PRINT', 'Second', '<p>second</p>')
    id = await wiki.admin.createPage('PRINT', 'On paper', PAGE)
    await wiki.admin.post(`/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'paper' }])
    const comment = { type: 'comment', container: { id, type: 'page' }, body: storage('<p>Well printed</p>') }
    expect((await wiki.admin.post('/rest/api/content', comment)).status).toBe(200)
  })
  afterAll(() => wiki.close())

  const view = async (page: Page) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.getByRole('button', { name: 'Write a comment…' }).waitFor()
  }

  test('has all of its text, and nothing of the interface', async ({ openPage }) => {
    // The room that A4 has between the usual margins.
    const page = await openSignedIn(openPage, wiki, ADMIN, {
      viewport: { width: 718, height: 1046 },
      colorScheme: 'dark',
    })
    await view(page)
    await page.emulateMedia({ media: 'print' })
    for (const words of ['Hidden words', 'Hidden deeper', 'collapsed source', 'Well printed'])
      expect(await page.getByText(words).isVisible(), words).toBe(true)
    for (const [part, words] of [
      ['#title-text', 'On paper'],
      ['#main-content', 'The end.'],
      ['#labels-section', 'paper'],
    ] as const)
      await page.locator(part).getByText(words, { exact: true }).waitFor()
    const shown = await page
      .locator('button, form, textarea, nav.ox-sidebar, [role=toolbar], #header, .ox-topbar, .like-button')
      .evaluateAll(parts => parts.filter(part => part.checkVisibility()).map(part => part.outerHTML.slice(0, 120)))
    expect(shown).toEqual([])
    const wide = await page
      .locator('#main-content :is(th, td, pre, p)')
      .evaluateAll(blocks =>
        blocks
          .filter(
            block => block.getBoundingClientRect().right > innerWidth || block.scrollWidth > block.clientWidth + 1,
          )
          .map(block => block.textContent),
      )
    expect(wide).toEqual([])
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
    await screenshot(page, 'print')
  })

  test('has every column and every word of long lines on its sheets', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await view(page)
    const pdf = await getDocument({ data: new Uint8Array(await page.pdf({ format: 'A4', preferCSSPageSize: true })) })
      .promise
    let text = ''
    const across: boolean[] = []
    for (let number = 1; number <= pdf.numPages; number++) {
      const sheet = await pdf.getPage(number)
      const [left = 0, bottom = 0, right = 0, top = 0] = sheet.view
      across.push(right - left > top - bottom)
      const { items } = await sheet.getTextContent()
      for (const item of items) {
        if (!('str' in item) || item.str.trim() === '') continue
        expect(Number(item.transform[4]) + item.width, item.str).toBeLessThanOrEqual(right)
        text += item.str
      }
    }
    await pdf.loadingTask.destroy()
    const plain = text.replaceAll(/\s+/g, '')
    for (const column of COLUMNS) expect(plain).toContain(column)
    expect(plain).toContain(LINE)
    expect(plain).toContain('Hiddenwords')
    // The widest table lies across, the rest does not.
    expect(across[0]).toBe(false)
    expect(across).toContain(true)
    expect(across.at(-1)).toBe(false)
    expect(plain).not.toContain('Writeacomment')
  })

  test('has the addresses of links by choice, which is kept', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await view(page)
    // Without the browser's dialog, printing begins and ends as the events say.
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    const addresses = () =>
      page
        .locator('#main-content a')
        .evaluateAll(links => links.map(link => getComputedStyle(link, '::after').content.replaceAll('"', '')))
    await page.emulateMedia({ media: 'print' })
    expect((await addresses()).every(content => content === 'none')).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    const choose = async () => {
      await page.locator('#action-menu-link').click()
      await page.locator('#print-page-link').click()
      return page.getByRole('dialog', { name: 'Print this page' })
    }
    const dialog = await choose()
    await dialog.getByText('Print the addresses of links').click()
    await dialog.getByRole('button', { name: 'Print', exact: true }).click()
    await page.locator('html[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await addresses()).toEqual(
      expect.arrayContaining([' (https://example.org/somewhere)', ` (${wiki.url}/display/PRINT/Second)`]),
    )
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect((await addresses()).every(content => content === 'none')).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    expect(await (await choose()).getByRole('checkbox').isChecked()).toBe(true)
  })
})
