import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const macro = (name: string, parameters: Record<string, string> = {}) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters).map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`).join('')}</ac:structured-macro>`

onEachEngine('macros that list pages and files', () => features, wiki => {
  let reader: HttpClient
  let id = ''
  let version = 1
  const create = async (title: string, label?: string) => {
    const made = (await wiki().admin.post('/rest/api/content', { type: 'page', title, space: { key: 'LST' } })).json.id as string
    if (label) await wiki().admin.post(`/rest/api/content/${made}/label`, [{ prefix: 'global', name: label }])
    return made
  }
  /** The page's HTML with this text, as the client sees it. */
  const view = async (value: string, client = wiki().admin) => {
    const stored = await wiki().admin.put(`/rest/api/content/${id}`, {
      type: 'page', title: 'Lists', version: { number: ++version }, body: { storage: { value, representation: 'storage' } },
    })
    expect(stored.status, stored.text).toBe(200)
    return (await client.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
  }
  const linked = (html: string) => [...html.matchAll(/<a href="\/display\/LST\/([^"]+)"/g)].map(([, title]) => title ?? '')

  it('reports on pages with a label, as far as the reader may see them', async () => {
    await wiki().admin.post('/rest/api/admin/user', { userName: 'reader', fullName: 'Reader', email: 'reader@example.org', password: 'reader password' })
    reader = wiki().as('reader', 'reader password')
    await wiki().admin.post('/rest/api/space', { key: 'LST', name: 'Lists' })
    id = await create('Lists')
    const first = await create('First', 'decision')
    const secret = await create('Secret', 'decision')
    await create('Third', 'decision')
    await create('Other')
    await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [{ operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } }])
    await wiki().admin.post('/rest/api/content', { type: 'comment', container: { id: first, type: 'page' }, body: { storage: { value: '<p>yes</p>', representation: 'storage' } } })
    const report = macro('content-report-table', { labels: 'decision', showCommentsCount: 'true', showLikesCount: 'true' })
    expect(linked(await view(report)).toSorted()).toEqual(['First', 'Secret', 'Third'])
    const html = await view(report, reader)
    expect(linked(html).toSorted()).toEqual(['First', 'Third'])
    const row = /<tr[^>]*><td[^>]*><a href="\/display\/LST\/First".*?<\/tr>/s.exec(html)?.[0] ?? ''
    expect(row).toMatch(/href="\/display\/~admin"/)
    expect(row).toMatch(/data-sort-value="\d{13}"/)
    expect([...row.matchAll(/<td class="confluenceTd">(\d+)<\/td>/g)].map(([, count]) => count)).toEqual(['1', '0'])
  })

  it('shows so many, and leads to the rest', async () => {
    const html = await view(macro('content-report-table', { labels: 'decision', maxResults: '1' }))
    expect(linked(html)).toHaveLength(1)
    expect(html).toContain('Find more results')
    expect(await view(macro('content-report-table', { labels: 'nothing', blankTitle: 'None yet' }))).toContain('None yet')
    expect(await view(macro('content-report-table'))).toContain('No labels are named.')
  })

  it('lists by labels and by queries, and explains a query with a fault', async () => {
    expect(linked(await view(macro('contentbylabel', { labels: 'decision', sort: 'title' })))).toEqual(['First', 'Secret', 'Third'])
    expect(linked(await view(macro('contentbylabel', { cql: 'label = &quot;decision&quot; and space = currentSpace() order by title', sort: 'title', reverse: 'true' })))).toEqual(['Third', 'Secret', 'First'])
    expect(await view(macro('contentbylabel', { cql: 'label = = x' }))).toMatch(/role="note"[^>]*>[^<]+/)
    expect(linked(await view(macro('contentbylabel', { labels: 'decision' }), reader))).not.toContain('Secret')
  })

  it('lists what changed last', async () => {
    expect(linked(await view(macro('recently-updated', { max: '2' })))[0]).toBe('Lists')
    expect(linked(await view(macro('recently-updated'), reader))).not.toContain('Secret')
  })

  it('shows the files of the page', async () => {
    expect(await view(macro('attachments'))).toContain('No attachments')
    const form = new FormData()
    form.append('file', new Blob(['twelve bytes']), 'b.txt')
    form.append('file', new Blob(['x']), 'a.txt')
    const attached = await wiki().admin.send('POST', `/rest/api/content/${id}/child/attachment`, form, { 'x-atlassian-token': 'no-check' })
    expect(attached.status, attached.text).toBe(200)
    const html = await view(macro('attachments', { sortBy: 'name' }))
    expect([...html.matchAll(/href="\/download\/attachments\/\d+\/([^?"]+)\?/g)].map(([, name]) => name)).toEqual(['a.txt', 'b.txt'])
    expect(html).toContain('>12 B<')
  })
})
