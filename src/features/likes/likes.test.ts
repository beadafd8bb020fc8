import { beforeAll, expect, it } from 'vitest'
import { createAccount } from '#features/accounts/server/index.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { repetitionsOf } from '#platform/server/testing/statements.ts'
import { features } from '../../server.ts'
import type { LikesEntity } from './contract.ts'
import { followEnabled } from './server/settings.ts'

onEachEngine(
  'likes over REST',
  () => features,
  wiki => {
    const ids = { page: '', post: '', comment: '' }
    let ada: TestPerson
    let ben: TestPerson
    const path = (id: string) => `/rest/likes/1.0/content/${id}/likes`
    const likers = async (id: string, client: HttpClient = wiki().admin, query = '') => {
      const answer = await client.get(path(id) + query)
      expect(answer.status, answer.text).toBe(200)
      return (answer.json as LikesEntity).likes.map(like => like.user.name)
    }
    const follow = (who: TestPerson, self: string, username: string, method = 'PUT') =>
      who.client.send(method, `/rest/likes/1.0/user/${self}/following?username=${username}`)
    const content = async (body: object) => {
      const made = await wiki().admin.post('/rest/api/content', body)
      expect(made.status, made.text).toBe(200)
      return made.json.id as string
    }
    const page = (title: string, type = 'page', space = 'LIKE') => content({ type, title, space: { key: space } })
    const comment = (on: string) =>
      content({
        type: 'comment',
        container: { id: on, type: 'page' },
        body: { storage: { value: '<p>Well said</p>', representation: 'storage' } },
      })

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'LIKE', name: 'Liked' })
      ids.page = await page('Page')
      ids.post = await page('Post', 'blogpost')
      ids.comment = await comment(ids.page)
      ada = await person(wiki(), 'ada')
      ben = await person(wiki(), 'ben')
    })

    it('likes and unlikes a page, a post and a comment, with an empty JSON body or a form that holds the token [V7-18] [V7-19]', async () => {
      const browser = new Browser(wiki().url)
      await browser.login('ada', 'correct horse battery')
      const document = await browser.get(`/pages/viewpage.action?pageId=${ids.page}`)
      const token = /name="ajs-atl-token" content="([^"]+)"/.exec(document.text)?.[1] ?? ''
      const form = (value: string) => new URLSearchParams({ atl_token: value })
      expect((await browser.send('POST', path(ids.page), form('wrong'))).status).toBe(403)
      const [first, ...others] = Object.values(ids)
      const liked = await browser.send('POST', path(first!), form(token))
      expect([liked.status, liked.headers.get('content-type')]).toEqual([200, 'application/json;charset=UTF-8'])
      // Callers compare this beginning.
      expect(liked.text.startsWith('{"likes":[{"user":{"name":"ada",')).toBe(true)
      for (const id of others) {
        const answer = await ada.client.send('POST', path(id), '', { 'content-type': 'application/json' })
        expect(answer.status, answer.text).toBe(200)
      }
      for (const id of Object.values(ids)) expect(await likers(id)).toEqual(['ada'])
      // Once is enough: clients read this refusal as "already liked".
      const again = await ada.client.post(path(ids.page))
      expect([again.status, again.json.message]).toEqual([400, 'The content cannot be liked'])
      const taken = await browser.send('DELETE', path(ids.page), form(token))
      expect([taken.status, taken.json]).toEqual([200, { likes: [], content_id: ids.page, content_type: 'page' }])
      expect(await likers(ids.page)).toEqual([])
      // A user who never liked it gets the same answer.
      expect((await ben.client.delete(path(ids.page))).status).toBe(200)
      await ada.client.post(path(ids.page))
    })

    it('says what is liked, by whom, whom the reader follows, and the same of the comments [V3-14] [V3-19] [V7-21] [V7-23] [V3-18]', async () => {
      expect((await ada.client.get(`${path(ids.page)}?commentLikes=true`)).json).toEqual({
        likes: [{ user: { name: 'ada', followedByRemoteUser: false } }],
        content_id: ids.page,
        content_type: 'page',
        commentLikes: {
          [ids.comment]: {
            likes: [{ user: { name: 'ada', followedByRemoteUser: false } }],
            content_id: ids.comment,
            content_type: 'comment',
          },
        },
      })
      expect((await wiki().admin.get(path(ids.post))).json).toMatchObject({ content_type: 'blogpost' })
      expect((await follow(ben, 'ben', 'ada')).status).toBe(204)
      expect((await follow(ben, 'ben', 'ada')).status).toBe(204)
      const seen = await ben.client.get(`${path(ids.page)}?commentLikes=true&expand=user`)
      expect(seen.json.likes[0].user).toEqual({
        name: 'ada',
        followedByRemoteUser: true,
        fullName: 'ada Doe',
        avatarUrl: expect.stringContaining('/'),
        url: '/display/~ada',
      })
      expect(seen.json.commentLikes[ids.comment].likes[0].user.followedByRemoteUser).toBe(true)
      expect((await follow(ben, 'ben', 'ada', 'DELETE')).status).toBe(204)
      expect((await ben.client.get(path(ids.page))).json.likes[0].user.followedByRemoteUser).toBe(false)
      // Users cannot follow for others, nor follow themselves or an unknown user.
      expect((await follow(ben, 'ada', 'admin')).status).toBe(403)
      expect((await follow(ben, 'ben', 'ben')).status).toBe(400)
      expect((await follow(ben, 'ben', 'nobody')).status).toBe(404)
      expect((await wiki().anonymous.put('/rest/likes/1.0/user/ben/following?username=ada')).status).toBe(401)
      await wiki().app.database.transaction(tx => wiki().app.settings.set(tx, followEnabled, false, null))
      expect((await follow(ben, 'ben', 'ada')).status).toBe(403)
      expect((await ben.client.get(`/rest/oxbow/1.0/content/${ids.page}/likes`)).json.mayFollow).toBe(false)
      await wiki().app.database.transaction(tx => wiki().app.settings.set(tx, followEnabled, true, null))
    })

    it('gives at most as many as are asked for, and counts all of them [V7-22] [V9-08]', async () => {
      const crowded = await page('Crowded')
      const accounts: { id: number }[] = []
      for (let n = 0; n < 60; n++)
        accounts.push(
          await createAccount(wiki().app, { username: `fan${n}`, displayName: `Fan ${n}`, email: '' }, null),
        )
      await wiki().app.database.transaction(({ db }) =>
        db
          .insertInto('content_like')
          .values(accounts.map(({ id }, n) => ({ content_id: Number(crowded), account_id: id, at: n })))
          .execute(),
      )
      const answer = await likers(crowded, ben.client, '?expand=user&max=50')
      expect(answer).toHaveLength(50)
      // The last to like comes first.
      expect(answer[0]).toBe('fan59')
      expect(await likers(crowded)).toHaveLength(60)
      expect((await ben.client.get(`/rest/oxbow/1.0/content/${crowded}/likes`)).json.count).toBe(60)
      const popular = await ben.client.get('/rest/oxbow/1.0/popular')
      // Liked long ago.
      expect(popular.json.results.map((entry: { title: string }) => entry.title)).not.toContain('Crowded')
    })

    it('comes with the page and its comments, without a statement for each', async () => {
      const view = (client: HttpClient) => client.get(`/rest/oxbow/1.0/pages/${ids.page}`)
      const shown = (await view(ada.client)).json.parts
      expect(shown.likes).toEqual({
        type: 'page',
        count: 1,
        liked: true,
        promoted: [],
        other: null,
        mayLike: true,
        mayFollow: true,
      })
      expect(shown.comments.results[0].parts.likes).toMatchObject({ count: 1, liked: true })
      await follow(ben, 'ben', 'ada')
      expect((await view(ben.client)).json.parts.likes).toMatchObject({ liked: false, promoted: ['ada Doe'] })
      await follow(ben, 'ben', 'ada', 'DELETE')
      expect((await view(ben.client)).json.parts.likes).toMatchObject({ promoted: [], other: 'ada Doe' })
      const withComments = async (more: number) => {
        for (let n = 0; n < more; n++) await ada.client.post(path(await comment(ids.page)))
        return repetitionsOf(wiki(), () => view(ada.client))
      }
      const few = await withComments(1)
      expect(await withComments(3)).toBeLessThanOrEqual(few)
    })

    it('refuses who may not see, is not signed in, or reads in an archived space or a read-only wiki', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'SHUT', name: 'Shut' })
      const hidden = await page('Hidden', 'page', 'SHUT')
      await wiki().admin.post(path(hidden))
      await wiki().admin.put(`/rest/api/content/${hidden}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await ada.client.send(method, path(hidden))).status, method).toBe(404)
      const titles = async (client: HttpClient) =>
        (await client.get('/rest/oxbow/1.0/popular')).json.results.map((entry: { title: string }) => entry.title)
      expect(await titles(wiki().admin)).toContain('Hidden')
      expect(await titles(ada.client)).toEqual(['Page', 'Post'])
      expect((await ada.client.get('/rest/oxbow/1.0/popular?limit=1')).json).toMatchObject({
        size: 1,
        _links: { next: expect.stringContaining('start=1') },
      })
      expect((await wiki().anonymous.post(path(ids.page))).status).toBeGreaterThanOrEqual(401)
      const old = await page('Old', 'page', 'SHUT')
      expect((await wiki().admin.put('/rest/api/space/SHUT/archive')).status).toBeLessThan(300)
      const archived = await ada.client.post(path(old))
      expect([archived.status, archived.json.data.allowedInReadOnlyMode]).toEqual([405, false])
      expect((await ada.client.get(`/rest/oxbow/1.0/content/${old}/likes`)).json.mayLike).toBe(false)
      const mode = (name: string) =>
        wiki().admin.put('/rest/oxbow/1.0/admin/access-mode', { mode: name, banner: { isShown: false, text: '-' } })
      await mode('READ_ONLY')
      expect((await ben.client.post(path(ids.page))).status).toBe(405)
      expect((await ben.client.get(`/rest/oxbow/1.0/content/${ids.page}/likes`)).json.mayLike).toBe(false)
      await mode('READ_WRITE')
    })

    it('fills the number of likes of a content report', async () => {
      await wiki().admin.post(`/rest/api/content/${ids.page}/label`, [{ prefix: 'global', name: 'reported' }])
      const report = await content({
        type: 'page',
        title: 'Report',
        space: { key: 'LIKE' },
        body: {
          storage: {
            value:
              '<ac:structured-macro ac:name="content-report-table"><ac:parameter ac:name="labels">reported</ac:parameter><ac:parameter ac:name="showLikesCount">true</ac:parameter></ac:structured-macro>',
            representation: 'storage',
          },
        },
      })
      await wiki().app.events.settled()
      const html = (await ada.client.get(`/rest/api/content/${report}?expand=body.view`)).json.body.view.value as string
      // The page and its four comments are liked once each; the report counts the page.
      expect(html.replaceAll(/<[^>]+>/g, ' ')).toMatch(/Page.*\s1\s/s)
    })

    it('writes events that search does not index again, and goes with its content', async () => {
      const read = wiki().app.database.read
      const kinds = await read.selectFrom('event').select('kind').where('kind', 'like', 'content.%liked').execute()
      expect(new Set(kinds.map(row => row.kind))).toEqual(new Set(['content.liked', 'content.unliked']))
      await wiki().admin.delete(`/rest/api/content/${ids.comment}`)
      await wiki().app.events.settled()
      expect((await ada.client.get(path(ids.comment))).status).toBe(404)
    })
  },
)
