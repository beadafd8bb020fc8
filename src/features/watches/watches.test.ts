import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'watches over REST',
  () => features,
  wiki => {
    let id = ''
    let reader: HttpClient
    const path = () => `/rest/api/user/watch/content/${id}`
    const watched = async (client: HttpClient, where: string) => (await client.get(where)).json.watching as boolean

    it('watches and unwatches a page [I7.6-02]', async () => {
      reader = (await person(wiki(), 'reader')).client
      await wiki().admin.post('/rest/api/space', { key: 'WAT', name: 'Watched' })
      id = await wiki().admin.createPage('WAT', 'Page')
      expect((await reader.get(path())).json).toEqual({ watching: false })
      const post = await reader.send('POST', path(), undefined, { 'x-atlassian-token': 'no-check' })
      expect([post.status, post.text]).toEqual([204, ''])
      expect((await reader.post(path())).status).toBe(204)
      expect((await reader.get(path())).json).toEqual({ watching: true })
      expect((await wiki().admin.get(path())).json).toEqual({ watching: false })
      expect((await reader.delete(path())).status).toBe(204)
      // One client stops watching after each publication, whether it watched or not.
      expect((await reader.delete(path())).status).toBe(204)
      expect(await watched(reader, path())).toBe(false)
    })

    it('watches a space, or its blog posts alone [I7.6-03] [I7.6-04]', async () => {
      const space = '/rest/api/user/watch/space/WAT'
      expect((await reader.post(`${space}?contentType=blogpost`)).status).toBe(204)
      expect(await watched(reader, space)).toBe(false)
      expect(await watched(reader, `${space}?contentType=blogpost`)).toBe(true)
      const state = () => reader.get(`/rest/watch-button/1.0/watchState/${id}`)
      expect((await state()).json).toMatchObject({ watchingBlogs: true, watchingSpace: false })
      expect((await reader.post(space)).status).toBe(204)
      expect((await state()).json).toMatchObject({ watchingBlogs: true, watchingSpace: true })
      expect((await reader.delete(`${space}?contentType=blogpost`)).status).toBe(204)
      expect((await state()).json).toMatchObject({ watchingBlogs: false, watchingSpace: true })
      expect((await reader.delete(space)).status).toBe(204)
      expect([await watched(reader, space), (await state()).json.watchingSpace]).toEqual([false, false])
      // Again, and of what was never watched: the state is what was asked for.
      expect((await reader.delete(space)).status).toBe(204)
      expect(await watched(reader, space)).toBe(false)
      expect((await reader.post(space)).status).toBe(204)
      expect([await watched(reader, space), (await state()).json.watchingSpace]).toEqual([true, true])
      expect((await reader.post(`${space}?contentType=comment`)).status).toBe(400)
    })

    it('tells the watch button what to show, and the page with it [I7.6-01] [I3-12]', async () => {
      await reader.post(path())
      const expected = {
        pageId: id,
        spaceKey: 'WAT',
        spaceName: 'Watched',
        watchingPage: true,
        watchingBlogs: false,
        watchingSpace: true,
        isBlogPost: false,
        isAdmin: false,
      }
      expect((await reader.get(`/rest/watch-button/1.0/watchState/${id}`)).json).toEqual(expected)
      expect((await wiki().admin.get(`/rest/watch-button/1.0/watchState/${id}`)).json).toMatchObject({
        watchingPage: false,
        isAdmin: true,
      })
      const post = await wiki().admin.post('/rest/api/content', {
        type: 'blogpost',
        title: 'Post',
        space: { key: 'WAT' },
      })
      expect((await reader.get(`/rest/watch-button/1.0/watchState/${post.json.id}`)).json.isBlogPost).toBe(true)
      const document = await reader.send('GET', `/pages/viewpage.action?pageId=${id}&noRedirect=true`, undefined, {
        accept: 'text/html',
      })
      expect(document.status).toBe(200)
      expect(document.text).toContain('"watchingPage":true')
    })

    it('lists watchers to those who administer, and lets them watch for others', async () => {
      const list = await wiki().admin.get(`/rest/api/content/${id}/watchers`)
      expect(list.json.results.map((user: { username: string }) => user.username)).toEqual(['reader'])
      expect((await wiki().admin.get('/rest/api/space/WAT/watchers')).json).toMatchObject({
        size: 1,
        results: [{ username: 'reader', type: 'known' }],
      })
      expect((await wiki().admin.post(`${path()}?username=admin`)).status).toBe(204)
      const paged = await wiki().admin.get(`/rest/api/content/${id}/watchers?limit=1`)
      expect(paged.json._links.next).toBe(`/rest/api/content/${id}/watchers?limit=1&start=1`)
      const key = (await reader.get('/rest/api/user/current')).json.userKey as string
      expect((await wiki().admin.delete(`${path()}?key=${key}`)).status).toBe(204)
      expect(await watched(reader, path())).toBe(false)
      expect((await wiki().admin.get(`${path()}?username=nobody`)).status).toBe(404)
      expect((await reader.get(`${path()}?username=reader`)).json).toEqual({ watching: false })
      for (const call of [
        `/rest/api/content/${id}/watchers`,
        '/rest/api/space/WAT/watchers',
        `${path()}?username=admin`,
        `${path()}?username=nobody`,
      ]) {
        expect((await reader.get(call)).status, call).toBe(403)
      }
      expect((await wiki().anonymous.get(path())).status).toBe(401)
      expect((await wiki().anonymous.post(path())).status).toBe(401)
    })

    it('answers 404 for what the watcher may not see', async () => {
      const secret = await wiki().admin.createPage('WAT', 'Secret')
      await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      expect((await reader.post(`/rest/api/user/watch/content/${secret}`)).status).toBe(404)
      expect((await reader.post('/rest/api/user/watch/content/999999999')).status).toBe(404)
      expect((await reader.post('/rest/api/user/watch/space/NONE')).status).toBe(404)
    })

    it('is found by CQL, by others only where they administer', async () => {
      await reader.post(path())
      await wiki().app.events.settled()
      const ids = async (client: HttpClient, cql: string) =>
        (await client.get(`/rest/api/content/search?cql=${encodeURIComponent(cql)}`)).json.results.map(
          (r: { id: string }) => r.id,
        ) as string[]
      expect(await ids(reader, 'watcher = currentUser() and type = page')).toEqual([id])
      expect(await ids(reader, 'id in watchedContent()')).toEqual([id])
      expect(await ids(reader, 'space in watchedSpaces() and type = page')).toContain(id)
      expect(await ids(wiki().admin, 'watcher = reader and type = page')).toEqual([id])
      expect(await ids(reader, 'watcher = admin and type = page')).toEqual([])
    })

    it('forgets the watches on what goes for good', async () => {
      const gone = await wiki().admin.createPage('WAT', 'Gone')
      await reader.post(`/rest/api/user/watch/content/${gone}`)
      await wiki().admin.delete(`/rest/api/content/${gone}`)
      await wiki().admin.delete(`/rest/api/content/${gone}?status=trashed`)
      const left = await wiki()
        .app.database.read.selectFrom('content_watch')
        .select('content_id')
        .where('content_id', '=', Number(gone))
        .execute()
      expect(left).toEqual([])
    })
  },
)
