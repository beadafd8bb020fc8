import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { statementsOf } from '#platform/server/testing/statements.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { MAX_LABELS } from './server/store.ts'

onEachEngine(
  'labels over REST',
  () => features,
  wiki => {
    let id = ''
    const names = async () =>
      (await wiki().admin.get(`/rest/api/content/${id}/label`)).json.results.map((l: { label: string }) => l.label)

    it('adds a list or one, reads, and removes by path or by query', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'LAB', name: 'Labels' })
      const page = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Labelled',
        space: { key: 'LAB' },
        metadata: { labels: [{ prefix: 'global', name: 'born' }] },
      })
      expect(page.status, page.text).toBe(200)
      id = page.json.id
      expect(await names()).toEqual(['born'])
      const added = await wiki().admin.post(`/rest/api/content/${id}/label`, [
        { prefix: 'global', name: 'Alpha' },
        { name: 'my:todo' },
      ])
      expect(added.status, added.text).toBe(200)
      expect(added.json.results).toEqual([
        { prefix: 'global', name: 'alpha', id: expect.any(String), label: 'alpha' },
        { prefix: 'global', name: 'born', id: expect.any(String), label: 'born' },
        { prefix: 'my', name: 'todo', id: expect.any(String), label: 'my:todo' },
      ])
      expect(
        (await wiki().admin.post(`/rest/api/content/${id}/label`, { prefix: 'global', name: 'alpha' })).json.size,
      ).toBe(3)
      expect((await wiki().admin.delete(`/rest/api/content/${id}/label/alpha`)).status).toBe(204)
      expect((await wiki().admin.delete(`/rest/api/content/${id}/label?name=my:todo&id=${id}`)).status).toBe(204)
      expect((await wiki().admin.delete(`/rest/api/content/${id}/label/alpha`)).status).toBe(404)
      expect(await names()).toEqual(['born'])
    })

    it('expands on content, filters lists, and is found by CQL', async () => {
      const expandedPage = await wiki().admin.get(`/rest/api/content/${id}?expand=metadata.labels`)
      expect(expandedPage.json.metadata.labels).toMatchObject({ size: 1, results: [{ name: 'born' }] })
      expect(
        (await wiki().admin.get('/rest/api/content?label=born')).json.results.map((r: { id: string }) => r.id),
      ).toEqual([id])
      expect((await wiki().admin.get('/rest/api/content?label=absent')).json.size).toBe(0)
      const cql = (text: string) => wiki().admin.get(`/rest/api/content/search?cql=${encodeURIComponent(text)}`)
      expect((await cql('label = "born"')).json.results.map((r: { id: string }) => r.id)).toEqual([id])
      expect((await cql('label in (born, other) and space = LAB')).json.size).toBe(1)
      expect(
        (await cql('label != born and type = page and space = LAB')).json.results.map((r: { id: string }) => r.id),
      ).not.toContain(id)
    })

    it('adds those that come with a new version and keeps the others', async () => {
      const fetched = (await wiki().admin.get(`/rest/api/content/${id}?expand=metadata.labels,version`)).json
      const again = await wiki().admin.put(`/rest/api/content/${id}`, { ...fetched, version: { number: 2 } })
      expect(again.status, again.text).toBe(200)
      await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'Labelled',
        version: { number: 3 },
        metadata: { labels: [{ name: 'later' }] },
      })
      expect(await names()).toEqual(['born', 'later'])
    })

    it('lists labels of the site and of a space, by use and by age', async () => {
      const other = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Other',
        space: { key: 'LAB' },
        metadata: { labels: [{ name: 'born' }] },
      })
      expect(other.status).toBe(200)
      const list = async (path: string) =>
        (await wiki().admin.get(path)).json.results.map((l: { name: string }) => l.name)
      expect(await list('/rest/api/label/popular')).toEqual(['born', 'later'])
      expect(await list('/rest/api/space/LAB/labels')).toEqual(['born', 'later'])
      expect(await list('/rest/api/label/later/related')).toEqual(['born'])
      expect(await list('/rest/api/label/labels?labelName=later')).toEqual(['later'])
    })

    it('lists labels of the site by their latest use, and none of pages that the reader may not see', async () => {
      const { client } = await person(wiki(), 'label-reader')
      const secret = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Restricted',
        space: { key: 'LAB' },
        metadata: { labels: [{ name: 'hidden' }] },
      })
      const operation = { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } }
      await wiki().admin.put(`/rest/api/content/${secret.json.id}/restriction`, [operation])
      // A label that was used long ago, and now again.
      await wiki().admin.post(`/rest/api/content/${secret.json.id}/label`, [{ name: 'later' }])
      const list = async (of: HttpClient, order: string) =>
        (await of.get(`/rest/api/label/${order}`)).json.results.map((l: { name: string }) => l.name)
      expect(await list(wiki().admin, 'recent')).toEqual(['later', 'hidden', 'born'])
      expect(await list(client, 'recent')).toEqual(['born', 'later'])
      expect(await list(wiki().admin, 'popular')).toEqual(['born', 'later', 'hidden'])
      expect(await list(client, 'popular')).toEqual(['born', 'later'])
      expect((await wiki().admin.delete(`/rest/api/content/${secret.json.id}`)).status).toBe(204)
      expect(await list(wiki().admin, 'recent')).toEqual(['born', 'later'])
    })

    it('reads labels by name one after the other, and not all of their uses first', async () => {
      const listing = (await statementsOf(wiki(), () => wiki().admin.get('/rest/api/label/labels?limit=1'))).filter(
        ({ sql }) => sql.includes('"content_label"'),
      )
      expect(listing.map(({ sql }) => /\b(?:exists|group by)\b/.exec(sql.replace(/not exists/g, ''))?.[0])).toEqual([
        'exists',
      ])
    })

    it('lists the labels that somebody put on content, for those who see it', async () => {
      const { client } = await person(wiki(), 'labeller')
      await client.post(`/rest/api/content/${id}/label`, [{ name: 'theirs' }, { name: 'my:own' }])
      const list = async (of: HttpClient, query: string) =>
        (await of.get(`/rest/api/label/labels?${query}`)).json.results.map((l: { label: string }) => l.label)
      expect(await list(client, 'owner=labeller')).toEqual(['my:own', 'theirs'])
      expect(await list(client, 'owner=Labeller&namespace=my')).toEqual(['my:own'])
      expect(await list(wiki().admin, 'owner=labeller')).toEqual(['theirs'])
      expect(await list(wiki().admin, 'owner=labeller&spaceKey=LAB')).toEqual(['theirs'])
      expect(await list(wiki().admin, 'owner=nobody')).toEqual([])
      await client.delete(`/rest/api/content/${id}/label/theirs`)
      expect(await list(wiki().admin, 'owner=labeller')).toEqual([])
    })

    it('keeps personal labels to their owner, and answers the page script', async () => {
      const { client: reader } = await person(wiki(), 'reader')
      expect((await wiki().admin.post(`/rest/api/content/${id}/label`, { name: 'my:secret' })).status).toBe(200)
      expect((await reader.get(`/rest/api/content/${id}/label`)).text).not.toContain('secret')
      const search = await reader.get(`/rest/api/content/search?cql=${encodeURIComponent('label = "my:secret"')}`)
      expect(search.json.size).toBe(0)
      const ui = await wiki().admin.get(`/rest/ui/1.0/content/${id}/labels`)
      expect(ui.text).toContain('"success":true')
    })

    it('adds a label for each word of a name with blanks, by each call that adds labels', async () => {
      const { admin } = wiki()
      const made = await admin.post('/rest/api/content', {
        type: 'page',
        title: 'Words',
        space: { key: 'LAB' },
        metadata: { labels: [{ prefix: 'global', name: 'All Hallows' }] },
      })
      expect(made.status, made.text).toBe(200)
      const path = `/rest/api/content/${made.json.id as string}/label`
      const own = async () => (await admin.get(path)).json.results.map((l: { label: string }) => l.label)
      expect(await own()).toEqual(['all', 'hallows'])
      const added = await admin.post(path, [{ name: '  Two\twords ' }, { name: 'my:one two' }])
      expect(added.status, added.text).toBe(200)
      const ui = await admin.post(`/rest/ui/1.0/content/${made.json.id as string}/labels`, [{ name: 'Eve all' }])
      expect(ui.status, ui.text).toBe(200)
      expect(await own()).toEqual(['all', 'eve', 'hallows', 'my:one', 'two', 'words'])
      expect((await admin.post(path, { name: Array(101).fill('x').join(' ') })).status).toBe(400)
    })

    it('refuses what cannot be a label', async () => {
      for (const name of ['two, words', 'two wo:rds', 'a,b', ' ', '', 'x'.repeat(300), 'strange:prefix']) {
        expect((await wiki().admin.post(`/rest/api/content/${id}/label`, { name })).status, name).toBe(400)
      }
      expect((await wiki().anonymous.post(`/rest/api/content/${id}/label`, { name: 'x' })).status).toBe(404)
    })

    it('lets nobody use up the labels of others, and tells nobody of personal ones', async () => {
      const page = await wiki().admin.createPage('LAB', 'Much labelled')
      const { client: reader } = await person(wiki(), 'collector')
      const own = Array.from({ length: MAX_LABELS }, (_, index) => ({ prefix: 'my', name: `own${index}` }))
      for (let at = 0; at < own.length; at += 100) {
        expect((await reader.post(`/rest/api/content/${page}/label`, own.slice(at, at + 100))).status).toBe(200)
      }
      expect((await reader.post(`/rest/api/content/${page}/label`, [{ prefix: 'my', name: 'one-more' }])).status).toBe(
        400,
      )
      expect(
        (await wiki().admin.post(`/rest/api/content/${page}/label`, [{ name: 'wanted' }])).json.results,
      ).toMatchObject([{ name: 'wanted' }])
      expect((await reader.delete(`/rest/api/content/${page}/label/my:own1`)).status).toBe(204)
      const events = await wiki()
        .app.database.read.selectFrom('event')
        .select(['kind', 'data'])
        .where('content_id', '=', Number(page))
        .where('kind', 'like', 'label.%')
        .execute()
      expect(events).toMatchObject([{ kind: 'label.added', data: '{"labels":["wanted"]}' }])
    })
  },
)
