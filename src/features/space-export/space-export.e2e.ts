import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'

const PHONE = { width: 375, height: 812 }

describe('exporting a space', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'OUT', name: 'Out' })
    await wiki.admin.createPage('OUT', 'Kept', '<p>words</p>')
  })
  afterAll(() => wiki.close())

  test('is asked for by the form, waited for, and ends with the file, on a phone too', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { viewport: PHONE })
    await page.goto(`${wiki.url}/spaces/exportspacexml.action?key=OUT`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const link = page.locator('#main a.space-export-download-path')
    await link.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/^OUT-\d{4}-\d\d-\d\d\.zip$/)
  })
})
