import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '#platform/server/testing/browser.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { timeLimit } from '#features/linked-apps/server/index.ts'
import { approver } from '#features/linked-apps/testing/approver.ts'
import { approveJira, type FakeJira, linkJira, startFakeJira } from '#features/linked-apps/testing/fake-jira.ts'
import { type FakeField, REFUSED_WORD, USUAL_FIELDS } from '#features/linked-apps/testing/jira-create.ts'
import { features } from '../../server.ts'
import { valueOf } from './server/create.ts'
import { viewOf } from './server/metadata.ts'
import { CREATE_ISSUE } from './shared.ts'

const PATH = '/rest/oxbow/1.0/jira-issues/sites'
const SIZE: FakeField = {
  fieldId: 'customfield_7',
  name: 'Size',
  required: true,
  schema: { type: 'option', custom: 'com.atlassian.jira.plugin.system.customfieldtypes:select' },
  allowedValues: [
    { id: '71', value: 'Small' },
    { id: '72', value: 'Large' },
  ],
}

onEachEngine(
  'issues that are created from pages',
  () => features,
  wiki => {
    let jira: FakeJira
    let id = ''
    let jane: { client: HttpClient; browser: Browser }
    let pages = 0

    const reader = (username: string, access: 'read' | 'write') => {
      jira.user = username
      return approver(wiki(), id, username, access)
    }
    const newPage = (value: string) => wiki().admin.createPage('JC', `Page ${++pages}`, value)
    const stored = async (pageId: string) => {
      const { json } = await wiki().admin.get(`/rest/api/content/${pageId}?expand=body.storage,version`)
      return { text: json.body.storage.value as string, version: json.version.number as number }
    }
    const create = (client: HttpClient, summaries: (string | object)[], more: object = {}) =>
      client.post(`${PATH}/${id}/issues`, {
        projectKey: 'DEV',
        issueTypeId: '1',
        issues: summaries.map(summary => (typeof summary === 'string' ? { summary } : summary)),
        ...more,
      })
    const place = (pageId: string, selectedText: string, more: object = {}) => ({
      place: { pageId, version: 1, selectedText, index: 0, numMatches: 1, ...more },
    })
    const macro = (key: string) =>
      ` <ac:structured-macro ac:name="jira" ac:schema-version="1" ac:macro-id="…"><ac:parameter ac:name="server">Our Jira</ac:parameter><ac:parameter ac:name="serverId">${id}</ac:parameter><ac:parameter ac:name="key">${key}</ac:parameter><ac:parameter ac:name="showSummary">false</ac:parameter></ac:structured-macro>`
    const posts = () => jira.requests.filter(request => request === 'POST /rest/api/2/issue')

    beforeAll(async () => {
      jira = await startFakeJira()
      await wiki().admin.post('/rest/api/space', { key: 'JC', name: 'Creating' })
      id = (await linkJira(wiki(), jira)).id
      jane = await reader('jcjane', 'write')
    })
    afterAll(() => jira.close())
    beforeEach(() => {
      const types = [
        { id: '1', name: 'Task', fields: USUAL_FIELDS },
        { id: '2', name: 'Story', fields: [...USUAL_FIELDS, SIZE] },
        { id: '3', name: 'Subtask', subtask: true, fields: USUAL_FIELDS },
      ]
      jira.projects = [
        { id: '10', key: 'OPS', name: 'Operations', types, creators: ['jcother'] },
        { id: '11', key: 'DEV', name: 'Development', types },
      ]
      Object.assign(jira, { failure: undefined, issues: [], scope: 'WRITE' })
      jira.forget()
    })

    it('need an approval to write, beside the one to read', async () => {
      const { client, browser } = await reader('jcreader', 'read')
      const [site] = (await client.get(PATH)).json.sites
      expect(site).toMatchObject({ id, name: 'Our Jira', displayUrl: jira.url })
      expect(site.approvalUrl).toMatch(/&access=write$/)
      jira.forget()
      for (const reply of [
        await create(client, ['A']),
        await client.get(`${PATH}/${id}/projects`),
        await client.get(`${PATH}/${id}/projects/DEV/types`),
        await client.get(`${PATH}/${id}/projects/DEV/types/1/fields`),
      ])
        expect([reply.status, reply.json.message]).toEqual([
          403,
          'Approve first that the wiki creates issues in Our Jira with your rights',
        ])
      expect(jira.requests).toEqual([])
      await approveJira(browser, id, 'Allow', 'write')
      expect((await client.get(PATH)).json.sites[0].approvalUrl).toBeNull()
      expect((await create(client, ['A'])).status).toBe(200)
    })

    it('have the projects, types and required fields that Jira names', async () => {
      const { client } = jane
      const get = async (path: string) => (await client.get(`${PATH}/${id}/projects${path}`)).json
      expect((await get('')).projects).toEqual([
        { key: 'DEV', name: 'Development' },
        { key: 'OPS', name: 'Operations' },
      ])
      expect((await get('?query=ops')).projects).toEqual([{ key: 'OPS', name: 'Operations' }])
      expect((await get('/DEV/types')).types).toEqual([
        { id: '1', name: 'Task' },
        { id: '2', name: 'Story' },
      ])
      expect(await get('/DEV/types/1/fields')).toEqual({ description: 'optional', fields: [] })
      const size = {
        id: 'customfield_7',
        name: 'Size',
        kind: 'choice',
        options: [
          { id: '71', name: 'Small' },
          { id: '72', name: 'Large' },
        ],
      }
      expect(await get('/DEV/types/2/fields')).toEqual({ description: 'optional', fields: [size] })
      const refused = await client.get(`${PATH}/${id}/projects/OPS/types`)
      expect([refused.status, refused.json.message]).toEqual([403, 'You may not create such issues in Our Jira'])
      const missing = await create(client, ['A'], { issueTypeId: '2' })
      expect([missing.status, missing.json.data.errors[0].message.translation]).toEqual([
        400,
        'values.customfield_7: is required',
      ])
      expect((await create(client, ['A'], { issueTypeId: '2', values: { customfield_7: '9' } })).status).toBe(400)
      expect(posts()).toEqual([])
      const made = await create(client, ['A  b\nc'], {
        issueTypeId: '2',
        values: { customfield_7: '72' },
        description: 'Why',
      })
      expect(made.json).toEqual({
        created: [{ key: 'DEV-1', url: `${jira.url}/browse/DEV-1`, summary: 'A  b\nc' }],
        errors: [],
        isPlaced: null,
      })
      expect(jira.issues[0]?.fields).toEqual({
        project: { key: 'DEV' },
        issuetype: { id: '2' },
        summary: 'A b c',
        description: 'Why',
        customfield_7: { id: '72' },
      })
    })

    const withoutIds = (text: string) => text.replaceAll(/ac:macro-id="[^"]*"/g, 'ac:macro-id="…"')

    it('are shown beside the selected text, in the next version of the page', async () => {
      const pageId = await newPage('<p>Ships <strong>sail late</strong> again.</p>')
      const made = await create(jane.client, ['Ships sail late'], place(pageId, 'sail late'))
      expect(made.json, made.text).toMatchObject({ created: [{ key: 'DEV-1' }], errors: [], isPlaced: true })
      const after = await stored(pageId)
      expect(after.version).toBe(2)
      expect(withoutIds(after.text)).toBe(`<p>Ships <strong>sail late${macro('DEV-1')}</strong> again.</p>`)
    })

    it('are shown in the cells of a column, and those that Jira refuses are named', async () => {
      const row = (...cells: string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
      const pageId = await newPage(
        `<table><tbody><tr><th>Work</th><th>Who</th></tr>${row('Paint', 'Ann')}${row(`Be ${REFUSED_WORD}`, 'Bob')}${row('<p>Sail</p>', 'Cid')}</tbody></table>`,
      )
      const made = await create(
        jane.client,
        [
          { summary: 'Paint', row: 1 },
          { summary: `Be ${REFUSED_WORD}`, row: 2 },
          { summary: 'Sail', row: 3 },
        ],
        place(pageId, 'Paint', { column: 0 }),
      )
      expect(made.json).toMatchObject({
        created: [
          { key: 'DEV-1', summary: 'Paint' },
          { key: 'DEV-2', summary: 'Sail' },
        ],
        errors: [{ summary: `Be ${REFUSED_WORD}`, message: `The word "${REFUSED_WORD}" is not allowed.` }],
        isPlaced: true,
      })
      expect(withoutIds((await stored(pageId)).text)).toBe(
        `<table><tbody><tr><th>Work</th><th>Who</th></tr>${row(`Paint${macro('DEV-1')}`, 'Ann')}${row(`Be ${REFUSED_WORD}`, 'Bob')}${row(`<p>Sail${macro('DEV-2')}</p>`, 'Cid')}</tbody></table>`,
      )
    })

    it('are not created for a page that was changed, has no such text, or may not be edited', async () => {
      const pageId = await newPage('<p>Ships sail.</p>')
      const refused = async (client: HttpClient, more: object) => {
        const { status, json } = await create(client, ['A'], more)
        return [status, json.message]
      }
      expect(await refused(jane.client, place(pageId, 'Ships', { version: 2 }))).toEqual([
        409,
        'The page was changed meanwhile. Reload it and try again',
      ])
      expect(await refused(jane.client, place(pageId, 'Boats'))).toEqual([
        409,
        'The selected text was not found in the page. Reload it and try again',
      ])
      await wiki().admin.put(`/rest/api/content/${pageId}/restriction`, [
        { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      expect((await refused(jane.client, place(pageId, 'Ships')))[0]).toBe(403)
      expect((await refused(jane.client, place('999999', 'Ships')))[0]).toBe(404)
      expect(posts()).toEqual([])
      expect((await stored(pageId)).version).toBe(1)
      // Without a place they are.
      expect((await create(jane.client, ['A'])).json).toMatchObject({ created: [{ key: 'DEV-1' }], isPlaced: null })
    })

    it('are kept in Jira when the page is changed while they are created', async () => {
      const pageId = await newPage('<p>Ships sail.</p>')
      const slow = Promise.withResolvers<void>()
      jira.failure = { path: /\/issue$/, until: slow.promise }
      const made = create(jane.client, ['A'], place(pageId, 'Ships'))
      await expect.poll(() => posts()).toHaveLength(1)
      await wiki().admin.put(`/rest/api/content/${pageId}`, {
        type: 'page',
        title: `Page ${pages}`,
        version: { number: 2 },
        body: { storage: { value: '<p>Ships sail on.</p>', representation: 'storage' } },
      })
      slow.resolve()
      expect((await made).json).toMatchObject({ created: [{ key: 'DEV-1' }], isPlaced: false })
      expect((await stored(pageId)).text).toBe('<p>Ships sail on.</p>')
    })

    it('end with the first one that Jira does not answer', async () => {
      jira.failure = { path: /\/issue$/, status: 500 }
      const failed = await create(jane.client, ['A', 'B', 'C'])
      expect([failed.status, failed.json.message]).toEqual([502, 'Our Jira answered with an error (500)'])
      expect(posts()).toHaveLength(1)
      wiki().app.own(timeLimit).ms = 100
      jira.failure = { path: /\/issue$/, hangs: true }
      expect((await create(jane.client, ['A', 'B'])).status).toBe(504)
      wiki().app.own(timeLimit).ms = 8000
      expect(posts()).toHaveLength(2)
    })

    it('are refused with bad input, to visitors, and while the host of the Jira is not allowed', async () => {
      const { client } = jane
      for (const more of [
        { projectKey: '../x' },
        { issueTypeId: '1/..' },
        { issues: [] },
        { issues: [{ summary: ' ' }] },
        { issues: [{ summary: 'x'.repeat(256) }] },
        { issues: Array.from({ length: 51 }, () => ({ summary: 'x' })) },
        { description: 'x'.repeat(32_768) },
      ])
        expect((await create(client, ['A'], more)).status, JSON.stringify(more).slice(0, 60)).toBe(400)
      expect((await create(wiki().anonymous, ['A'])).status).toBe(401)
      expect((await client.post(`${PATH}/00000000-0000-4000-8000-000000000000/issues`, {})).status).toBe(400)
      expect((await client.get(`${PATH}/00000000-0000-4000-8000-000000000000/projects`)).status).toBe(404)
      jira.forget()
      await wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: [] })
      const calls = [
        await create(client, ['A'], { projectKey: 'NEW' }),
        await client.get(`${PATH}/${id}/projects/DEV/types`),
      ]
      expect(calls.map(({ status }) => status)).toEqual([502, 502])
      await wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: ['127.0.0.1'] })
      expect(jira.requests).toEqual([])
    })

    it('are among the actions at selected text, for users', async () => {
      const pageId = await newPage('<p>x</p>')
      const keys = async (client: HttpClient) =>
        ((await client.get(`/rest/highlighting/1.0/panel-items?pageId=${pageId}`)).json as { key: string }[]).map(
          ({ key }) => key,
        )
      expect(await keys(jane.client)).toContain(CREATE_ISSUE.key)
    })

    it('are no more than a user may create in a minute', async () => {
      const { client } = await reader('jcfast', 'write')
      const statuses = []
      for (let time = 0; time < 21; time++) statuses.push((await create(client, ['A'])).status)
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    })
  },
)

describe('fields of new issues', () => {
  const site = { application: { name: 'Our Jira' } } as Parameters<typeof valueOf>[0]
  const field = (type: string, more: object = {}) =>
    viewOf([
      {
        fieldId: 'f',
        key: undefined,
        name: 'F',
        required: true,
        hasDefaultValue: false,
        schema: { type, items: undefined, custom: undefined, ...more },
        allowedValues: undefined,
      },
    ]).fields[0] ?? expect.unreachable()
  it('have a control by their type, and values as Jira takes them', () => {
    expect(field('string').kind).toBe('text')
    expect(field('string', { custom: 'com.example:textarea' }).kind).toBe('paragraph')
    expect(valueOf(site, field('string'), ' a ')).toBe('a')
    expect(valueOf(site, field('number'), '1,5')).toBe(1.5)
    expect(valueOf(site, field('date'), '2026-01-31')).toBe('2026-01-31')
    expect(valueOf(site, field('array', { items: 'string' }), 'a, b c')).toEqual(['a', 'b', 'c'])
    expect(() => valueOf(site, field('number'), 'x')).toThrow('must be a number')
    expect(() => valueOf(site, field('date'), '31.1.2026')).toThrow('must be a date')
    expect(() => valueOf(site, field('user'), 'ann')).toThrow('The field F can be filled in by Our Jira alone')
    const choices = { id: 'f', name: 'F', kind: 'choices', options: [{ id: '1', name: 'One' }] } as const
    expect(valueOf(site, { ...choices, options: [...choices.options] }, ['1'])).toEqual([{ id: '1' }])
    expect(() => valueOf(site, { ...choices, options: [] }, ['1'])).toThrow('is no option')
  })
})
