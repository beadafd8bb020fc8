import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'recently viewed pages over REST',
  () => features,
  wiki => {
    let reader: HttpClient
    const ids: Record<string, string> = {}
    const recent = async (query = '') => {
      const answer = await reader.get(`/rest/recentlyviewed/1.0/recent${query}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.json as { id: number; title: string; count: number; available: boolean }[]
    }
    const titles = async (query = '') => (await recent(query)).map(page => page.title)
    const look = (id: string | undefined, client = reader) =>
      client.send('GET', `/pages/viewpage.action?pageId=${id}`, undefined, { accept: 'text/html' })

    it('tells what the user opened, newest first [P3-02]', async () => {
      reader = (await person(wiki(), 'reader')).client
      await wiki().admin.post('/rest/api/space', { key: 'SEEN', name: 'Seen' })
      for (const title of ['One', 'Two', 'Three']) {
        ids[title] = await wiki().admin.createPage('SEEN', title)
      }
      expect(await recent()).toEqual([])
      const before = Date.now()
      expect((await look(ids['One'])).status).toBe(200)
      expect((await look(ids['Two'])).status).toBe(200)
      expect(await titles()).toEqual(['Two', 'One'])
      expect(
        (
          await reader.send('POST', `/rest/oxbow/1.0/content/${ids['One']}/visit`, undefined, {
            'x-atlassian-token': 'no-check',
          })
        ).status,
      ).toBe(204)
      const [first] = await recent('?limit=1')
      expect(first).toEqual({
        id: Number(ids['One']),
        title: 'One',
        space: 'Seen',
        spaceKey: 'SEEN',
        type: 'page',
        contentType: 'page',
        url: '/display/SEEN/One',
        lastSeen: expect.any(Number) as number,
        count: 2,
        available: true,
      })
      expect((first as unknown as { lastSeen: number }).lastSeen).toBeGreaterThanOrEqual(before)
      expect((await reader.get('/rest/recentlyviewed/1.0/recent/spaces')).json).toEqual([
        {
          id: expect.any(Number) as number,
          key: 'SEEN',
          name: 'Seen',
          icon: expect.stringMatching(/^\/images\//) as string,
        },
      ])
    })

    it('counts a visit also when the document comes from the cache [P3-02]', async () => {
      const before = new Map((await recent()).map(page => [page.title, page.count]))
      const visits = ['One', 'Two', 'One', 'Two', 'Two', 'One']
      for (const title of visits) expect((await look(ids[title])).status).toBe(200)
      const after = await recent()
      expect(after.map(page => page.title)).toEqual(['One', 'Two'])
      expect(after.map(page => page.count - (before.get(page.title) ?? 0))).toEqual([3, 3])
    })

    it('tells of pages in the trash when asked to [P7.3-03]', async () => {
      await wiki().admin.delete(`/rest/api/content/${ids['Two']}`)
      expect(await titles()).toEqual(['One'])
      const all = await recent('?includeTrashedContent=true')
      expect(all.map(page => [page.title, page.available])).toEqual([
        ['One', true],
        ['Two', false],
      ])
    })

    it('tells nobody of pages that they may not see any more, and nothing to visitors', async () => {
      await look(ids['Three'])
      expect(await titles()).toContain('Three')
      const restricted = await wiki().admin.put(`/rest/api/content/${ids['Three']}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect(restricted.status, restricted.text).toBe(200)
      expect(await titles('?includeTrashedContent=true')).not.toContain('Three')
      expect((await wiki().anonymous.get('/rest/recentlyviewed/1.0/recent')).status).toBe(401)
      expect(
        (
          await reader.send('POST', `/rest/oxbow/1.0/content/${ids['Three']}/visit`, undefined, {
            'x-atlassian-token': 'no-check',
          })
        ).status,
      ).toBe(404)
      expect((await wiki().admin.get('/rest/recentlyviewed/1.0/recent')).json).toEqual([])
    })

    it('tells a browser which of the pages that it remembers are left', async () => {
      const path = '/rest/oxbow/1.0/recently-viewed/present'
      const all = ['One', 'Two', 'Three'].map(title => String(ids[title]))
      const left = async (client: HttpClient, query: string) =>
        ((await client.get(`${path}?${query}`)).json.ids as string[]).toSorted()
      // One of them was deleted, one is restricted.
      expect(await left(reader, all.map(id => `ids=${id}`).join('&'))).toEqual([ids['One']])
      expect(await left(wiki().admin, `ids=${all.join()},99999999`)).toEqual(
        [String(ids['One']), String(ids['Three'])].toSorted(),
      )
      expect(await left(reader, '')).toEqual([])
      const draft = (
        await reader.post('/rest/api/content', {
          type: 'page',
          status: 'draft',
          title: 'Begun',
          space: { key: 'SEEN' },
        })
      ).json.id as string
      expect(await left(reader, `ids=${draft}`)).toEqual([])
      expect((await wiki().anonymous.get(`${path}?ids=${all.join()}`)).status).toBe(401)
      expect(
        (await reader.get(`${path}?ids=${Array.from({ length: 101 }, (_, index) => index + 1).join()}`)).status,
      ).toBe(400)
    })
  },
)
