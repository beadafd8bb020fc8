import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, followLink, signIn, test, troublesOf } from '../../../test/browser.ts'
import { shareOf } from '../../../test/lanes.ts'

const folder = path.resolve(import.meta.dirname, '../../../../shared/corpus/storage')
const isThere = existsSync(folder)
const PUBLISHED_AT_ONCE = 4
/** So many pages after one that is loaded as a document are opened by links inside the app, which is faster. */
const LOADED_WHOLE = 16
/** The smallest screen on which reading has to work, at its narrowest. */
const PHONE = { width: 375, height: 812 }
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Faults of the page that is shown, measured in it. */
function findFaults(): string[] {
  const faults: string[] = []
  const over = document.documentElement.scrollWidth - innerWidth
  if (over > 0) {
    const widest = [...document.querySelectorAll('#main *')]
      .filter(element => !element.closest('.table-wrap, pre'))
      .filter(
        element =>
          element.getBoundingClientRect().right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 1,
      )
      .map(element => `${element.tagName}.${element.className}`)
      .slice(0, 3)
    faults.push(`${over} px too wide: ${widest.join(', ')}`)
  }
  if (!document.querySelector('#main-content')) faults.push('has no article')
  return faults
}

describe.skipIf(!isThere)('the corpus of real pages in the browser (skipped where ../shared/corpus is absent)', () => {
  let wiki: TestWiki
  const pages: { name: string; id: string; title: string }[] = []

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'CORPUS', name: 'Corpus' })
    const all = readdirSync(folder)
      .filter(name => name.endsWith('.xml'))
      .toSorted()
    expect(all.length).toBeGreaterThan(600)
    const names = shareOf(all, 12)
    const publish = async (name: string) => {
      const title = name.replace(/\.xml$/, '').slice(-200)
      const made = await wiki.admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'CORPUS' },
        body: { storage: { value: readFileSync(path.join(folder, name), 'utf8'), representation: 'storage' } },
      })
      expect(made.status, `${name}: ${made.text.slice(0, 300)}`).toBe(200)
      pages.push({ name, title, id: (made.json as { id: string }).id })
    }
    const waiting = [...names]
    await Promise.all(
      Array.from({ length: PUBLISHED_AT_ONCE }, async () => {
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await publish(name)
      }),
    )
  })
  afterAll(() => wiki.close())

  test('shows without an error and fits the narrowest screen', { timeout: 1_800_000 }, async ({ openPage }) => {
    expect(pages.length).toBeGreaterThan(40)
    const page = await openPage({ viewport: PHONE, allowErrors: [/./] })
    await signIn(page, wiki, ADMIN)
    // Pictures of other sites that documents name: the wiki shows them, but no test asks the internet.
    await page.route(
      url => url.origin !== wiki.url,
      route => route.fulfill({ contentType: 'image/png', body: PIXEL }),
    )
    const troubles = troublesOf(page)
    const faults: string[] = []
    for (const [index, { name, id, title }] of pages.entries()) {
      troubles.length = 0
      const address = `${wiki.url}/pages/viewpage.action?pageId=${id}`
      if (index % LOADED_WHOLE === 0) {
        const answer = await page.goto(address)
        if (answer?.status() !== 200) faults.push(`${name}: status ${answer?.status()}`)
        // The app has taken over: the server draws no choice of themes.
        await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
      } else {
        await page.evaluate(followLink, address)
        await page.locator('#title-text', { hasText: title }).waitFor()
      }
      for (const fault of [...(await page.evaluate(findFaults)), ...troubles]) faults.push(`${name}: ${fault}`)
    }
    expect(faults).toEqual([])
  })
})
