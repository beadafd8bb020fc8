import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, test } from '../../../test/browser.ts'

const rows = (count: number, cells: string) => `<tr>${cells}</tr>`.repeat(count)
const table = (inner: string) => `<table><tbody>${inner}</tbody></table>`

/** Tables of a page: plain; with merged cells below the header; with a merged header; wider than the text. */
const TABLES = [
  table(`<tr><th>Plain</th><th>B</th></tr>${rows(60, '<td>a</td><td>b</td>')}`),
  table(
    `<tr><th>Merged</th><th colspan="2">B</th></tr>${rows(30, '<td rowspan="2">a</td><td>b</td><td>c</td></tr><tr><td colspan="2">d</td>')}`,
  ),
  table(`<tr><th rowspan="2">Joined</th><th>B</th></tr>${rows(60, '<td>b</td>')}`),
  table(`<tr>${'<th>Wide-header-of-a-column</th>'.repeat(20)}</tr>${rows(60, '<td>cell</td>'.repeat(20))}`),
]

/** Distance in px between the top of a table's header row and the top of the screen, with the table scrolled past. */
async function headAt(page: Page, index: number): Promise<number> {
  await page
    .locator('.table-wrap')
    .nth(index)
    .evaluate(frame => {
      const { top } = frame.getBoundingClientRect()
      scrollTo(0, scrollY + top + 600)
    })
  const head = page.locator('.table-wrap').nth(index).locator('tr').first()
  let last = NaN
  await expect
    .poll(async () => {
      const before = last
      last = Math.round(await head.evaluate(row => row.getBoundingClientRect().top))
      return last === before
    })
    .toBe(true)
  return last
}

describe('headers of tables', () => {
  let wiki: TestWiki
  let id = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'HEAD', name: 'Headers' })
    const made = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title: 'Tables',
      space: { key: 'HEAD' },
      body: { storage: { value: TABLES.join('<p>between</p>'), representation: 'storage' } },
    })
    id = made.json.id as string
  })
  afterAll(() => wiki.close())

  test('stay below the bars while their rows are read, and move nothing', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    const frames = page.locator('.table-wrap')
    const boxes = () =>
      frames.evaluateAll(all =>
        all.map(frame => [frame.clientWidth, frame.clientHeight, frame.getBoundingClientRect().top]),
      )
    const isSticky = () => frames.evaluateAll(all => all.map(frame => frame.classList.contains('ox-sticky-head')))
    await expect.poll(isSticky).toEqual([true, true, false, false])
    const enhanced = await boxes()
    await frames.evaluateAll(all => all.forEach(frame => frame.classList.remove('ox-sticky-head')))
    expect(await boxes()).toEqual(enhanced)
    await page.reload()
    await expect.poll(isSticky).toEqual([true, true, false, false])
    // The bar of the page gives way to reading on.
    const below = [await headAt(page, 0), await headAt(page, 1)]
    expect(below).toEqual([48, 48])
    await expectNoAxeViolations(page, '#main-content')
    expect(await headAt(page, 2)).toBeLessThan(0)
    expect(await headAt(page, 3)).toBeLessThan(0)
    // It comes back, and the header stays below it.
    await headAt(page, 1)
    await page.mouse.move(600, 500)
    await page.mouse.wheel(0, -60)
    const head = frames.nth(1).locator('tr').first()
    await expect.poll(() => head.evaluate(row => Math.round(row.getBoundingClientRect().top))).toBe(48 + 44)
  })
})
