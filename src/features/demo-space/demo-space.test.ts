import { expect, it } from 'vitest'
import { doctor } from '#platform/server/doctor.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { ENGINES, startTestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const ADMIN = { username: 'ada', displayName: 'Ada', email: '', password: 'correct horse battery' }

async function setUp(browser: Browser, fields: Record<string, string>): Promise<void> {
  const form = await browser.get('/setup')
  const token = /name="token" value="([0-9a-f]+)"/.exec(form.text)?.[1] ?? ''
  expect((await browser.post('/setup', { token, ...ADMIN, ...fields })).status).toBe(302)
}

it.each(ENGINES)(
  'the set-up makes a demonstration space whose pages all render (%s)',
  async engine => {
    const wiki = await startTestWiki(engine, features, { OXBOW_ADMIN_USER: '', OXBOW_ADMIN_PASSWORD: '' })
    try {
      await setUp(new Browser(wiki.url), { demonstration: 'true' })
      const admin = wiki.as(ADMIN.username, ADMIN.password)
      const { json: space } = await admin.get('/rest/api/space/DEMO?expand=homepage')
      expect(space).toMatchObject({ name: 'Demonstration', homepage: { title: 'Welcome to Oxbow' } })
      const { json } = await admin.get(
        '/rest/api/space/DEMO/content/page?limit=100&expand=body.view,ancestors,metadata.labels',
      )
      const pages = json.results as {
        title: string
        ancestors: unknown[]
        body: { view: { value: string } }
        metadata: { labels: { size: number } }
      }[]
      expect(pages.length).toBeGreaterThan(10)
      expect(Math.max(...pages.map(page => page.ancestors.length))).toBeGreaterThanOrEqual(3)
      expect(pages.filter(page => page.metadata.labels.size > 0).length).toBeGreaterThan(5)
      for (const { title, body } of pages) {
        // Markup unknown to the language shows as a labelled box, and a link to nowhere as unresolved.
        expect(body.view.value, title).not.toMatch(/unknown-macro|unresolved|createpage\.action/)
        expect(body.view.value.length, title).toBeGreaterThan(50)
        expect(body.view.value, title).not.toContain('gliffy-missing')
      }
      const shown = (page: string) => pages.find(({ title }) => title === page)?.body.view.value ?? ''
      const containers = (page: string) =>
        [...shown(page).matchAll(/<span [^>]*class="gliffy-container[^>]*>/g)].map(String)
      expect(containers('Welcome to Oxbow')).toEqual([expect.stringContaining('data-islinked="false"')])
      expect(shown('Welcome to Oxbow')).toContain('<area shape="poly"')
      expect(containers('Diagrams')).toEqual([
        expect.stringMatching(/data-islinked="true".*data-size="M"/),
        expect.stringMatching(/data-version="1".*data-islinked="true".*data-chrome="min"/),
        expect.stringMatching(/data-islinked="true".*data-page-pin="sources"/),
      ])
      expect(shown('Welcome to Oxbow')).toMatch(/<area [^>]*href="[^"]*page=sources"[^>]*alt="A thought"/)
      expect((await doctor(wiki.app, undefined, { deep: true })).checks.flatMap(check => check.findings)).toEqual([])
    } finally {
      await wiki.close()
    }
  },
  60_000,
)

it('there is none when nobody asked for it, at the screen or by settings', async () => {
  const byScreen = await startTestWiki('sqlite', features, { OXBOW_ADMIN_USER: '', OXBOW_ADMIN_PASSWORD: '' })
  await setUp(new Browser(byScreen.url), {})
  expect((await byScreen.as(ADMIN.username, ADMIN.password).get('/rest/api/space')).json.results).toEqual([])
  await byScreen.close()
  const bySettings = await startTestWiki('sqlite', features)
  expect((await bySettings.admin.get('/rest/api/space')).json.results).toEqual([])
  await bySettings.close()
})
