import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { renderDiagram } from '#diagrams/render/render.ts'
import { diagram, shape, text as diagramText } from '#diagrams/render/test-diagram.ts'
import { ADMIN, startTestWiki, storage, type TestWiki } from '#platform/server/testing/harness.ts'
import { editorSteps, text } from '#features/editor/testing/steps.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, screenshot, test } from '../../../test/browser.ts'

const TITLE = 'תוכנית הקיץ.'
const PAGE = `<p>שלום לכולם.</p><p>Hello everyone.</p><h2>כותרת ראשונה.</h2>
<ul><li>פריט ראשון.</li><li>פריט שני.</li></ul><ol><li><p>First step.</p></li></ol>
<table><tbody><tr><th>שם</th><th>תיאור ארוך</th><th>Code</th></tr><tr><td>דנה.</td><td>כותבת.</td><td>x.</td></tr></tbody></table>
<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body><span>לקנות חלב.</span></ac:task-body></ac:task></ac:task-list>
<ac:structured-macro ac:name="info"><ac:rich-text-body><p>שימו לב.</p></ac:rich-text-body></ac:structured-macro>
<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[let שם = 1.]]></ac:plain-text-body></ac:structured-macro>
<blockquote><p>ציטוט ארוך.</p></blockquote><p style="direction: rtl;">English, as its author wants it.</p>`

/** Whether the last sign of an element's text stands left of its first one. */
const endsLeft = (block: Locator) =>
  block.evaluate(element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const nodes: Text[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.textContent?.trim()) nodes.push(node as Text)
    const placeOf = (node: Text | undefined, index: number) => {
      if (!node) throw new Error('no text')
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      return range.getBoundingClientRect().left
    }
    const last = nodes.at(-1)
    return placeOf(last, (last?.length ?? 0) - 1) < placeOf(nodes[0], 0)
  })

const directionOf = (block: Locator) => block.evaluate(element => getComputedStyle(element).direction)

/** Looks at the texts, marks and columns of {@link PAGE}, in the view or the editor. */
async function expectDirections(article: Locator): Promise<void> {
  const left = (words: string) => endsLeft(article.getByText(words))
  for (const words of ['שלום לכולם.', 'כותרת ראשונה.', 'פריט ראשון.', 'דנה.', 'לקנות חלב.', 'שימו לב.', 'ציטוט ארוך.'])
    expect(await left(words), words).toBe(true)
  for (const words of ['Hello everyone.', 'First step.', 'x.']) expect(await left(words), words).toBe(false)
  for (const block of [
    'ul:not(.inline-task-list)',
    'table',
    'ul.inline-task-list',
    'blockquote',
    '.confluence-information-macro',
  ])
    expect(await directionOf(article.locator(block).first()), block).toBe('rtl')
  const chosen = article.getByText('English, as its author')
  expect([await directionOf(chosen), await endsLeft(chosen)]).toEqual(['rtl', true])
  for (const block of ['ol', '.codeContent'])
    expect(await directionOf(article.locator(block).first()), block).toBe('ltr')
  const columns = await article.locator('th').evaluateAll(cells => cells.map(cell => cell.getBoundingClientRect().left))
  expect(columns).toEqual(columns.toSorted((a, b) => b - a))
  const [item, box] = [
    await article.getByText('לקנות חלב.').boundingBox(),
    await article.locator('ul.inline-task-list > li').boundingBox(),
  ]
  expect((item?.x ?? 0) + (item?.width ?? 0)).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0) - 10)
}

describe('text from right to left', () => {
  let wiki: TestWiki
  let id = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'RTL', name: 'Right to left' })
    id = await wiki.admin.createPage('RTL', TITLE, PAGE)
    const comment = { type: 'comment', container: { id, type: 'page' }, body: storage('<p>תגובה קצרה.</p>') }
    expect((await wiki.admin.post('/rest/api/content', comment)).status).toBe(200)
  })
  afterAll(() => wiki.close())

  const view = async (page: Page) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    return page.locator('#main-content')
  }

  test('is read from the right, with its marks and columns, on pages and in comments', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await expectDirections(await view(page))
    expect(await endsLeft(page.locator('#title-text'))).toBe(true)
    const comment = page.getByText('תגובה קצרה.')
    expect(await directionOf(comment)).toBe('rtl')
    expect(await endsLeft(comment)).toBe(true)
    await screenshot(page, 'right to left view')
  })

  test('is read from the right in titles of lists', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    for (const path of ['/', `/dosearchsite.action?queryString=${encodeURIComponent('הקיץ')}`]) {
      await page.goto(`${wiki.url}${path}`)
      const title = page.getByRole('main').getByRole('link', { name: TITLE }).first()
      await title.waitFor()
      expect(await endsLeft(title), path).toBe(true)
    }
  })

  test('is written as it is read, and stored as it was', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await editorSteps(wiki, 'RTL', '').edit(page, id)
    const article = text(page)
    await expectDirections(article)
    await screenshot(page, 'right to left editor')
    // A new line goes on in the direction of the one before it.
    await article.getByText('שלום לכולם.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const line = article.locator('p').nth(1)
    await expect.poll(() => directionOf(line)).toBe('rtl')
    await page.keyboard.type('Left again.')
    await expect.poll(() => directionOf(line)).toBe('ltr')
    await page.locator('#rte-button-publish').click()
    await page.locator('#title-text').waitFor()
    const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)
    expect(json.body.storage.value).toContain('<p>שלום לכולם.</p><p>Left again.</p><p>Hello everyone.</p>')
    expect(json.body.storage.value).toContain('<p style="direction: rtl;">English')
    expect(json.body.storage.value).not.toContain(' dir=')
  })

  test('is read from the right in diagrams, also within such text', async ({ openPage }) => {
    const page = await openPage()
    const { svg } = renderDiagram(
      diagram([
        shape('a', 0, 0, 200, 60, { text: diagramText('שלום API לכולם.') }),
        shape('b', 0, 80, 200, 60, { text: diagramText('Hello there.', { align: 'left' }) }),
      ]),
    )
    await page.setContent(`<div dir="rtl"><div class="wiki-content" dir="ltr">${svg}</div></div>`)
    const [hebrew, latin] = await page.locator('svg text').evaluateAll(texts =>
      (texts as SVGTextElement[]).map(line => {
        const signs = line.textContent
        const at = (sign: string) => line.getStartPositionOfChar(signs.indexOf(sign)).x
        return { first: at(signs.includes('ש') ? 'ש' : 'H'), last: at('.') }
      }),
    )
    expect(hebrew?.last).toBeLessThan(hebrew?.first ?? 0)
    expect(latin?.last).toBeGreaterThan(latin?.first ?? 0)
  })
})
