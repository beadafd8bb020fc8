import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'

describe('a page with everything below it', () => {
  let wiki: TestWiki
  let home = ''
  const page = (title: string, above: string) =>
    wiki.admin.createPage('DOCS', title, `<p>${title}</p>`, { ancestors: [{ id: above }] })
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    home = (await wiki.admin.get('/rest/api/space/DOCS?expand=homepage')).json.homepage.id as string
  })
  afterAll(() => wiki.close())

  test('is copied and deleted with a sign that it is being done, and the page above goes on from there [I1-14] [I2.6-06]', async ({
    openPage,
  }) => {
    const root = await page('Handbook', home)
    await page('Chapter', root)
    const shown = await openSignedIn(openPage, wiki, ADMIN)
    const released = { copy: Promise.withResolvers<void>(), delete: Promise.withResolvers<void>() }
    await shown.route('**/rest/oxbow/1.0/content/*/copy', async route => {
      await released.copy.promise
      await route.continue()
    })
    await shown.goto(`${wiki.url}/pages/viewpage.action?pageId=${root}`)
    const choose = async (link: string) => {
      await shown.locator('#action-menu-link').click()
      await shown.locator(`#${link}`).click()
    }
    await choose('action-copy-page-link')
    const copying = shown.getByRole('dialog', { name: 'Copy page' })
    await copying.getByText('Child pages').first().click()
    await copying.getByRole('button', { name: 'Copy', exact: true }).click()
    await copying.getByRole('status').filter({ hasText: 'Working…' }).waitFor()
    released.copy.resolve()
    await shown.locator('#title-text', { hasText: 'Copy of Handbook' }).waitFor()
    const copied = await wiki.admin.get('/rest/api/content/search?cql=title%3D%22Copy%20of%20Chapter%22')
    expect(copied.json.results).toHaveLength(1)

    await shown.goto(`${wiki.url}/pages/viewpage.action?pageId=${root}`)
    await shown.route('**/rest/oxbow/1.0/content/*/tree', async route => {
      await released.delete.promise
      await route.continue()
    })
    await choose('action-remove-content-link')
    const deleting = shown.getByRole('alertdialog', { name: 'Delete page' })
    await deleting.getByText('This page and everything below it').click()
    await deleting.getByRole('button', { name: 'Delete pages' }).click()
    await deleting.getByRole('status').filter({ hasText: 'Working…' }).waitFor()
    released.delete.resolve()
    await shown.getByText('“Handbook” is in the trash').waitFor()
    expect(new URL(shown.url()).hash).toBe('')
    expect((await wiki.admin.get(`/rest/api/content/${root}`)).status).toBe(404)
    // A document that is loaded again continues as well.
    await shown.evaluate(deleted => sessionStorage.setItem('oxbow.deleted-hierarchy', JSON.stringify(deleted)), {
      title: 'Chapter two',
      spaceKey: 'DOCS',
      parentId: home,
    })
    await shown.goto('about:blank')
    await shown.goto(`${wiki.url}/pages/viewpage.action?pageId=${home}#delete-complete`)
    await shown.getByText('“Chapter two” is in the trash').waitFor()
    await expect.poll(() => new URL(shown.url()).hash).toBe('')
  })
})
