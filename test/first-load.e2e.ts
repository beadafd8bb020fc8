import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'
import { expect, openSignedIn, test } from './browser.ts'

/** Scripts, styles and fonts that one document asks for in a browser that has nothing of the wiki. */
const MOST_TO_READ = 15
/** One of them is Yjs alone, which the frame of the diagram editor loads too. */
const MOST_TO_WRITE = 32
/** KB (1,024 bytes) of scripts, as Brotli sends them, that the editor loads beside those of the dashboard. */
const MOST_TO_WRITE_KB = 350

describe('what browsers load first', () => {
  let wiki: TestWiki
  let page: string
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'FIRST', name: 'First' })
    const value = '<h1>One</h1><p>Words of a page.</p>'
    const body = { storage: { value, representation: 'storage' } }
    page = (await wiki.admin.post('/rest/api/content', { type: 'page', title: 'A', space: { key: 'FIRST' }, body }))
      .json.id
  })
  afterAll(() => wiki.close())

  /** Files that the document asks for, the bytes of each as sent, and the scripts that it names itself. */
  async function assetsOf(
    shown: Page,
    path: string,
  ): Promise<{ assets: string[]; preloads: string[]; sizes: Map<string, number> }> {
    const assets: string[] = []
    const sizes = new Map<string, number>()
    const ended: Promise<unknown>[] = []
    shown.on('request', request => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/assets/')) assets.push(pathname)
    })
    shown.on('requestfinished', request => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js'))
        ended.push(request.sizes().then(({ responseBodySize }) => sizes.set(pathname, responseBodySize)))
    })
    const document = await (await shown.goto(wiki.url + path, { waitUntil: 'networkidle' }))?.text()
    const named = document?.matchAll(/<link rel="modulepreload" href="\/assets\/([^"]+)-[\w-]{8}\.js">/g) ?? []
    await Promise.all(ended)
    return { assets, sizes, preloads: Array.from(named, ([, name = '']) => name) }
  }

  test.for(['en-US', 'de-DE'])('few files show a page and the dashboard, in %s', async (locale, { openPage }) => {
    for (const path of [`/pages/viewpage.action?pageId=${page}`, '/']) {
      const { assets, preloads } = await assetsOf(await openSignedIn(openPage, wiki, ADMIN, { locale }), path)
      expect(assets.length, assets.join('\n')).toBeLessThanOrEqual(MOST_TO_READ)
      expect(assets.filter(name => name.endsWith('.css')).length).toBeLessThanOrEqual(2)
      // Files needed for changing a page only.
      expect(assets.filter(name => /editor/.test(name))).toEqual([])
      // Modules that the app imports once it has started are on their way already.
      expect(preloads).toContain(`texts-${locale.slice(0, 2)}`)
      expect(preloads.includes('page')).toBe(path !== '/')
    }
  })

  test('few files and bytes open the editor', async ({ openPage }) => {
    const ofShell = await assetsOf(await openSignedIn(openPage, wiki, ADMIN), '/')
    const { assets, sizes } = await assetsOf(
      await openSignedIn(openPage, wiki, ADMIN),
      `/pages/editpage.action?pageId=${page}`,
    )
    expect(assets.length, assets.join('\n')).toBeLessThanOrEqual(MOST_TO_WRITE)
    const own = [...sizes].filter(([name]) => !ofShell.sizes.has(name))
    const kilobytes = own.reduce((sum, [, size]) => sum + size, 0) / 1024
    expect(kilobytes, own.join('\n')).toBeGreaterThan(100)
    expect(kilobytes, own.join('\n')).toBeLessThan(MOST_TO_WRITE_KB)
    // Loaded when they are needed.
    expect(assets.filter(name => /EmojiDialog|Previewer/.test(name))).toEqual([])
  })
})
