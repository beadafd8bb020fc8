import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentLinksHref, NAVIGATOR_PATH } from '#features/app-switcher/shared.ts'
import { OUTCOME_PATH } from '#features/linked-apps/shared.ts'
import { MINIVIEW_PATH, NOTIFICATION_SETTINGS_PATH } from '#features/notifications/shared.ts'
import { SEARCH_PATH } from '#features/search/address-shared.ts'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from './server.ts'

/** Services that the specification calls platform services; each a feature, or a file of one. */
const SERVICES = [
  'analytics',
  'app-switcher',
  'application-links',
  'jira-links',
  'linked-apps',
  'notifications',
  'recently-viewed',
  'search',
  'sidebar/web/SpacesMenu.tsx',
]
/** Addresses of screens of theirs, by the constants that name them. */
const PATHS: Readonly<Record<string, string>> = {
  CONTENT_LINKS_PATH: contentLinksHref('ROUTE'),
  MINIVIEW_PATH,
  NAVIGATOR_PATH,
  NOTIFICATION_SETTINGS_PATH,
  OUTCOME_PATH,
  SEARCH_PATH,
}

describe('platform services', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'ROUTE', name: 'Routes' })
  })
  afterAll(() => wiki.close())

  const sourcesOf = (service: string) => {
    const place = new URL(`./features/${service}`, import.meta.url)
    if (service.endsWith('.tsx')) return [readFileSync(place, 'utf8')]
    return readdirSync(new URL(`${place.href}/web/`), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file) && !/\.(?:test|e2e)\./.test(file))
      .map(file => readFileSync(new URL(`${place.href}/web/${file}`), 'utf8'))
  }

  it('have no routes of the browser’s own: each that it opens itself is an address of the server [P2-01]', async () => {
    const sources = SERVICES.flatMap(sourcesOf)
    const routes = sources.flatMap(source => [...source.matchAll(/screenRoute\(\{\s*path(?:: ([^,]+))?,/g)])
    // None is written in a way that is not read above.
    expect(routes).toHaveLength(sources.flatMap(source => [...source.matchAll(/\bscreenRoute\(/g)]).length)
    const names = routes.map(([, name = 'path']) => name)
    expect(names.toSorted()).toEqual(Object.keys(PATHS))
    for (const path of Object.values(PATHS)) {
      const { status, headers } = await wiki.admin.get(path)
      expect([status, headers.get('content-type')], path).toEqual([200, expect.stringContaining('text/html')])
    }
    expect((await wiki.admin.get('/plugins/servlet/unknown')).status).toBe(404)
    // Nor are there places within a page that only the browser knows.
    expect(sources.filter(source => /\bhashchange\b|location\.hash\b|navigateTo\(['"`]#/.test(source))).toEqual([])
  })
})
