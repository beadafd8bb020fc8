import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, WINDOW_SIZES } from '../../../test/browser.ts'

const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`
const row = (cells: readonly string[], tag = 'td') =>
  `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const STATES = ['open', 'in progress', 'done', 'waiting for the answer of a supplier in another time zone']
const TABLE = `<table><tbody>${row(['Order', 'State', 'Price', 'Due'], 'th')}${Array.from({ length: 24 }, (_, at) =>
  row([`Order ${at + 1}`, STATES[at % 4] ?? '', `${(at + 1) * 10} €`, `2026-0${(at % 9) + 1}-15`]),
).join('')}</tbody></table>`
const filter = (parameters: string) =>
  `<ac:structured-macro ac:name="table-filter">${parameters}<ac:rich-text-body>${TABLE}</ac:rich-text-body></ac:structured-macro>`

describe('filters of tables', () => {
  let wiki: TestWiki
  let id = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'FIL', name: 'Filters' })
    id = await wiki.admin.createPage(
      'FIL',
      'Orders',
      filter(parameter('labels', 'State‚Price‚Due') + parameter('globalFilter', 'true')),
    )
  })
  afterAll(() => wiki.close())

  test('narrow the rows by keyboard, together with sorting', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    const pane = page.getByRole('search', { name: 'Filter the rows of the table' })
    const status = pane.getByRole('status')
    await expect.poll(() => status.textContent()).toBe('24 of 24 rows')
    const rows = page.locator('.table-filter tbody tr:visible:has(td)')
    await pane.getByRole('searchbox').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => status.textContent()).toBe('6 of 24 rows')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
    await pane.getByRole('spinbutton', { name: 'From' }).fill('150')
    await expect.poll(() => rows.allTextContents()).toHaveLength(3)
    await page.getByRole('button', { name: 'Sort by Price' }).click()
    await page.getByRole('button', { name: 'Sort by Price' }).click()
    await expect.poll(() => rows.first().textContent()).toContain('230 €')
    expect(await rows.count()).toBe(3)
    await pane.getByRole('button', { name: 'Show all rows' }).click()
    await expect.poll(() => rows.count()).toBe(24)
  })

  test('leave the table whole without script', async ({ openPage }) => {
    const page = await openPage({ javaScriptEnabled: false })
    await page.setExtraHTTPHeaders({
      authorization: `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`,
    })
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    expect(await page.locator('.table-filter tbody tr:visible').count()).toBe(25)
    expect(await page.locator('.ox-table-filter').count()).toBe(0)
  })

  test('are usable in light and dark at three widths', async ({ openPage }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openSignedIn(openPage, wiki, ADMIN, {
        colorScheme,
        locale: colorScheme === 'dark' ? 'de' : 'en',
      })
      await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
      await page.locator('.ox-table-filter summary').click()
      await expectNoAxeViolations(page, '.table-filter')
      for (const size of WINDOW_SIZES) {
        await page.setViewportSize(size)
        await screenshot(page, `table filter ${colorScheme} ${size.width}`)
        const pane = page.locator('.ox-table-filter')
        expect(await pane.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true)
      }
    }
  })
})
