import { describe, expect, it } from 'vitest'
import { parse, nodesToText } from '#language/index.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { propertiesOf } from './server/read.ts'

const macro = (name: string, parameters: Record<string, string> = {}, body = '') =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}${body && `<ac:rich-text-body>${body}</ac:rich-text-body>`}</ac:structured-macro>`
const table = (rows: readonly string[]) =>
  `<table><tbody>${rows.map(row => `<tr>${row}</tr>`).join('')}</tbody></table>`
const details = (properties: Record<string, string>, parameters: Record<string, string> = {}) =>
  macro(
    'details',
    parameters,
    table(Object.entries(properties).map(([name, value]) => `<th>${name}</th><td>${value}</td>`)),
  )

describe('the properties of a text', () => {
  const read = (storage: string, id?: string) =>
    propertiesOf(() => parse(storage), id).map(({ name, value, text }) => [name, nodesToText(value).trim(), text])

  it('are in the rows of the tables of its details macros', () => {
    expect(read(`<p>x</p>${details({ Status: '<p>Open</p>', ' Due  date ': 'Monday' })}`)).toEqual([
      ['Status', 'Open', 'Open'],
      ['Due date', 'Monday', 'Monday'],
    ])
    expect(read(table(['<th>Status</th><td>no macro</td>']))).toEqual([])
    expect(read(macro('details', {}, table(['<td>Status</td><td>Open</td>', '<td>alone</td>'])))).toEqual([
      ['Status', 'Open', 'Open'],
    ])
  })

  it('are in the columns of a table with headings above', () => {
    expect(read(macro('details', {}, table(['<th>A</th><th>B</th>', '<td>1</td><td>2</td>'])))).toEqual([
      ['A', '1', '1'],
      ['B', '2', '2'],
    ])
  })

  it('are those of the macros with an id, where one is asked for', () => {
    const two = details({ Status: 'one' }, { id: 'a' }) + details({ Status: 'two', More: 'x' }, { id: 'b' })
    expect(read(two, 'b').map(([, value]) => value)).toEqual(['two', 'x'])
    // Of equal headings the first counts, whatever their case.
    expect(read(two).map(([, value]) => value)).toEqual(['one', 'x'])
    expect(read(details({ status: '1' }) + details({ STATUS: '2' }))).toHaveLength(1)
    expect(read(two, 'c')).toEqual([])
  })

  it('are none of tables within a cell, nor of a text that is not well-formed', () => {
    expect(read(details({ Outer: table(['<th>Inner</th><td>x</td>']) })).map(([name]) => name)).toEqual(['Outer'])
    expect(read('<p>')).toEqual([])
  })
})

const MEETING_NOTES = 'com.atlassian.confluence.plugins.confluence-business-blueprints:meeting-notes-blueprint'

onEachEngine(
  'reports on page properties',
  () => features,
  wiki => {
    let reader: HttpClient
    let id = ''
    let version = 1
    const ids: Record<string, string> = {}
    const create = async (title: string, value: string, labels = ['project']) => {
      const made = await wiki().admin.createPage('PRO', title, value)
      ids[title] = made
      for (const name of labels)
        await wiki().admin.post(`/rest/api/content/${made}/label`, [{ prefix: 'global', name }])
      return made
    }
    const view = async (parameters: Record<string, string>, client = wiki().admin) => {
      const stored = await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'Report',
        version: { number: ++version },
        body: { storage: { value: macro('detailssummary', parameters), representation: 'storage' } },
      })
      expect(stored.status, stored.text).toBe(200)
      await wiki().app.events.settled()
      return (await client.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
    }
    /** Texts of the cells, row by row. */
    const rows = (html: string) =>
      [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
      )
    const CQL = { cql: 'label = "project" and space = currentSpace()' }

    it('show the properties of the pages that the reader may see', async () => {
      reader = (await person(wiki(), 'reader')).client
      await wiki().admin.post('/rest/api/space', { key: 'PRO', name: 'Projects' })
      id = await wiki().admin.createPage('PRO', 'Report')
      await create('Alpha', details({ Status: macro('status', { title: 'On track' }), Budget: '200' }))
      await create(
        'Beta',
        details({ Budget: '<ac:link><ri:page ri:content-title="Alpha" /></ac:link>', Owner: '30 &lt;b&gt;' }),
      )
      await create('Secret', details({ Status: 'hidden', Word: 'classified' }))
      await create('Plain', '<p>nothing</p>')
      await create('Other', details({ Status: 'x' }), [])
      await wiki().admin.put(`/rest/api/content/${ids['Secret']}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect(rows(await view({ ...CQL, sortBy: 'Title' }))).toEqual([
        ['Title', 'Status', 'Budget', 'Owner', 'Word'],
        ['Alpha', 'On track', '200', '', ''],
        ['Beta', '', 'Alpha', '30 &lt;b&gt;', ''],
        ['Secret', 'hidden', '', '', 'classified'],
      ])
      const html = await view({ ...CQL, sortBy: 'title' }, reader)
      expect(rows(html).map(([title]) => title)).toEqual(['Title', 'Alpha', 'Beta'])
      expect(html).not.toMatch(/hidden<|classified|Word/)
      // References that mean the page of a value mean that page in the report, too.
      expect(html).toContain('<a href="/display/PRO/Alpha">Alpha</a></td><td')
    })

    it('show the columns that are named, in their order', async () => {
      expect(
        rows(await view({ ...CQL, sortBy: 'title', headings: 'owner, "Status",Nothing', firstcolumn: 'Project' }))[0],
      ).toEqual(['Project', 'Owner', 'Status'])
    })

    it('show what else is asked for', async () => {
      await wiki().admin.post('/rest/api/content', {
        type: 'comment',
        container: { id: ids['Alpha'], type: 'page' },
        body: { storage: { value: '<p>yes</p>', representation: 'storage' } },
      })
      const html = await view({
        ...CQL,
        sortBy: 'title',
        headings: 'Budget',
        showCreator: 'true',
        showLastModified: 'true',
        showPageLabels: 'true',
        showCommentsCount: 'true',
        showLikesCount: 'true',
      })
      const [head, alpha] = rows(html)
      expect(head).toEqual(['Title', 'Budget', 'Creator', 'Modified', 'Labels', 'Comments', 'Likes'])
      expect(alpha?.toSpliced(3, 1)).toEqual(['Alpha', '200', expect.any(String) as string, 'project', '1', '0'])
    })

    it('are sorted by a property, numbers by their value and pages without it last', async () => {
      await create('Gamma', details({ Budget: '1000' }))
      await create('Delta', details({ Budget: '30' }))
      const sorted = async (more: Record<string, string>) =>
        rows(await view({ ...CQL, headings: 'Budget', ...more }))
          .slice(1)
          .map(([title]) => title)
      expect(await sorted({ sortBy: 'budget' })).toEqual(['Delta', 'Alpha', 'Gamma', 'Beta', 'Secret'])
      expect(await sorted({ sortBy: 'budget', reverseSort: 'true' })).toEqual([
        'Beta',
        'Gamma',
        'Alpha',
        'Delta',
        'Secret',
      ])
      expect(await sorted({ sortBy: 'constructor' })).toHaveLength(5)
      expect(await sorted({ sortBy: 'Title', reverseSort: 'true' })).toEqual([
        'Secret',
        'Gamma',
        'Delta',
        'Beta',
        'Alpha',
      ])
      expect((await sorted({}))[0]).toBe('Delta')
      expect(await sorted({ sortBy: 'Title', id: 'nowhere' })).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma', 'Secret'])
    })

    it('are sorted by the type of a property: sizes, versions and dates', async () => {
      for (const [title, Size, Release, Due] of [
        ['P1', '2 GB', '1.10.2', '<time datetime="2024-10-01" />'],
        ['P2', '100 KB', '1.9.0', '5 January 2024'],
        ['P3', '30 MB', '1.10.10', '24.12.2023'],
      ] as const)
        await create(title, details({ Size, Release, Due }), ['typed'])
      const sorted = async (sortBy: string) =>
        rows(await view({ cql: 'label = "typed" and space = currentSpace()', sortBy }))
          .slice(1)
          .map(([title]) => title)
      expect(await sorted('Size')).toEqual(['P2', 'P3', 'P1'])
      expect(await sorted('Release')).toEqual(['P2', 'P1', 'P3'])
      expect(await sorted('Due')).toEqual(['P3', 'P2', 'P1'])
    })

    it('show some rows, and lead to the rest', async () => {
      const html = await view({ ...CQL, sortBy: 'Title', pageSize: '2' })
      expect(rows(html).map(([title]) => title)).toEqual(['Title', 'Alpha', 'Beta'])
      expect(html).toMatch(
        /<p class="more-link" data-page-size="4"><a href="\/dosearchsite\.action\?cql=[^"]+">Find more results</,
      )
      const query = new URLSearchParams({ ...CQL, contentId: id, spaceKey: 'PRO', sortBy: 'Title', pageSize: '4' })
      const next = await reader.get(`/rest/oxbow/1.0/page-properties/report?${query}&headings=Budget`)
      expect(next.status, next.text).toBe(200)
      expect(rows(next.json.html as string).map(([title]) => title)).toEqual([
        'Title',
        'Alpha',
        'Beta',
        'Delta',
        'Gamma',
      ])
      expect(next.json.html).not.toContain('more-link')
      // The search is on no page.
      const link = /href="\/dosearchsite\.action\?cql=([^"]+)"/.exec(html)?.[1] ?? ''
      const cql = decodeURIComponent(link.replaceAll('+', ' '))
      expect(cql).toContain('space = "PRO"')
      const found = await wiki().admin.get(`/rest/api/search?${new URLSearchParams({ cql })}`)
      expect((found.json.results as { title: string }[]).map(result => result.title)).toContain('Gamma')
    })

    it('say what is missing', async () => {
      expect(await view({})).toContain('No labels are named.')
      expect(await view({ cql: 'nonsense = 1' })).toMatch(/role="note"[^>]*>[^<]*nonsense/)
      expect(await view({ label: 'nobody', blankTitle: 'Nothing yet', blankDescription: 'Make one.' })).toMatch(
        /Nothing yet.*Make one\./s,
      )
      const blueprint = { blueprintModuleCompleteKey: MEETING_NOTES, createButtonLabel: 'Make the first' }
      expect(await view({ label: 'nobody', ...blueprint })).toMatch(
        /href="\/pages\/createpage-entervariables[^>]*>Make the first</,
      )
      expect(rows(await view({ label: 'project', ...blueprint })).length).toBeGreaterThan(3)
    })

    it('are lines for programs', async () => {
      const lines = (more: Record<string, string>, client = wiki().admin) =>
        client.get(
          `/rest/masterdetail/1.0/detailssummary/lines?${new URLSearchParams({ ...CQL, spaceKey: 'PRO', sortBy: 'Title', ...more })}`,
        )
      const { status, json, text } = await lines({ headings: 'Budget,Status', pageSize: '2', pageIndex: '1' })
      expect(status, text).toBe(200)
      expect(json).toEqual({
        currentPage: 1,
        totalPages: 3,
        renderedHeadings: ['Budget'],
        detailLines: ['Delta', 'Gamma'].map(title => ({
          id: Number(ids[title]),
          title,
          relativeLink: `/display/PRO/${title}`,
          subTitle: 'Projects',
          subRelativeLink: '/display/PRO',
          details: [title === 'Delta' ? '30' : '1000'],
          commentsCount: 0,
          likesCount: 0,
        })),
        asyncRenderSafe: true,
      })
      const seen = await lines({}, reader)
      expect((seen.json.detailLines as { title: string }[]).map(({ title }) => title)).not.toContain('Secret')
      expect(seen.text).not.toContain('classified')
      const fault = await lines({ cql: 'nonsense = 1' })
      expect([fault.status, fault.json.statusCode]).toEqual([400, 400])
      expect((await lines({ cql: ' ' })).status).toBe(400)
      expect((await lines({}, wiki().anonymous)).status).toBe(401)
      expect((await lines({ contentId: ids['Secret'] ?? '' }, reader)).status).toBe(404)
    })
  },
)
