import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

onEachEngine(
  'content over REST',
  () => features,
  wiki => {
    const create = async (title: string, more: object = {}) => {
      const reply = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'TEST' },
        body: { storage: { value: `<p>${title}</p>`, representation: 'storage' } },
        ...more,
      })
      expect(reply.text).toContain(title)
      expect(reply.status).toBe(200)
      return reply.json
    }

    it('creates a space with its home page', async () => {
      const reply = await wiki().admin.post('/rest/api/space', { key: 'TEST', name: 'Test space' })
      expect(reply.status, reply.text).toBe(200)
      const home = await wiki().admin.get('/rest/api/content?spaceKey=TEST&title=Test%20space%20Home')
      expect(home.json).toMatchObject({ size: 1, exists: true })
    })

    it('creates, reads, updates and deletes a page', async () => {
      const page = await create('First page')
      expect(page).toMatchObject({
        type: 'page',
        status: 'current',
        title: 'First page',
        space: { key: 'TEST' },
        version: { number: 1 },
        body: { storage: { value: '<p>First page</p>', representation: 'storage' } },
        ancestors: [],
        _links: { webui: '/display/TEST/First+page' },
      })
      const updated = await wiki().admin.put(`/rest/api/content/${page.id}`, {
        type: 'page',
        title: 'First page',
        version: { number: 2, message: 'more' },
        body: { storage: { value: '<p>Second text</p>', representation: 'storage' } },
      })
      expect(updated.status, updated.text).toBe(200)
      expect(updated.json.version).toMatchObject({ number: 2, message: 'more', by: { username: 'admin' } })
      const stale = await wiki().admin.put(`/rest/api/content/${page.id}`, {
        type: 'page',
        title: 'First page',
        version: { number: 2 },
      })
      expect(stale.status).toBe(409)
      expect(stale.json.message).toContain('Version must be incremented on update. Current version is: 2')
      const old = await wiki().admin.get(`/rest/api/content/${page.id}?version=1&expand=body.storage,version`)
      expect(old.json).toMatchObject({
        status: 'historical',
        version: { number: 1 },
        body: { storage: { value: '<p>First page</p>' } },
      })
      const view = await wiki().admin.get(`/rest/api/content/${page.id}?expand=body.view`)
      expect(view.json.body.view.value).toBe('<p>Second text</p>')
      expect((await wiki().admin.delete(`/rest/api/content/${page.id}`)).status).toBe(204)
      expect((await wiki().admin.get(`/rest/api/content/${page.id}`)).status).toBe(404)
      const trashed = await wiki().admin.get(`/rest/api/content/${page.id}?status=trashed`)
      expect(trashed.json.status).toBe('trashed')
      expect((await wiki().admin.delete(`/rest/api/content/${page.id}?status=trashed`)).status).toBe(204)
      expect((await wiki().admin.get(`/rest/api/content/${page.id}?status=any`)).status).toBe(404)
    })

    it('refuses a duplicate title and broken markup with the words that clients look for', async () => {
      await create('Taken')
      const again = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'taken',
        space: { key: 'TEST' },
      })
      expect(again.status).toBe(400)
      expect(again.json.message).toContain('title already exists')
      const broken = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Broken',
        space: { key: 'TEST' },
        body: { storage: { value: '<p>\n<b>x</p>', representation: 'storage' } },
      })
      expect(broken.status).toBe(400)
      expect(broken.json.message).toMatch(/^Error parsing xhtml: .* at line 2, column \d+$/)
      expect(broken.json).toMatchObject({
        statusCode: 400,
        reason: 'Bad Request',
        data: { valid: false, successful: false },
      })
    })

    it('rewrites links when a page is renamed', async () => {
      const target = await create('Old name')
      const linker = await create('Linker', {
        body: {
          storage: {
            value: '<p><ac:link><ri:page ri:content-title="Old name" /></ac:link></p>',
            representation: 'storage',
          },
        },
      })
      const before = await wiki().admin.get(`/rest/api/content/${linker.id}?expand=body.view`)
      expect(before.json.body.view.value).toContain('/display/TEST/Old+name')
      const renamed = await wiki().admin.put(`/rest/api/content/${target.id}`, {
        type: 'page',
        title: 'New name',
        version: { number: 2 },
      })
      expect(renamed.status, renamed.text).toBe(200)
      const after = await wiki().admin.get(`/rest/api/content/${linker.id}?expand=body.view,body.storage,version`)
      expect(after.json.body.storage.value).toContain('ri:content-title="New name"')
      expect(after.json.body.view.value).toContain('/display/TEST/New+name')
      expect(after.json.version.number).toBe(1)
    })

    it('keeps pages in tree order and moves them', async () => {
      const parent = await create('Parent')
      const [a, b, c] = [
        await create('A', { ancestors: [{ id: parent.id }] }),
        await create('B', { ancestors: [{ id: Number(parent.id) }] }),
        await create('C', { ancestors: [{ type: 'page', id: parent.id }] }),
      ]
      const titles = async () =>
        (await wiki().admin.get(`/rest/api/content/${parent.id}/child/page`)).json.results.map(
          (r: { title: string }) => r.title,
        )
      expect(await titles()).toEqual(['A', 'B', 'C'])
      expect((await wiki().admin.put(`/rest/api/content/${c.id}/move/before/${a.id}`)).status).toBe(200)
      expect(await titles()).toEqual(['C', 'A', 'B'])
      expect((await wiki().admin.put(`/rest/api/content/${c.id}/move/after/${a.id}`)).status).toBe(200)
      expect(await titles()).toEqual(['A', 'C', 'B'])
      const into = await wiki()
        .admin.with({ 'x-atlassian-token': 'no-check' })
        .post(`/pages/movepage.action?pageId=${b.id}&spaceKey=TEST&targetTitle=A&position=append`)
      expect(into.status, into.text).toBe(200)
      expect(await titles()).toEqual(['A', 'C'])
      const below = await wiki().admin.get(`/rest/api/content/${b.id}?expand=ancestors`)
      expect(below.json.ancestors.map((row: { title: string }) => row.title)).toEqual(['Parent', 'A'])
      const cycle = await wiki().admin.put(`/rest/api/content/${parent.id}/move/append/${b.id}`)
      expect(cycle.status).toBe(400)
      const all = await wiki().admin.get(`/rest/api/content/${parent.id}/descendant/page`)
      expect(all.json.size).toBe(3)
    })

    it('lists by status, in any case, named once, repeatedly or by commas', async () => {
      const { id } = await create('Listed by status')
      const { id: gone } = await create('Listed in the trash')
      await wiki().admin.delete(`/rest/api/content/${gone}`)
      const listed = async (query: string) =>
        (await wiki().admin.get(`/rest/api/content?spaceKey=TEST&ids=${id},${gone}&${query}`)).json.results.map(
          (row: { id: string }) => row.id,
        )
      expect(await listed('status=current')).toEqual([id])
      expect(await listed('status=')).toEqual([id])
      expect(await listed('status=TRASHED')).toEqual([gone])
      expect(await listed('status=current,trashed')).toEqual([id, gone])
      expect(await listed('status=trashed&status=current')).toEqual([id, gone])
      expect(await listed('status=any')).toEqual([id, gone])
      expect(await listed('status=archived')).toEqual([])
    })

    it('refuses lists within lists that make an answer of tens of thousands of pages', async () => {
      const chain: string[] = []
      for (let depth = 0; depth < 150; depth++) {
        chain.push(
          (await create(`Link ${depth} of a chain`, chain.length > 0 ? { ancestors: [{ id: chain.at(-1) }] } : {})).id,
        )
      }
      const first = await wiki().admin.get(`/rest/api/content/${chain[0]}?expand=descendants.page.ancestors`)
      expect(first.json.descendants.page.size).toBe(149)
      const all = await wiki().admin.get(`/rest/api/content/${chain[0]}?expand=descendants.page.descendants.page`)
      expect([all.status, all.json.message]).toEqual([
        400,
        expect.stringMatching(/^expand: this asks for more than 10000 contents/),
      ])
    })

    it('tells by exists whether a title is taken [D7-09] [D3-21]', async () => {
      await create('Asked for')
      const exists = async (title: string) =>
        (await wiki().admin.get(`/rest/api/content?spaceKey=TEST&title=${encodeURIComponent(title)}`)).json.exists
      expect([await exists('Asked for'), await exists('asked FOR'), await exists('Never written')]).toEqual([
        true,
        true,
        false,
      ])
    })

    it('reads the fields of a page that an unpinning program needs, and takes them back raised by 1 [D3-07] [D7-11] [D7-12]', async () => {
      const parent = await create('Above')
      const { id } = await create('Unpinned', { ancestors: [{ id: parent.id }] })
      const read = () => wiki().admin.get(`/rest/api/content/${id}?expand=body.storage,version,space,ancestors`)
      const before = (await read()).json
      expect(before).toMatchObject({
        id,
        title: 'Unpinned',
        space: { key: 'TEST' },
        version: { number: 1 },
        body: { storage: { value: '<p>Unpinned</p>' } },
        ancestors: [{ id: parent.id, title: 'Above' }],
      })
      const written = await wiki().admin.put(`/rest/api/content/${id}`, {
        ...before,
        version: { number: before.version.number + 1 },
        body: { storage: { value: '<p>Changed</p>', representation: 'storage' } },
      })
      expect(written.status, written.text).toBe(200)
      expect((await read()).json).toMatchObject({
        version: { number: 2 },
        body: { storage: { value: '<p>Changed</p>' } },
        ancestors: [{ id: parent.id }],
      })
    })

    it('pages a list with links to the next part', async () => {
      const first = await wiki().admin.get('/rest/api/content?spaceKey=TEST&limit=2&expand=version')
      expect(first.json).toMatchObject({ start: 0, limit: 2, size: 2 })
      expect(first.json._links.next).toBe('/rest/api/content?spaceKey=TEST&limit=2&expand=version&start=2')
    })

    it('says with each answer who asked, so that an open page learns that its session has ended', async () => {
      for (const path of ['/rest/api/content?spaceKey=TEST', '/rest/api/content/1']) {
        expect((await wiki().admin.get(path)).headers.get('x-ausername')).toBe('admin')
        expect((await wiki().anonymous.get(path)).headers.get('x-ausername')).toBe('anonymous')
      }
    })

    it('answers under /wiki, with doubled slashes and a slash at the end', async () => {
      for (const path of ['/wiki/rest/api/content?spaceKey=TEST', '//rest/api/content/?spaceKey=TEST']) {
        expect((await wiki().admin.get(path)).status).toBe(200)
      }
    })
  },
)
