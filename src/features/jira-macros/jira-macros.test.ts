import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Browser } from '#platform/server/testing/browser.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { timeLimit } from '#features/linked-apps/server/index.ts'
import { approver } from '#features/linked-apps/testing/approver.ts'
import {
  ANYONE,
  type FakeIssue,
  type FakeJira,
  linkJira,
  startFakeJira,
} from '#features/linked-apps/testing/fake-jira.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { clearIssues } from './server/issues.ts'
import { keysQuery, RETRIEVER_PATH, SEARCH_REFUSED, xmlViewOf } from './shared.ts'

const OPEN = {
  name: 'To Do',
  iconUrl: 'https://jira.example.org/open.png',
  statusCategory: { key: 'new', colorName: 'blue-gray' },
}
const DONE = { name: 'Done', statusCategory: { key: 'done', colorName: 'green' } }
const BUG = { name: 'Bug', iconUrl: 'https://jira.example.org/bug.png' }

const macro = (parameters: Record<string, string>, name = 'jira') =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

onEachEngine(
  'issues of Jira in pages',
  () => features,
  wiki => {
    let jira: FakeJira
    let applicationId = ''
    let pages = 0
    let jane: { client: HttpClient; browser: Browser }
    let joe: { client: HttpClient; browser: Browser }
    let stranger: HttpClient

    const create = (value: string) => wiki().admin.createPage('JM', `Page ${++pages}`, value)
    const issue = (key: string, more: Partial<FakeIssue> = {}): FakeIssue => ({
      key,
      summary: `About ${key}`,
      status: OPEN,
      issuetype: BUG,
      ...more,
    })
    /** The text of a page as a view renders it. */
    const html = async (client: HttpClient, id: string, view = 'view') =>
      (await client.get(`/rest/api/content/${id}?expand=body.${view}`)).json.body[view].value as string
    const documentOf = async (client: HttpClient, id: string) =>
      (await client.send('GET', `/pages/viewpage.action?pageId=${id}`, undefined, { accept: 'text/html' })).text
    const exported = (client: HttpClient, id: string) => html(client, id, 'export_view')
    const retrieve = (client: HttpClient, jql: string, more = '') =>
      client.get(`${RETRIEVER_PATH}?appId=${applicationId}&url=${encodeURIComponent(xmlViewOf(jql))}${more}`)
    const searches = () => jira.requests.filter(request => request.includes('/search'))
    const reader = (username: string) => {
      jira.user = username
      return approver(wiki(), applicationId, username)
    }

    beforeAll(async () => {
      jira = await startFakeJira()
      await wiki().admin.post('/rest/api/space', { key: 'JM', name: 'Jira macros' })
      applicationId = (await linkJira(wiki(), jira)).id
      jane = await reader('jane')
      joe = await reader('joe')
      stranger = (await person(wiki(), 'jstranger')).client
    })
    afterAll(() => jira.close())
    beforeEach(() => {
      clearIssues(wiki().app)
      Object.assign(jira, { failure: undefined, issues: [], isPublic: false, filters: {}, customFields: {} })
      jira.forget()
    })

    it('show an issue with its type, summary and status, and lead to it [V1-07]', async () => {
      jira.issues = [issue('DEV-1', { status: DONE, fields: { resolution: { id: '1', name: 'Fixed' } } })]
      const id = await create(`<p>See ${macro({ key: 'DEV-1' })}.</p>`)
      const text = await exported(jane.client, id)
      expect(text).toContain(`href="${jira.url}/browse/DEV-1"`)
      expect(text).toContain('src="https://jira.example.org/bug.png" alt="Bug"')
      expect(text).toContain('<span class="summary">About DEV-1</span>')
      expect(text).toMatch(/class="status-macro [^"]*status-lozenge-green[^"]*"[^>]*>Done</)
      expect(text).toMatch(/class="jira-issue resolved conf-macro output-inline"/)
      const bare = await create(`<p>${macro({ key: 'DEV-1', showSummary: 'false' })}</p>`)
      expect(await exported(jane.client, bare)).not.toContain('About DEV-1')
    })

    it('cost a page one request, and no wait', async () => {
      const keys = Array.from({ length: 50 }, (_, index) => `DEV-${index + 1}`)
      jira.issues = keys.map(key => issue(key))
      const id = await create(keys.map(key => `<p>${macro({ key })}</p>`).join(''))
      const slow = Promise.withResolvers<void>()
      jira.failure = { path: /search/, until: slow.promise }
      // Jira does not answer before the page is there.
      const cold = await html(jane.client, id)
      expect(cold.match(/data-jira-waiting/g)).toHaveLength(50)
      expect(cold).toContain(`<a class="jira-issue-key" href="${jira.url}/browse/DEV-50">DEV-50</a>`)
      expect(cold).not.toContain('About')
      const asked = retrieve(jane.client, keysQuery(keys))
      slow.resolve()
      expect((await asked).text.match(/<item>/g)).toHaveLength(50)
      const warm = await html(jane.client, await create(keys.map(key => `<p>${macro({ key })}</p>`).join('')))
      expect(warm).not.toContain('data-jira-waiting')
      expect(warm.match(/class="summary"/g)).toHaveLength(50)
      expect(searches()).toHaveLength(1)
    })

    it('are shown to each reader as they may see them, whatever others have seen', async () => {
      jira.issues = [
        issue('DEV-1', { summary: 'For Jane alone', readers: ['jane'] }),
        issue('DEV-2', { summary: 'For Joe alone', readers: ['joe'] }),
        issue('DEV-3', { summary: 'For everyone', readers: [ANYONE] }),
      ]
      jira.isPublic = true
      const content = `<p>${macro({ key: 'DEV-1' })}${macro({ key: 'DEV-2' })}${macro({ key: 'DEV-3' })}</p>${macro({ jqlQuery: 'project = DEV', columns: 'key,summary' })}<p>${macro({ jqlQuery: 'project = DEV', count: 'true' })}</p>`
      const id = await create(content)
      const seenBy = async (client: HttpClient) => {
        const text = (await documentOf(client, id)) + (await exported(client, id)) + (await html(client, id))
        return ['For Jane alone', 'For Joe alone', 'For everyone'].filter(summary => text.includes(summary))
      }
      const expected = async () => {
        expect(await seenBy(jane.client)).toEqual(['For Jane alone', 'For everyone'])
        expect(await seenBy(joe.client)).toEqual(['For Joe alone', 'For everyone'])
        expect(await seenBy(stranger)).toEqual(['For everyone'])
      }
      await expected()
      // Everything is in the caches now.
      const before = jira.requests.length
      await expected()
      expect(jira.requests).toHaveLength(before)
      for (const [client, sees] of [
        [jane.client, 'For Jane alone'],
        [joe.client, 'For Joe alone'],
      ] as const) {
        const { text } = await retrieve(client, 'project = DEV')
        expect(text).toContain(sees)
        expect(text.match(/<item>/g)).toHaveLength(2)
      }
    })

    it('are gone from pages when a user withdraws the approval', async () => {
      jira.issues = [issue('DEV-1', { summary: 'Seen while approved' })]
      const leaver = await reader('jleaver')
      const id = await create(`<p>${macro({ key: 'DEV-1' })}</p>`)
      const seen = async () => (await documentOf(leaver.client, id)).includes('Seen while approved')
      await exported(leaver.client, id)
      expect(await seen()).toBe(true)
      const withdrawn = await leaver.client.delete(`/rest/oxbow/1.0/linked-applications/${applicationId}/approval`)
      expect(withdrawn.status).toBe(204)
      expect(await seen()).toBe(false)
    })

    it('are a table of the columns that a macro names, with their number [P1-07]', async () => {
      jira.issues = [
        issue('DEV-1', { fields: { created: '2026-01-31T10:00:00.000+0000', assignee: { displayName: 'Jane Roe' } } }),
        issue('DEV-2', { fields: { customfield_7: { value: 'Large' }, labels: ['a', '<b>'] } }),
        issue('OPS-1'),
      ]
      jira.customFields = { customfield_7: 'Size' }
      const id = await create(
        macro({
          jqlQuery: 'project = DEV ORDER BY key DESC',
          columns: 'type,key,summary,created;assignee;Size,labels',
          title: 'Work',
        }),
      )
      const text = await exported(jane.client, id)
      const cells = text
        .slice(text.indexOf('<tr>') + 4, text.lastIndexOf('</tr>'))
        .split(/<\/tr>.*?<tr>/)
        .map(row =>
          [...row.matchAll(/<t([hd])[^>]*>(.*?)<\/t\1>/g)].map(([, , cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
        )
      expect(cells).toEqual([
        ['T', 'Key', 'Summary', 'Created', 'Assignee', 'Size', 'Labels'],
        ['', 'DEV-2', 'About DEV-2', '', '', 'Large', 'a, &lt;b&gt;'],
        ['', 'DEV-1', 'About DEV-1', '31/Jan/26', 'Jane Roe', '', ''],
      ])
      expect(text).toContain('>2 issues</a>')
      expect(text).toContain('>Work</p>')
      expect(text).toContain(`${jira.url}/issues/?jql=project%20%3D%20DEV`)
      jira.filters = { 12: 'project = OPS' }
      const filtered = await create(macro({ '': `${jira.url}/issues/?filter=12` }, 'jiraissues'))
      expect(await exported(jane.client, filtered)).toContain('About OPS-1')
      const counted = await create(`<p>${macro({ jqlQuery: 'project = DEV', count: 'true' })}</p>`)
      expect(await exported(jane.client, counted)).toContain('>2 issues</a>')
    })

    it('are the key and a link without what Jira does not tell', async () => {
      const id = await create(`<p>${macro({ key: 'DEV-404' })}</p>${macro({ jqlQuery: 'nonsense' })}`)
      const text = await exported(jane.client, id)
      expect(text).toContain('>DEV-404</a>')
      expect(text).toContain(SEARCH_REFUSED)
      // A user who has not approved is told how to; on pages the browser does that.
      expect(await exported(stranger, id)).toContain('Authenticate to see issue details')
      const nowhere = await create(`<p>${macro({ key: 'https://elsewhere.example.com/browse/X-1' })}</p>`)
      expect(await exported(jane.client, nowhere)).toContain('href="https://elsewhere.example.com/browse/X-1"')
      const board = await create(`<p>${macro({ jql: 'https://elsewhere.example.com/boards/2/timeline' })}</p>`)
      expect(await exported(jane.client, board)).toContain('href="https://elsewhere.example.com/boards/2/timeline"')
    })

    it('are answered as XML, rows or a number, by the query of an address [P7.7-01] [P3-09]', async () => {
      jira.issues = [
        issue('DEV-1', { summary: 'A & <b>', fields: { resolution: { id: '1', name: 'Fixed' } } }),
        issue('DEV-2'),
      ]
      const xml = await retrieve(jane.client, 'project = DEV ORDER BY key')
      expect(xml.status).toBe(200)
      expect(xml.headers.get('content-type')).toContain('text/xml')
      expect(xml.headers.get('cache-control')).toBe('no-store')
      expect(xml.text).toContain('<summary>A &amp; &lt;b&gt;</summary>')
      expect(xml.text).toContain('<type iconUrl="https://jira.example.org/bug.png">Bug</type>')
      expect(xml.text).toContain('<status iconUrl="https://jira.example.org/open.png">To Do</status>')
      expect(xml.text).toContain('<resolution id="1">Fixed</resolution>')
      expect(xml.text).toContain('<resolution id="-1">Unresolved</resolution>')
      expect(xml.text).toContain(`<link>${jira.url}/browse/DEV-1</link>`)
      const rows = await retrieve(
        jane.client,
        'project = DEV',
        '&columns=key&columns=summary&flexigrid=true&rp=1&page=2&sortname=issuekey&sortorder=desc',
      )
      expect(rows.json).toEqual({
        page: 2,
        total: 2,
        trustedMessage: null,
        rows: [
          {
            id: 'DEV-1',
            cell: [
              `<a class="jira-issue-key" href="${jira.url}/browse/DEV-1">DEV-1</a>`,
              `<a href="${jira.url}/browse/DEV-1">A &amp; &lt;b&gt;</a>`,
            ],
          },
        ],
      })
      expect((await retrieve(jane.client, 'project = DEV', '&showCount=true')).text).toBe('2')
    })

    it('are asked for by the query of an address within the linked Jira alone', async () => {
      jira.issues = [issue('DEV-1')]
      const by = (url: string) =>
        jane.client.get(`${RETRIEVER_PATH}?appId=${applicationId}&url=${encodeURIComponent(url)}`)
      expect((await by(`${jira.url}/browse/DEV-1`)).text).toContain('DEV-1')
      expect((await by('/browse/DEV-1')).text).toContain('DEV-1')
      jira.forget()
      for (const url of [
        'http://169.254.169.254/latest/meta-data?jql=x',
        'http://127.0.0.1:1/issues/?jql=x',
        '//evil.example.com/issues/?jql=x',
        `${new URL(jira.url).origin}/other/issues/?jql=x`,
        'file:///etc/passwd?jql=x',
        'javascript:alert(1)?jql=x',
        '/secure/admin',
      ])
        expect((await by(url)).status, url).toBe(400)
      expect((await jane.client.get(`${RETRIEVER_PATH}?appId=other&url=/browse/DEV-1`)).status).toBe(404)
      expect(jira.requests).toEqual([])
    })

    it('are not asked for while the host of the Jira is not allowed', async () => {
      const hosts = (list: string[]) => wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: list })
      await hosts([])
      for (const more of ['', '&flexigrid=true', '&showCount=true']) {
        clearIssues(wiki().app)
        expect((await retrieve(jane.client, 'project = DEV', more)).status, more).toBe(502)
      }
      await hosts(['127.0.0.1'])
      expect(jira.requests).toEqual([])
    })

    it('are refused with the address to approve at, as old clients know it', async () => {
      const { status, headers } = await retrieve(stranger, keysQuery(['DEV-1']))
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe(
        `OAuth realm="${wiki().app.baseUrl}/plugins/servlet/applinks/oauth/login-dance/authorize?applicationLinkID=${applicationId}"`,
      )
      expect((await retrieve(stranger, 'project = DEV', '&flexigrid=true')).status).toBe(401)
    })

    it('are asked for one by one where Jira refuses several keys', async () => {
      jira.issues = [issue('DEV-1'), issue('DEV-2')]
      jira.failure = { path: /search/, status: 400 }
      expect((await retrieve(jane.client, keysQuery(['DEV-1', 'DEV-2']))).json.message).toBe(SEARCH_REFUSED)
      expect(searches()).toHaveLength(3)
      expect(searches().filter(request => /issuekey\+in\+%28DEV-\d%29/.test(request))).toHaveLength(2)
    })

    it('say what is wrong with a Jira that fails, hangs, or shows a page', async () => {
      const failing = async (failure: FakeJira['failure']) => {
        clearIssues(wiki().app)
        jira.failure = failure
        const { status, json } = await retrieve(jane.client, 'project = DEV')
        return [status, json.message]
      }
      expect(await failing({ path: /search/, status: 500 })).toEqual([502, 'Our Jira answered with an error (500)'])
      expect(
        await failing({ path: /search/, status: 200, type: 'text/html', body: '<!doctype html><title>Log in</title>' }),
      ).toEqual([502, 'Our Jira answered with something that the wiki cannot read'])
      wiki().app.own(timeLimit).ms = 100
      expect(await failing({ path: /search/, hangs: true })).toEqual([504, 'Our Jira did not answer in time'])
      wiki().app.own(timeLimit).ms = 8000
    })

    it('are shown to visitors as everyone may see them in Jira, and only those that pages show', async () => {
      jira.isPublic = true
      jira.issues = [issue('DEV-1', { readers: [ANYONE] }), issue('DEV-2', { readers: [ANYONE] }), issue('DEV-3')]
      for (const path of ['/rest/api/permissions', '/rest/api/space/JM/permissions']) {
        const operationKey = path.includes('space') ? 'read' : 'use'
        const targetType = path.includes('space') ? 'space' : 'application'
        await wiki().admin.put(`${path}/anonymous/grant`, [{ targetType, operationKey }])
      }
      const { anonymous } = wiki()
      const id = await create(`<p>${macro({ key: 'DEV-1' })}</p>${macro({ jqlQuery: 'project = DEV' })}`)
      const seen = await anonymous.get(`/rest/api/content/${id}?expand=body.view`)
      if (seen.status !== 200) throw new Error(seen.text)
      const text = seen.json.body.view.value as string
      const states = [...text.matchAll(/data-jira-(?:issue|table)="([^"]*)"/g)].map(
        ([, state = '']) => JSON.parse(state.replaceAll('&quot;', '"')) as { proof: string },
      )
      expect(jira.requests).toEqual([])
      const [key, table] = states.map(({ proof }) => `&proof=${proof}`)
      expect((await retrieve(anonymous, keysQuery(['DEV-1']), key)).text).toContain('About DEV-1')
      expect((await retrieve(anonymous, keysQuery(['DEV-2']), key)).status).toBe(401)
      expect((await retrieve(anonymous, keysQuery(['DEV-1', 'DEV-2']), key)).status).toBe(401)
      const rows = await retrieve(anonymous, 'project = DEV', `${table}&flexigrid=true`)
      expect(rows.json.rows.map((row: { id: string }) => row.id)).toEqual(['DEV-1', 'DEV-2'])
      expect((await retrieve(anonymous, 'status = "To Do"', table)).status).toBe(401)
    })
  },
)
