import { describe, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { liveSearchCql, type LiveSearch } from './shared.ts'

const macro = (parameters: Record<string, string>) =>
  `<ac:structured-macro ac:name="livesearch">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

describe('the query of a live search', () => {
  const all: LiveSearch = { types: [], labels: [], additional: 'none' }

  it('takes the last word as a beginning, and no sign as part of the query language', () => {
    expect(liveSearchCql(all, ' Release not')).toBe('siteSearch ~ "release not*"')
    expect(liveSearchCql(all, '"a" OR (b*)')).toBe('siteSearch ~ "a or b*"')
    expect(liveSearchCql(all, ' -"* ')).toBeUndefined()
  })

  it('names the space, the types and the labels of the macro', () => {
    expect(liveSearchCql({ ...all, spaceKey: 'D"E', types: ['page', 'blogpost'], labels: ['a', 'b"\\'] }, 'x')).toBe(
      'siteSearch ~ "x*" and space = "D\\"E" and type in (page, blogpost) and label in ("a", "b\\"\\\\")',
    )
  })
})

onEachEngine(
  'live search',
  () => features,
  wiki => {
    let page = ''
    let version = 1
    const view = async (parameters: Record<string, string>, expand = 'view') => {
      page ||= await wiki().admin.createPage('ds', 'With a search')
      const stored = await wiki().admin.put(`/rest/api/content/${page}`, {
        type: 'page',
        title: 'With a search',
        version: { number: ++version },
        body: { storage: { value: macro(parameters), representation: 'storage' } },
      })
      expect(stored.status, stored.text).toBe(200)
      const shown = await wiki().admin.get(`/rest/api/content/${page}?expand=body.${expand}`)
      return shown.json.body[expand].value as string
    }
    const searchOf = (html: string) => {
      const written = /data-live-search="([^"]*)"/.exec(html)?.[1] ?? ''
      return JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as LiveSearch
    }

    it('is a form that leads to the search page', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'ds', name: 'Demonstration' })
      const html = await view({})
      expect(html).toContain(
        '<form class="search-macro-form" action="/dosearchsite.action" method="get" role="search"><input class="search-macro-query" type="search" name="queryString"',
      )
      expect(html).toContain('placeholder="Search" aria-label="Search"')
      expect(searchOf(html)).toEqual({ types: [], labels: [], additional: 'space name' })
    })

    it('reads the parameters of the old product', async () => {
      const html = await view({
        spaceKey: '<ri:space ri:space-key="currentSpace()" />',
        type: 'spacedesc, BlogPost,nonsense',
        labels: ' one,two ,',
        additional: 'page excerpt',
        size: 'large',
        placeholder: 'Find &quot;it&quot;',
      })
      expect(searchOf(html)).toEqual({
        spaceKey: 'ds',
        types: ['space', 'blogpost'],
        labels: ['one', 'two'],
        additional: 'page excerpt',
      })
      expect(html).toContain('<input type="hidden" name="where" value="ds">')
      expect(html).toContain('<input type="hidden" name="type" value="space,blogpost">')
      expect(html).toContain('placeholder="Find &quot;it&quot;"')
      expect(html).toContain('ox-live-search-large')
      expect(searchOf(await view({ spaceKey: '@self' })).spaceKey).toBe('ds')
      expect(searchOf(await view({ spaceKey: '<ri:space ri:space-key="DEMO" />' })).spaceKey).toBe('DEMO')
      expect(searchOf(await view({ additional: 'nonsense', size: 'huge' })).additional).toBe('space name')
    })

    it('searches the space that the page has been moved to', async () => {
      await view({ spaceKey: '@self' })
      await wiki().admin.post('/rest/api/space', { key: 'other', name: 'Other' })
      const home = (await wiki().admin.get('/rest/api/space/other?expand=homepage')).json.homepage.id as string
      const moved = await wiki().admin.put(`/rest/api/content/${page}/move/append/${home}`, undefined)
      expect(moved.status, moved.text).toBe(200)
      const shown = await wiki().admin.get(`/rest/api/content/${page}?expand=body.view`)
      expect(searchOf(shown.json.body.view.value as string).spaceKey).toBe('other')
    })

    it('is not in what is printed', async () => {
      expect(await view({}, 'export_view')).not.toMatch(/<form|<input/)
    })
  },
)
