import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, screenshot, test, viewports } from '../../../test/browser.ts'

const details = (status: string, budget: number) =>
  `<ac:structured-macro ac:name="details"><ac:rich-text-body><table><tbody>
    <tr><th>Status</th><td><ac:structured-macro ac:name="status"><ac:parameter ac:name="title">${status}</ac:parameter></ac:structured-macro></td></tr>
    <tr><th>Budget</th><td>${budget}</td></tr></tbody></table></ac:rich-text-body></ac:structured-macro>`
const REPORT = `<ac:structured-macro ac:name="detailssummary">
  <ac:parameter ac:name="cql">space = currentSpace()</ac:parameter><ac:parameter ac:name="sortBy">Title</ac:parameter>
  <ac:parameter ac:name="firstcolumn">Project</ac:parameter><ac:parameter ac:name="pageSize">2</ac:parameter>
  <ac:parameter ac:name="showLastModified">true</ac:parameter></ac:structured-macro>`

describe('a report on page properties in the browser', () => {
  let wiki: TestWiki
  let report = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'PRO', name: 'Projects' })
    for (const [index, title] of ['Alder', 'Birch', 'Cedar', 'Damson', 'Elder'].entries())
      await wiki.admin.createPage('PRO', title, details(index % 2 ? 'Open' : 'Done', index * 100))
    report = await wiki.admin.createPage('PRO', 'Report', REPORT)
    await wiki.app.events.settled()
  })
  afterAll(() => wiki.close())

  for (const [viewport, colorScheme] of [
    [viewports.desktop, 'light'],
    [viewports.phone, 'dark'],
  ] as const)
    test(`is a table that shows more rows on demand, ${colorScheme}`, async ({ openPage }) => {
      const page = await openSignedIn(openPage, wiki, ADMIN, { viewport, colorScheme })
      await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${report}`)
      const table = page.getByRole('table')
      const titles = () => table.locator('td.title').allTextContents()
      const more = page.getByRole('button', { name: 'Show more rows' })
      expect((await table.getByRole('columnheader').allTextContents()).map(text => text.trim())).toEqual([
        'Project',
        'Status',
        'Budget',
        'Modified',
      ])
      expect(await titles()).toEqual(['Alder', 'Birch'])
      await more.press('Enter')
      await expect.poll(titles).toEqual(['Alder', 'Birch', 'Cedar', 'Damson'])
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cedar')
      await more.click()
      await expect.poll(titles).toEqual(['Alder', 'Birch', 'Cedar', 'Damson', 'Elder'])
      expect(await more.count()).toBe(0)
      await screenshot(page, `page properties ${colorScheme}`)
      await page.getByRole('link', { name: 'Cedar' }).last().click()
      await page.waitForURL('**/display/PRO/Cedar')
    })

  test('says so when no more rows come', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/status of 500/] })
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${report}`)
    await page.route('**/page-properties/report?**', route => route.fulfill({ status: 500, body: '{}' }))
    const more = page.getByRole('button', { name: 'Show more rows' })
    await more.click()
    await page.getByText('The rows could not be loaded').waitFor()
    await expect.poll(() => more.isEnabled()).toBe(true)
    expect(await page.getByRole('table').locator('td.title').allTextContents()).toEqual(['Alder', 'Birch'])
  })

  test('leads to the search without script', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { javaScriptEnabled: false })
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${report}`)
    expect(await page.getByRole('table').locator('td.title').allTextContents()).toEqual(['Alder', 'Birch'])
    await page.getByRole('link', { name: 'Find more results' }).click()
    await page.waitForURL('**/dosearchsite.action?cql=*')
    expect(new URL(page.url()).searchParams.get('cql')).toContain('space = "PRO"')
  })
})
