import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { boxes, saved } from './testing/wiki.ts'

onEachEngine(
  'finding diagrams to insert',
  () => features,
  wiki => {
    let rita: HttpClient

    beforeAll(async () => {
      await makeSpace(wiki())
      rita = await wiki().addUser('rita')
    })

    const find = async (client: HttpClient, query: Record<string, string> = {}) => {
      const reply = await client.get(`/rest/oxbow/1.0/diagrams/find?${new URLSearchParams(query)}`)
      expect(reply.status, reply.text).toBe(200)
      return reply.json as { results: { name: string; pageId: string; pageTitle: string }[]; _links: { next?: string } }
    }
    const names = async (client: HttpClient, query: Record<string, string> = {}) =>
      (await find(client, query)).results.map(({ name }) => name)

    it('goes by names and titles of pages, page by page, and leaves out what one may not see', async () => {
      const orders = await makePage(wiki(), 'Orders')
      const billing = await makePage(wiki(), 'Billing 100%')
      const secret = await makePage(wiki(), 'Secret')
      await saved(wiki().admin, orders, 'Übersicht', boxes('a'))
      await saved(wiki().admin, orders, 'Flow', boxes('a'))
      await saved(wiki().admin, billing, 'Flow', boxes('a'))
      await saved(wiki().admin, secret, 'Flow of money', boxes('a'))
      await attach(wiki().admin, orders, 'Flow.txt', 'no diagram')
      await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect(await names(rita)).toEqual(['Flow', 'Flow', 'Übersicht'])
      expect(await names(wiki().admin)).toEqual(['Flow of money', 'Flow', 'Flow', 'Übersicht'])
      expect(await names(rita, { words: 'flow orders' })).toEqual(['Flow'])
      expect(await names(rita, { words: 'ÜBER' })).toEqual(['Übersicht'])
      expect((await find(rita, { words: '100%' })).results.map(({ pageTitle }) => pageTitle)).toEqual(['Billing 100%'])
      expect(await names(rita, { words: '_' })).toEqual([])
      expect(await names(rita, { pageId: orders })).toEqual(['Flow', 'Übersicht'])
      const first = await find(rita, { limit: '2' })
      expect(first.results).toHaveLength(2)
      expect(first._links.next).toContain('start=2')
      expect(await names(rita, { limit: '2', start: '2' })).toEqual(['Übersicht'])
      expect((await rita.get(`/rest/oxbow/1.0/diagrams/find?pageId=${secret}`)).status).toBe(404)
      expect((await wiki().anonymous.get('/rest/oxbow/1.0/diagrams/find')).status).toBe(401)
      // Diagrams in the trash or the archive are not offered.
      await wiki().admin.delete(`/rest/api/content/${billing}`)
      expect(await names(rita)).toEqual(['Flow', 'Übersicht'])
      await wiki().admin.put('/rest/api/space/FILES/archive', {})
      expect(await names(rita)).toEqual([])
      expect(await names(rita, { pageId: orders })).toEqual(['Flow', 'Übersicht'])
      await wiki().admin.put('/rest/api/space/FILES/restore', {})
    })

    it('shows a page of a diagram by its number, as macros name it', async () => {
      const page = await makePage(wiki(), 'Pages')
      const two = boxes('First')
      const second = { ...boxes('a', 'b', 'c', 'd').pages[0]!, id: 'p2', name: 'Second' }
      await saved(wiki().admin, page, 'Two', { ...two, pages: [...two.pages, second] })
      const preview = (which: string) =>
        wiki().admin.get(`/rest/gliffy/1.0/diagrams/preview?name=Two&pageId=${page}&page=${which}`)
      const tag = async (which: string) => (await preview(which)).headers.get('etag')
      expect(await tag('2')).toBe(await tag('p2'))
      expect(await tag('2')).not.toBe(await tag('1'))
      expect(await tag('9')).toBe(await tag('1'))
    })
  },
)
