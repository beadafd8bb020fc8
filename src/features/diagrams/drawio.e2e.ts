import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { DRAWIO_TYPE } from './names.ts'
import { drawio, drawioFile } from './testing/wiki.ts'

describe('a diagram of draw.io, in the browser', () => {
  let wiki: TestWiki

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DIO', name: 'Draw' })
  })
  afterAll(() => wiki.close())

  test('is edited from its page, and shown there as it was saved', async ({ openPage }) => {
    const id = await wiki.admin.createPage(
      'DIO',
      'Network',
      drawio({ diagramName: 'Net', width: '300', revision: '1' }),
    )
    await attach(wiki.admin, id, 'Net', drawioFile('Router'), DRAWIO_TYPE)
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    const container = page.locator('.wiki-content .gliffy-container')
    const picture = container.locator('img.gliffy-image')
    const drawnWidth = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(drawnWidth).toBeGreaterThan(0)
    await container.hover()
    await screenshot(page, 'diagram of draw.io')
    await container.getByRole('link', { name: 'Edit' }).click()
    const frame = page.frameLocator('#gliffy-editor')
    await frame.getByRole('application', { name: 'Drawing area' }).focus()
    await frame.getByText('Router').first().waitFor()
    await screenshot(page, 'editor of a diagram of draw.io')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ControlOrMeta+s')
    await frame.locator('.ox-de-state').getByText('Saved', { exact: true }).waitFor()
    const files = await wiki.admin.get(`/rest/api/content/${id}/child/attachment?filename=Net&expand=version`)
    expect(files.json.results[0].version.number).toBe(2)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await expect.poll(() => picture.getAttribute('src')).toContain('version=2')
    await expect.poll(drawnWidth).toBeGreaterThan(0)
    const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)
    expect(json.body.storage.value).toContain('<ac:parameter ac:name="revision">1</ac:parameter>')
  })
})
