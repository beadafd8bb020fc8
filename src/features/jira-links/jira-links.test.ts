import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { statementsOf } from '#platform/server/testing/statements.ts'
import { timeLimit } from '#features/linked-apps/server/index.ts'
import {
  approveJira,
  type FakeIssue,
  type FakeJira,
  linkJira,
  startFakeJira,
} from '#features/linked-apps/testing/fake-jira.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { clearMetadataCache } from './server/service.ts'

const PASSWORD = 'correct horse battery'
const METADATA = '/rest/jira-metadata/1.0/metadata'
const REDIRECT = '/plugins/servlet/jira-metadata/redirect'
const OPEN = {
  name: 'Open',
  description: 'Nobody works on it yet.',
  iconUrl: 'https://jira.example.org/open.png',
  statusCategory: { key: 'new', colorName: 'blue-gray' },
}

onEachEngine(
  'links of pages to Jira',
  () => features,
  wiki => {
    let jira: FakeJira
    let applicationId = ''
    let pageId = ''
    let globalId = ''
    let reader: { client: HttpClient; browser: Browser }
    let stranger: HttpClient
    let pages = 0

    const create = (value: string) => wiki().admin.createPage('JRA', `Page ${++pages}`, value)
    const issue = (key: string, more: Partial<FakeIssue> = {}): FakeIssue => ({
      key,
      summary: `About ${key}`,
      status: OPEN,
      links: [globalId],
      ...more,
    })

    beforeAll(async () => {
      jira = await startFakeJira()
      await wiki().admin.post('/rest/api/space', { key: 'JRA', name: 'Linked' })
      pageId = await create('<p>Text</p>')
      const { client } = await person(wiki(), 'jreader')
      reader = { client, browser: new Browser(wiki().url) }
      await reader.browser.login('jreader', PASSWORD)
      stranger = (await person(wiki(), 'jstranger')).client
    })
    afterAll(() => jira.close())
    beforeEach(() => {
      clearMetadataCache(wiki().app)
      Object.assign(jira, {
        failure: undefined,
        issues: [],
        sprints: [],
        versions: {},
        agileSprints: {},
        publicCounts: undefined,
      })
    })

    it('cost a page nothing where no Jira is linked', async () => {
      const view = () => reader.client.get(`/rest/oxbow/1.0/pages/${pageId}`)
      await view()
      const statements = await statementsOf(wiki(), view)
      expect(statements.map(each => each.sql).filter(text => text.includes('linked_application'))).toEqual([])
      expect((await view()).json.parts.jiraLinks).toBe(false)
      const count = () => reader.client.get(`${METADATA}/aggregate?pageId=${pageId}`)
      expect((await count()).json).toEqual({ count: 0, incomplete: false })
      applicationId = (await linkJira(wiki(), jira)).id
      const { json } = await wiki().anonymous.get('/rest/applinks/1.0/manifest.json')
      globalId = `appId=${json.id}&pageId=${pageId}`
      expect((await view()).json.parts.jiraLinks).toBe(true)
      const linked = await statementsOf(wiki(), view)
      expect(linked.map(each => each.sql).filter(text => text.includes('linked_application'))).toEqual([])
      expect(jira.requests).toEqual([])
    })

    it('show who has not approved where to approve [V7-04]', async () => {
      const { json } = await reader.client.get(`${METADATA}?pageId=${pageId}`)
      expect(json).toEqual({
        count: 0,
        incomplete: true,
        groups: [],
        unauthorisedAppLinks: [
          {
            authorisationUrl: `${wiki().app.baseUrl}/plugins/servlet/applinks/oauth/login-dance/authorize?applicationLinkID=${applicationId}`,
            name: 'Our Jira',
            htmlSafeName: 'Our Jira',
          },
        ],
        errors: [],
      })
      const aggregate = async () => (await reader.client.get(`${METADATA}/aggregate?pageId=${pageId}`)).json as unknown
      expect(await aggregate()).toEqual({ count: 0, incomplete: true })
      // Counts that Jira shows anybody.
      jira.publicCounts = { issue: 2, version: 1, board: 7 }
      clearMetadataCache(wiki().app)
      expect(await aggregate()).toEqual({ count: 3, incomplete: false })
    })

    it('are the issues that link to the page, with their statuses [V3-11] [V3-12] [V7-04]', async () => {
      const approved = await approveJira(reader.browser, applicationId)
      expect(approved.headers.get('location')).toContain('outcome=approved')
      jira.issues = [
        issue('DEV-1'),
        issue('DEV-2', { status: null }),
        issue('DEV-3', { issuetype: { name: 'Epic' } }),
        issue('DEV-4', { links: ['appId=another&pageId=1'] }),
      ]
      jira.sprints = [
        { title: 'Sprint 9', status: 'active', url: 'secure/RapidBoard.jspa?rapidView=1&sprint=9', daysRemaining: 3 },
        { title: 'Sprint 8', status: 'complete', url: 'secure/RapidBoard.jspa?rapidView=1&sprint=8' },
      ]
      const { json } = await reader.client.get(`${METADATA}?pageId=${pageId}`)
      expect(json).toEqual({
        count: 5,
        incomplete: false,
        unauthorisedAppLinks: [],
        errors: [],
        groups: [
          {
            type: 'ISSUES',
            items: [
              { name: 'DEV-1', url: `${jira.url}/browse/DEV-1`, description: 'About DEV-1', status: OPEN },
              { name: 'DEV-2', url: `${jira.url}/browse/DEV-2`, description: 'About DEV-2' },
            ],
            links: [],
          },
          {
            type: 'SPRINTS',
            items: [
              {
                name: 'Sprint 9',
                url: `${jira.url}/secure/RapidBoard.jspa?rapidView=1&sprint=9`,
                description: '3 days remaining',
              },
              {
                name: 'Sprint 8',
                url: `${jira.url}/secure/RapidBoard.jspa?rapidView=1&sprint=8`,
                description: 'Complete',
              },
            ],
            links: [],
          },
          {
            type: 'EPICS',
            items: [{ name: 'DEV-3', url: `${jira.url}/browse/DEV-3`, description: 'About DEV-3', status: OPEN }],
            links: [],
          },
        ],
      })
    })

    it('are found by the id that Jira makes of the address of the wiki, too', async () => {
      const bytes = createHash('md5').update(wiki().app.baseUrl).digest('hex')
      const [, start = '', end = ''] = /^(.{8}.{4})....(.*)$/.exec(bytes) ?? []
      let byAddress = ''
      jira.issues = []
      jira.forget()
      await reader.client.get(`${METADATA}?pageId=${pageId}`)
      const asked = jira.requests.find(each => each.includes('/search?')) ?? ''
      byAddress = new URL(asked.slice(4), 'http://jira').searchParams.get('jql')?.split('"')[1] ?? ''
      expect(byAddress.replaceAll('-', '').slice(6, 18)).toBe(start)
      expect(byAddress).toMatch(/^appId=\w{8}-\w{4}-3\w{3}-[89ab]\w{3}-\w{12}&pageId=\d+$/)
      expect(byAddress.replaceAll('-', '')).toContain(end.slice(5))
    })

    it('are what the page mentions: issues by macro and address, sprints and versions', async () => {
      const macro = (key: string, more = '') =>
        `<ac:structured-macro ac:name="jira"><ac:parameter ac:name="key">${key}</ac:parameter>${more}</ac:structured-macro>`
      const link = (path: string) => `<a href="${jira.url}${path}">there</a>`
      const mentioning = await create(
        `<p>${macro('dev-11')}${macro('DEV-404')}${macro('jqlQuery = x')}</p><p>${[
          link('/browse/DEV-12'),
          link('/browse/DEV-12?focusedCommentId=1'),
          link('/projects/DEV/issues/DEV-13'),
          link('/browse/DEV/fixforversion/100'),
          link('/projects/DEV/versions/404'),
          link('/secure/RapidBoard.jspa?rapidView=1&amp;sprint=5'),
          '<a href="https://elsewhere.example.org/browse/DEV-14">elsewhere</a>',
        ].join(' ')}</p>`,
      )
      jira.issues = ['DEV-11', 'DEV-12', 'DEV-13', 'DEV-14'].map(key => issue(key, { links: [] }))
      jira.versions = { 100: { name: '2.0', description: 'The next one' } }
      jira.agileSprints = { 5: { name: 'Sprint 5', state: 'future' } }
      const { json } = await reader.client.get(`${METADATA}?pageId=${mentioning}`)
      expect(
        json.groups.map(({ type, items }: { type: string; items: { name: string; description: string }[] }) => [
          type,
          items.map(({ name, description }) => [name, description]),
        ]),
      ).toEqual([
        [
          'ISSUES',
          [
            ['DEV-11', 'About DEV-11'],
            ['DEV-12', 'About DEV-12'],
            ['DEV-13', 'About DEV-13'],
          ],
        ],
        ['SPRINTS', [['Sprint 5', 'Not started']]],
        ['VERSIONS', [['2.0', 'The next one']]],
      ])
      expect(json).toMatchObject({ count: 5, incomplete: false })
    })

    it('are what the page mentions in plain text, and not in code', async () => {
      const at = (key: string) => `${jira.url}/browse/${key}`
      const elsewhere = 'https://elsewhere.example.org/browse/DEV-27'
      const mentioning = await create(
        `<p>See ${at('DEV-21')}, (${at('DEV-22')}) or "${at('DEV-23')}".</p><ul><li>${at('DEV-24')}!</li></ul>` +
          `<p><ac:link><ri:url ri:value="${at('DEV-25')}" /></ac:link> ${elsewhere} x${at('DEV-28')}</p>` +
          `<pre>${at('DEV-29')}</pre><p><code>${at('DEV-30')}</code></p>` +
          `<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[${at('DEV-31')}]]></ac:plain-text-body></ac:structured-macro>` +
          `<ac:structured-macro ac:name="info"><ac:rich-text-body><p>${at('DEV-26')}</p></ac:rich-text-body></ac:structured-macro>`,
      )
      jira.issues = Array.from({ length: 11 }, (_, index) => issue(`DEV-${index + 21}`, { links: [] }))
      const { json } = await reader.client.get(`${METADATA}?pageId=${mentioning}`)
      const [issues] = json.groups
      expect(issues.items.map(({ name }: { name: string }) => name)).toEqual(
        [21, 22, 23, 24, 25, 26].map(number => `DEV-${number}`),
      )
    })

    it.each([
      [
        'a macro',
        () =>
          '<ac:structured-macro ac:name="jira"><ac:parameter ac:name="key">DEV-1</ac:parameter></ac:structured-macro>',
      ],
      ['a link', () => `<a href="${jira.url}/browse/DEV-1">there</a>`],
      ['plain text', () => `${jira.url}/browse/DEV-1`],
      ['a link to a version', () => `<a href="${jira.url}/projects/DEV/versions/100">2.0</a>`],
      ['a link to a sprint', () => `<a href="${jira.url}/secure/RapidBoard.jspa?rapidView=1&amp;sprint=5">5</a>`],
    ])('may be more than the public number for readers who have not approved: by %s', async (_, mention) => {
      const aggregate = async (id: string, client = stranger) =>
        (await client.get(`${METADATA}/aggregate?pageId=${id}`)).json as unknown
      jira.publicCounts = { issue: 0 }
      const mentioning = await create(`<p>${mention()}</p>`)
      expect(await aggregate(mentioning)).toEqual({ count: 0, incomplete: true })
      const other = await create('<p><a href="https://elsewhere.example.org/browse/DEV-1">elsewhere</a></p>')
      expect(await aggregate(other)).toEqual({ count: 0, incomplete: false })
      // Those who have approved get all of it.
      expect(await aggregate(mentioning, reader.client)).toMatchObject({ incomplete: false })
    })

    it('list ten of a group, and lead to the rest in Jira [V3-13]', async () => {
      jira.issues = Array.from({ length: 64 }, (_, index) => issue(`DEV-${index + 100}`))
      const { json } = await reader.client.get(`${METADATA}?pageId=${pageId}`)
      const [group] = json.groups
      expect([group.items.length, json.count]).toEqual([10, 64])
      expect(group.links).toEqual([
        { url: expect.stringContaining(`${jira.url}/issues/?jql=`) as string, numItems: 54, appName: 'Our Jira' },
      ])
      expect(new URL(group.links[0].url).searchParams.get('jql')).toContain(globalId)
    })

    it('are counted in one number, which is not cached [V7-03]', async () => {
      const aggregate = async (client = reader.client) => {
        const { json, headers, status } = await client.get(`${METADATA}/aggregate?pageId=${pageId}`)
        expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null])
        return json as unknown
      }
      jira.issues = [issue('DEV-1')]
      expect(await aggregate()).toEqual({ count: 1, incomplete: false })
      jira.issues = [issue('DEV-1'), issue('DEV-2')]
      expect(await aggregate()).toEqual({ count: 2, incomplete: false })
      // The panel shows what was counted last.
      jira.forget()
      expect((await reader.client.get(`${METADATA}?pageId=${pageId}`)).json.count).toBe(2)
      expect(jira.requests).toEqual([])
      // Readers who have not approved get the public number, or learn that there may be more.
      jira.publicCounts = { issue: 1 }
      expect(await aggregate(stranger)).toEqual({ count: 1, incomplete: false })
      jira.publicCounts = { issue: 2 }
      expect(await aggregate(stranger)).toEqual({ count: 2, incomplete: false })
      jira.publicCounts = undefined
      expect(await aggregate(stranger)).toEqual({ count: 0, incomplete: true })
      expect((await reader.client.get(`${METADATA}/aggregate?pageId=0`)).json).toEqual({ count: 0, incomplete: false })
    })

    it('are not counted again right after a failure', async () => {
      const aggregate = async () => (await reader.client.get(`${METADATA}/aggregate?pageId=${pageId}`)).json as unknown
      jira.failure = { path: /\/search$/, status: 500 }
      expect(await aggregate()).toEqual({ count: 0, incomplete: true })
      // The failure of one request is answered while another may still be on its way.
      await expect.poll(() => jira.requests.some(request => request.includes('/sprints/'))).toBe(true)
      jira.forget()
      expect([await aggregate(), jira.requests]).toEqual([{ count: 0, incomplete: true }, []])
    })

    it('are asked of Jira once within a minute for each reader, and anew by who asks for that', async () => {
      jira.issues = [issue('DEV-1')]
      const get = async () => (await reader.client.get(`${METADATA}?pageId=${pageId}`)).json.count as number
      await get()
      jira.forget()
      jira.issues = []
      expect([await get(), jira.requests]).toEqual([1, []])
      expect((await reader.client.delete(`${METADATA}/cache?globalId=x`)).status).toBe(403)
      expect((await wiki().admin.delete(`${METADATA}/cache?globalId=x`)).status).toBe(204)
      expect(await get()).toBe(0)
      expect(jira.requests.length).toBeGreaterThan(0)
    })

    it('are those of the reader: not of others, of visitors, or of who may not see the page', async () => {
      jira.issues = [issue('DEV-1')]
      expect((await reader.client.get(`${METADATA}?pageId=${pageId}`)).json.count).toBe(1)
      const others = await stranger.get(`${METADATA}?pageId=${pageId}`)
      expect(others.json).toMatchObject({ count: 0, groups: [], unauthorisedAppLinks: [{ name: 'Our Jira' }] })
      jira.forget()
      const { anonymous, admin } = wiki()
      expect((await anonymous.get(`${METADATA}?pageId=${pageId}`)).status).toBe(401)
      expect((await anonymous.get(`${METADATA}/aggregate?pageId=${pageId}`)).json).toEqual({
        count: 0,
        incomplete: false,
      })
      const closed = await create('<p>Closed</p>')
      await admin.put(`/rest/api/content/${closed}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      for (const path of [METADATA, `${METADATA}/aggregate`])
        expect((await reader.client.get(`${path}?pageId=${closed}`)).status).toBe(404)
      expect(jira.requests).toEqual([])
    })

    it('say what went wrong, and what the other sites tell all the same [V3-11] [V7-04]', async () => {
      jira.issues = [issue('DEV-1')]
      const metadata = async () => {
        clearMetadataCache(wiki().app)
        return (await reader.client.get(`${METADATA}?pageId=${pageId}`)).json as {
          count: number
          errors: unknown
          groups: unknown
        }
      }
      const errors = async () => (await metadata()).errors
      jira.failure = { path: /\/search$/, status: 500 }
      expect(await errors()).toEqual([{ errorMessage: 'Our Jira answered with an error (500)' }])
      jira.failure = { path: /\/search$/, status: 200, body: '{"issues":7}' }
      expect(await errors()).toEqual([{ errorMessage: 'Our Jira answered with something that the wiki cannot read' }])
      jira.failure = { path: /\/search$/, hangs: true }
      wiki().app.own(timeLimit).ms = 100
      expect(await errors()).toEqual([{ errorMessage: 'Our Jira did not answer in time' }])
      wiki().app.own(timeLimit).ms = 8000
      jira.failure = undefined
      const broken = await startFakeJira()
      await linkJira(wiki(), broken, { name: 'Broken <b>' })
      expect(await metadata()).toMatchObject({
        count: 1,
        incomplete: true,
        errors: [],
        unauthorisedAppLinks: [{ name: 'Broken <b>', htmlSafeName: 'Broken &lt;b&gt;' }],
      })
      await broken.close()
    })

    it('lead to Jira, and nowhere else [V2-02]', async () => {
      const get = (u: string, t = 'ISSUES', more = '') =>
        reader.browser.get(`${REDIRECT}?u=${encodeURIComponent(u)}&t=${t}${more}`)
      for (const more of ['', '&more']) {
        const reply = await get(`${jira.url}/issues/?jql=a%20%3D%20b`, 'EPICS', more)
        expect([reply.status, reply.headers.get('location')]).toEqual([302, `${jira.url}/issues/?jql=a%20%3D%20b`])
      }
      for (const elsewhere of [
        'https://elsewhere.example.org/',
        `${jira.url}.example.org/`,
        `${jira.url}x/browse/DEV-1`,
        jira.url.replace('/jira', '/'),
        `${jira.url}/../browse`,
        'javascript:alert(1)',
        '//elsewhere.example.org',
        '',
      ])
        expect((await get(elsewhere)).status, elsewhere).toBe(404)
      expect((await get(`${jira.url}/browse/DEV-1`, 'OTHERS')).status).toBe(404)
      const visitor = await new Browser(wiki().url).get(`${REDIRECT}?u=${encodeURIComponent(jira.url)}&t=ISSUES`)
      expect(visitor.headers.get('location')).toMatch(/^\/login\.action/)
    })
  },
)
