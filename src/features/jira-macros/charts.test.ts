import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { timeLimit } from '#features/linked-apps/server/index.ts'
import { approver } from '#features/linked-apps/testing/approver.ts'
import { type FakeIssue, type FakeJira, linkJira, startFakeJira } from '#features/linked-apps/testing/fake-jira.ts'
import { features } from '../../server.ts'
import { clearIssues } from './server/issues.ts'
import { CHART_FAILED, CHART_TIMED_OUT, SHOW_MORE_PATH } from './shared.ts'

const DAY_MS = 86_400_000

onEachEngine(
  'charts of Jira in pages',
  () => features,
  wiki => {
    let jira: FakeJira
    let jane: HttpClient
    let applicationId = ''
    let pages = 0

    const issue = (key: string, status: string, type: string, daysAgo = 0): FakeIssue => ({
      key,
      summary: `About ${key}`,
      status: { name: status },
      issuetype: { name: type },
      fields: {
        created: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
        resolutiondate: status === 'Done' ? new Date().toISOString() : null,
      },
    })
    const create = (parameters: Record<string, string>) => {
      const written = Object.entries(parameters).map(
        ([name, value]) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`,
      )
      return wiki().admin.createPage(
        'CH',
        `Page ${++pages}`,
        `<ac:structured-macro ac:name="jirachart">${written.join('')}</ac:structured-macro>`,
      )
    }
    const exported = async (id: string) =>
      (await jane.get(`/rest/api/content/${id}?expand=body.export_view`)).json.body.export_view.value as string
    const rowsIn = (html: string) =>
      [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<t([hd])[^>]*>(.*?)<\/t\1>/g)].map(([, , cell = '']) => cell),
      )
    const more = (fields: Record<string, string>, client = jane) =>
      client.send('POST', SHOW_MORE_PATH, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      })

    beforeAll(async () => {
      jira = await startFakeJira()
      await wiki().admin.post('/rest/api/space', { key: 'CH', name: 'Charts' })
      applicationId = (await linkJira(wiki(), jira)).id
      jane = (await approver(wiki(), applicationId, 'cjane')).client
    })
    afterAll(() => jira.close())
    beforeEach(() => {
      clearIssues(wiki().app)
      jira.failure = undefined
      jira.issues = [
        issue('DEV-1', 'Done', 'Bug', 3),
        issue('DEV-2', 'Open', 'Bug', 1),
        issue('DEV-3', 'Open', 'Task'),
        issue('DEV-4', 'Open', 'Story', 400),
      ]
    })

    it('have their numbers in a table without script', async () => {
      const pie = await create({ jql: 'project%20%3D%20DEV', chartType: 'pie', statType: 'issuetype' })
      expect(rowsIn(await exported(pie))).toEqual([
        ['Type', 'Issues'],
        ['Bug', '2'],
        ['Story', '1'],
        ['Task', '1'],
      ])
      const lines = await create({
        jql: 'project = DEV',
        chartType: 'createdvsresolved',
        daysprevious: '7',
        isCumulative: 'false',
      })
      const rows = rowsIn(await exported(lines))
      expect(rows[0]).toEqual(['Beginning', 'Created', 'Resolved'])
      expect(rows).toHaveLength(9)
      expect(rows.slice(1).reduce((sum, [, created]) => sum + Number(created), 0)).toBe(3)
      expect(rows.at(-1)?.slice(1)).toEqual(['1', '1'])
      const table = await create({
        jql: 'project = DEV',
        chartType: 'twodimensional',
        xstattype: 'statuses',
        ystattype: 'issuetype',
        numberToShow: '2',
      })
      expect(rowsIn(await exported(table))).toEqual([
        ['Type', 'Open', 'Done', 'Total'],
        ['Bug', '1', '1', '2'],
        ['Story', '1', '0', '1'],
      ])
    })

    it('of two fields show more and less as HTML [I7.7-01]', async () => {
      const pageId = await create({ jql: 'project = DEV', chartType: 'twodimensional' })
      const wikiMarkup = `{jirachart:chartType=twodimensional|jql=project%20%3D%20DEV|xstattype=statuses|ystattype=issuetype|numberToShow=2|serverId=${applicationId}}`
      const few = await more({ pageId, wikiMarkup, isShowMore: 'false' })
      expect(few.status, few.text).toBe(200)
      expect(few.headers.get('content-type')).toContain('text/html')
      expect(rowsIn(few.text)).toHaveLength(3)
      expect(few.text).toMatch(/<div class="show-link-container"><a [^>]*data-chart-id="[^"]+"[^>]*>Show more<\/a>/)
      const all = await more({ pageId, wikiMarkup, isShowMore: 'true' })
      expect(rowsIn(all.text)).toHaveLength(4)
      expect(all.text).toMatch(/data-chart-id="[^"]+"[^>]*>Show less<\/a>/)
      expect((await more({ pageId: '-1', wikiMarkup, isShowMore: 'true' })).status).toBe(200)
      clearIssues(wiki().app)
      jira.failure = { path: /search/, status: 500 }
      const failed = await more({ pageId, wikiMarkup, isShowMore: 'true' })
      expect(failed.text).toBe(`<div class="aui-message error"><span class="message">${CHART_FAILED}</span></div>`)
    })

    it('show more only of pages that the reader sees, and only of charts', async () => {
      const wikiMarkup = '{jirachart:chartType=twodimensional|jql=project%20%3D%20DEV}'
      expect((await more({ pageId: '999999', wikiMarkup })).status).toBe(404)
      expect((await more({ pageId: '-1', wikiMarkup: '{toc}' })).status).toBe(400)
      expect((await more({ pageId: '-1', wikiMarkup: '{jirachart:chartType=pie}' })).status).toBe(400)
      expect((await more({ pageId: '-1', wikiMarkup }, wiki().anonymous)).status).toBe(401)
    })

    it('are answered as numbers, to the queries of pages', async () => {
      const id = await create({ jql: 'project = DEV', statType: 'statuses' })
      const view = (await jane.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
      const state = JSON.parse(/data-jira-chart="([^"]*)"/.exec(view)?.[1]?.replaceAll('&quot;', '"') ?? '{}') as {
        query: string
      }
      const ask = () =>
        jane.get(`/rest/oxbow/1.0/jira-macros/chart?appId=${applicationId}&query=${encodeURIComponent(state.query)}`)
      expect((await ask()).json).toEqual({
        kind: 'pie',
        rowHeading: 'Status',
        headings: ['Issues'],
        rows: [
          { label: 'Open', values: [3] },
          { label: 'Done', values: [1] },
        ],
        more: 0,
        counted: 4,
        total: 4,
      })
      clearIssues(wiki().app)
      jira.failure = { path: /search/, status: 500 }
      expect((await ask()).json.message).toBe(CHART_FAILED)
      clearIssues(wiki().app)
      jira.failure = { path: /search/, hangs: true }
      wiki().app.own(timeLimit).ms = 100
      const late = await ask()
      wiki().app.own(timeLimit).ms = 8000
      expect([late.status, late.json.message]).toEqual([504, CHART_TIMED_OUT])
      expect((await jane.get(`/rest/oxbow/1.0/jira-macros/chart?appId=${applicationId}&query=%7B%7D`)).status).toBe(400)
    })
  },
)
