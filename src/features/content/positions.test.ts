import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const REST = '/rest/api/content'

onEachEngine(
  'the order of pages on the wire',
  () => features,
  wiki => {
    let home = ''
    const ids = new Map<string, string>()
    const idOf = (title: string) => ids.get(title) ?? expect.fail(`no page ${title}`)
    const children = async (client: HttpClient = wiki().admin) =>
      (await client.get(`${REST}/${home}/child/page?expand=extensions.position,version&limit=100`)).json.results as {
        title: string
        version: { number: number }
        extensions: { position: unknown }
      }[]
    const order = async (client?: HttpClient) =>
      (await children(client)).map(({ title, extensions }) => `${String(extensions.position)} ${title}`)
    const put = async (title: string, changes: object) => {
      const fetched = (await wiki().admin.get(`${REST}/${idOf(title)}?expand=version,extensions`)).json
      return wiki().admin.put(`${REST}/${idOf(title)}`, {
        ...fetched,
        ...changes,
        version: { number: fetched.version.number + 1 },
      })
    }

    it('is the place among the siblings, from 0, in lists, single answers and answers to writes', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'ORD', name: 'Order' })
      home = (await wiki().admin.get('/rest/api/space/ORD?expand=homepage')).json.homepage.id as string
      for (const title of ['A', 'B', 'C', 'D']) {
        const made = await wiki().admin.post(REST, {
          type: 'page',
          title,
          space: { key: 'ORD' },
          ancestors: [{ id: home }],
        })
        ids.set(title, made.json.id as string)
        expect(made.json.extensions).toEqual({ position: ids.size - 1 })
      }
      expect(await order()).toEqual(['0 A', '1 B', '2 C', '3 D'])
      for (const query of ['', '?expand=extensions', '?expand=extensions.position'])
        expect((await wiki().admin.get(`${REST}/${idOf('C')}${query}`)).json.extensions).toEqual({ position: 2 })
      expect((await wiki().admin.get(`${REST}/${home}`)).json.extensions).toEqual({ position: 0 })
      const post = await wiki().admin.post(REST, { type: 'blogpost', title: 'Post', space: { key: 'ORD' } })
      expect(post.json.extensions.position).toBe('none')
      const mixed = (await wiki().admin.get(`${REST}?spaceKey=ORD&limit=50`)).json.results as {
        title: string
        extensions: { position: unknown }
      }[]
      expect(Object.fromEntries(mixed.map(({ title, extensions }) => [title, extensions.position]))).toEqual({
        'Order Home': 0,
        A: 0,
        B: 1,
        C: 2,
        D: 3,
      })
    })

    it('is taken from a PUT, and the answer tells where the page stands', async () => {
      const moved = await put('D', { extensions: { position: 1 } })
      expect([moved.status, moved.json.extensions.position], moved.text).toEqual([200, 1])
      expect(await order()).toEqual(['0 A', '1 D', '2 B', '3 C'])
      expect((await put('A', { extensions: { position: '3' } })).json.extensions.position).toBe(3)
      expect(await order()).toEqual(['0 D', '1 B', '2 C', '3 A'])
      expect((await put('A', { extensions: { position: 0 } })).json.extensions.position).toBe(0)
      // More than there are: last.
      expect((await put('A', { extensions: { position: 1_000_000 } })).json.extensions.position).toBe(3)
      expect((await put('D', { extensions: { position: 1 }, title: 'Renamed' })).json).toMatchObject({
        title: 'Renamed',
        extensions: { position: 1 },
      })
      expect((await put('D', { extensions: { position: 0 }, title: 'D' })).json).toMatchObject({
        title: 'D',
        extensions: { position: 0 },
      })
      expect(await order()).toEqual(['0 D', '1 B', '2 C', '3 A'])
    })

    it('stays where a whole fetched object is sent back, or no place is named', async () => {
      for (const changes of [
        {},
        { extensions: undefined },
        { extensions: { position: 'none' } },
        { extensions: { position: null } },
        { extensions: {} },
      ]) {
        expect((await put('B', changes)).status).toBe(200)
        expect(await order()).toEqual(['0 D', '1 B', '2 C', '3 A'])
      }
      const above = { ancestors: [{ id: idOf('D') }] }
      expect((await put('C', { ...above, extensions: { position: 0 } })).json).toMatchObject({
        extensions: { position: 0 },
        ancestors: [{ id: home }, { id: idOf('D') }],
      })
      expect(
        (await put('C', { ancestors: [{ id: home }], extensions: { position: 2 } })).json.extensions.position,
      ).toBe(2)
      expect(await order()).toEqual(['0 D', '1 B', '2 C', '3 A'])
    })

    it('is the last for -1, in a PUT and in a POST', async () => {
      const moved = await put('D', { extensions: { position: -1 } })
      expect([moved.status, moved.json.extensions.position], moved.text).toEqual([200, 3])
      expect(await order()).toEqual(['0 B', '1 C', '2 A', '3 D'])
      expect((await put('D', { extensions: { position: '-1' } })).json.extensions.position).toBe(3)
      expect((await put('D', { extensions: { position: 0 } })).json.extensions.position).toBe(0)
    })

    it('is taken from a POST', async () => {
      const made: string[] = []
      const create = async (title: string, position: unknown, status = 200) => {
        const page = { type: 'page', title, space: { key: 'ORD' }, ancestors: [{ id: home }], extensions: { position } }
        const reply = await wiki().admin.post(REST, page)
        expect(reply.status, reply.text).toBe(status)
        if (status === 200) made.push(reply.json.id as string)
        return reply
      }
      expect((await create('First', 0)).json.extensions.position).toBe(0)
      expect((await create('Third', '2')).json.extensions.position).toBe(2)
      expect((await create('Last', -1)).json.extensions.position).toBe(6)
      expect((await create('Beyond', 1_000_000)).json.extensions.position).toBe(7)
      expect((await create('Unsaid', 'none')).json.extensions.position).toBe(8)
      expect(await order()).toEqual(
        ['First', 'D', 'Third', 'B', 'C', 'A', 'Last', 'Beyond', 'Unsaid'].map((title, place) => `${place} ${title}`),
      )
      expect((await create('Nowhere', 1.5, 400)).json.message).toContain('extensions.position')
      for (const id of made) await wiki().admin.delete(`${REST}/${id}`)
      expect(await order()).toEqual(['0 D', '1 B', '2 C', '3 A'])
    })

    it('refuses what is no place, and writes nothing then', async () => {
      const before = await children()
      for (const position of [-2, 1.5, 'first', {}, [0], 1e300]) {
        const reply = await put('B', { extensions: { position } })
        expect([reply.status, reply.json.message]).toEqual([400, expect.stringContaining('extensions.position')])
      }
      expect(await children()).toEqual(before)
    })

    it('counts only what the reader may see', async () => {
      const { client: reader } = await person(wiki(), 'counts')
      await wiki().admin.put(`${REST}/${idOf('D')}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect(await order(reader)).toEqual(['0 B', '1 C', '2 A'])
      // Trashed pages have no position, and take none.
      await wiki().admin.delete(`${REST}/${idOf('B')}`)
      expect(await order()).toEqual(['0 D', '1 C', '2 A'])
      expect((await wiki().admin.get(`${REST}/${idOf('B')}?status=trashed`)).json.extensions.position).toBe('none')
      const page = (await reader.get(`${REST}/${idOf('A')}`)).json
      const moved = await reader.put(`${REST}/${idOf('A')}`, {
        ...page,
        version: { number: page.version.number + 1 },
        extensions: { position: 0 },
      })
      expect([moved.status, moved.json.extensions.position], moved.text).toEqual([200, 0])
      expect(await order()).toEqual(['0 D', '1 A', '2 C'])
    })
  },
)

onEachEngine(
  'a draft on the wire',
  () => features,
  wiki => {
    it('answers to its id only where a caller asks for drafts, to its author and to administrators', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'DRA', name: 'Drafts' })
      const { client: author } = await person(wiki(), 'author')
      const { client: other } = await person(wiki(), 'other')
      const draft = (client: HttpClient) =>
        client.post(REST, { type: 'page', status: 'draft', title: 'Begun', space: { key: 'DRA' } })
      for (const client of [author, wiki().admin]) {
        const id = (await draft(client)).json.id as string
        for (const query of [
          '',
          '?expand=body.storage',
          '?status=',
          '?status=current',
          '?status=historical',
          '?status=trashed',
        ]) {
          const reply = await client.get(`${REST}/${id}${query}`)
          expect([reply.status, reply.json.message], query).toEqual([
            404,
            expect.stringContaining('No content found with id'),
          ])
        }
        for (const query of ['?status=draft', '?status=current,draft', '?status=any', '?status=current&status=draft']) {
          expect((await client.get(`${REST}/${id}${query}`)).json, query).toMatchObject({
            id,
            status: 'draft',
            extensions: { position: 'none' },
          })
        }
        for (const query of ['', '?status=draft', '?status=any'])
          expect((await other.get(`${REST}/${id}${query}`)).status).toBe(404)
      }
      const others = (await draft(author)).json.id as string
      expect((await wiki().admin.get(`${REST}/${others}`)).status).toBe(404)
      const published = await author.put(`${REST}/${others}?status=draft`, {
        type: 'page',
        title: 'Done',
        status: 'current',
        version: { number: 1 },
      })
      expect(published.status, published.text).toBe(200)
      for (const query of ['', '?status=current', '?status=draft', '?status=historical'])
        expect((await wiki().admin.get(`${REST}/${others}${query}`)).status).toBe(200)
    })
  },
)
