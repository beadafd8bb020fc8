import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, storage, type HttpClient } from '#platform/server/testing/harness.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import type { Notification } from './contract.ts'
import type { MyworkNotification } from './mywork-contract.ts'

const ROOT = '/rest/mywork/latest'
const LIST = `${ROOT}/notification`
const OWN_LIST = '/rest/oxbow/1.0/notifications'

onEachEngine(
  'the calls of the old notifications',
  () => features,
  wiki => {
    let writer: TestPerson
    let reader: TestPerson
    let plans = ''
    let other = ''

    beforeAll(async () => {
      writer = await person(wiki(), 'writer')
      reader = await person(wiki(), 'reader')
      await wiki().admin.post('/rest/api/space', { key: 'MYW', name: 'My work' })
      plans = await create(reader.client, 'Plans & ideas')
      other = await create(reader.client, 'Other')
      // One after the other: two jobs may write notifications at once.
      const announced = async (id: string, value: string) => {
        await comment(id, value)
        await settled()
      }
      for (let i = 1; i <= 3; i++) await announced(plans, `<p>Plan <strong>${i}</strong> &lt;b&gt;</p>`)
      await announced(other, '<p>Elsewhere</p>')
      await announced(plans, '<p>Last</p>')
    })

    const settled = async () => {
      await wiki().app.events.settled()
      await wiki().app.jobs.idle()
    }
    const make = async (client: HttpClient, body: object) => {
      const made = await client.post('/rest/api/content', body)
      expect(made.status, made.text).toBe(200)
      return made.json.id as string
    }
    const create = (client: HttpClient, title: string, value = '<p>Text</p>') =>
      make(client, { type: 'page', title, space: { key: 'MYW' }, body: storage(value) })
    const comment = (id: string, value: string) =>
      make(writer.client, { type: 'comment', container: { id, type: 'page' }, body: storage(value) })
    const get = async (path: string, client = reader.client) => {
      await settled()
      const { status, text, json } = await client.get(path)
      expect(status, text).toBe(200)
      return json
    }
    const listed = (query = ''): Promise<MyworkNotification[]> => get(`${LIST}${query}`)
    const ids = async (query = '') => (await listed(query)).map(one => one.id)
    const put = async (path: string, body: unknown, status = 204, client = reader.client) => {
      // A string is sent as it is: complete JSON.
      const sent = await client.send('PUT', `${LIST}/${path}`, JSON.stringify(body), {
        'content-type': 'application/json',
      })
      expect(sent.status, `${path} ${sent.text}`).toBe(status)
      return sent
    }
    /** Ids of what the product's own list shows as unread. */
    const unread = async () =>
      ((await get(`${OWN_LIST}?filter=unread`)).results as Notification[]).map(one => Number(one.id))
    const isRead = async (id: number) => (await listed()).find(one => one.id === id)?.read
    const count = async () => (await get(`${ROOT}/status/notification/count`)).count as number

    it('list what the bell shows, newest first, under both names of the version', async () => {
      const all = await listed()
      expect(all.map(one => one.item.title)).toEqual(['Plans & ideas', 'Other', ...Array(3).fill('Plans & ideas')])
      expect(await get('/rest/mywork/1/notification')).toEqual(all)
      const { results } = (await get(OWN_LIST)) as { results: Notification[] }
      expect(all.map(({ id, url, created }) => ({ id: String(id), url, at: created }))).toEqual(
        results.map(({ id, url, at }) => ({ id, url, at })),
      )
      const [, , third] = all
      expect(third).toEqual({
        id: third?.id,
        globalId: String(third?.id),
        groupingId: plans,
        application: 'com.atlassian.confluence',
        applicationLinkId: '',
        entity: 'page',
        action: 'comment',
        title: 'writer Doe commented on Plans & ideas',
        description: 'Plan 3 &lt;b&gt;',
        url: expect.stringMatching(/focusedCommentId=(\d+)#comment-\1$/),
        iconUrl: `/avatars/${writer.userKey}/initials.svg`,
        item: {
          title: 'Plans & ideas',
          url: `/pages/viewpage.action?pageId=${plans}`,
          iconUrl: '',
          applicationLinkId: '',
        },
        metadata: { user: 'writer' },
        created: results[2]?.at,
        updated: results[2]?.at,
        status: null,
        read: false,
        pinned: false,
      })
      expect(await get(`${LIST}/${third?.id}`)).toEqual(third)
      expect(await get(LIST, writer.client)).toEqual([])
    })

    it('say how many are new, as the bell does', async () => {
      expect(await get(`${ROOT}/status`)).toEqual(await get(`${ROOT}/status/notification/count`))
      expect(await get(`${ROOT}/status`)).toEqual({ count: 5, timeout: 30, maxTimeout: 300 })
      expect(await get('/rest/mywork/1/status?_=1')).toMatchObject({ count: 5 })
      expect(await get(`${ROOT}/status/notification/new`)).toBe(5)
      expect(await get(`${ROOT}/status`, writer.client)).toMatchObject({ count: 0 })
    })

    it('give the list in parts, down by `before` and up by `after`', async () => {
      const all = await ids()
      const [e, d, c, b, a] = all
      expect(await ids('?limit=2')).toEqual([e, d])
      expect(await ids(`?limit=2&before=${d}`)).toEqual([c, b])
      expect(await ids(`?limit=2&before=${b}`)).toEqual([a])
      expect(await ids(`?limit=2&before=${a}`)).toEqual([])
      // Entries that a program that asks for news would otherwise miss come first.
      expect(await ids(`?limit=2&after=${a}`)).toEqual([c, b])
      expect(await ids(`?limit=2&after=${c}`)).toEqual([e, d])
      expect(await ids(`?limit=2&after=${e}`)).toEqual([])
      expect(await ids(`?after=${a}&before=${d}`)).toEqual([c, b])
      // Fields that a client leaves empty, and limits beyond what there is.
      expect(await ids('?limit=100000&after=&before=')).toEqual(all)
      for (const query of ['?after=x', '?before=-1', '?after=1.5'])
        expect((await reader.client.get(`${LIST}${query}`)).status, query).toBe(400)
    })

    it('group a part by page, the page with the newest first', async () => {
      const [e, d, c, b, a] = await ids()
      const groups = async (query = '') =>
        (
          (await get(`${LIST}/nested${query}`)) as {
            item: MyworkNotification['item']
            notifications: MyworkNotification[]
          }[]
        ).map(({ item, notifications }) => [item.title, notifications.map(one => one.id)])
      expect(await groups()).toEqual([
        ['Plans & ideas', [e, c, b, a]],
        ['Other', [d]],
      ])
      expect(await groups(`?limit=2&before=${e}`)).toEqual([
        ['Other', [d]],
        ['Plans & ideas', [c]],
      ])
      expect(await get('/rest/mywork/1/notification/nested')).toEqual(await get(`${LIST}/nested`))
    })

    it('name the newest that was seen: what came later is new, and all stays unread', async () => {
      const [e = 0, d = 0, c = 0] = await ids()
      await put('lastreadid', d)
      expect(await count()).toBe(1)
      await put('lastreadid', String(e))
      expect(await count()).toBe(0)
      await put('lastreadid', c)
      expect(await count()).toBe(2)
      expect(await unread()).toHaveLength(5)
      // An id that there is not yet would hide what comes.
      await put('lastreadid', e + 1000, 404)
      expect(await count()).toBe(2)
    })

    it('mark as read and as unread what the list of the product shows so', async () => {
      const [e = 0, d = 0, c = 0, b = 0, a = 0] = await ids()
      await put('read', e)
      expect(await unread()).toEqual([d, c, b, a])
      expect(await count()).toBe(1)
      await put('read', [d, String(c), c])
      expect(await unread()).toEqual([b, a])
      expect([await isRead(c), await isRead(b)]).toEqual([true, false])
      const done = await put(`${b}/status`, { status: 'DONE' }, 200)
      expect(done.json).toMatchObject({ id: b, read: true, status: null })
      expect(await unread()).toEqual([a])
      expect((await put(`${b}/status`, 'TODO', 200)).json).toMatchObject({ id: b, read: false })
      expect(await unread()).toEqual([b, a])
    })

    it('refuse bodies that name no notification', async () => {
      for (const body of [null, true, {}, { id: 1 }, 'x', -1, 1.5, 1e300, [[1]]])
        for (const call of ['read', 'lastreadid']) await put(call, body, 400)
      for (const body of [[], [1, 'x'], Array(101).fill(1)]) await put('read', body, 400)
      const [first] = await ids()
      for (const body of [null, 1, {}, { status: 'LATER' }, 'LATER']) await put(`${first}/status`, body, 400)
      await put('x/status', { status: 'DONE' }, 400)
      expect((await reader.client.delete(`${LIST}/x`)).status).toBe(400)
    })

    it('know no notification of others, and change none', async () => {
      const before = await listed()
      const [first, second] = before.map(one => one.id)
      const own = await comment(plans, `<p><ac:link><ri:user ri:username="admin" /></ac:link></p>`)
      await settled()
      const [mine] = (await wiki().admin.get(LIST)).json as MyworkNotification[]
      expect(mine?.url).toContain(own)
      const answers = [
        await writer.client.get(`${LIST}/${first}`),
        await put('read', second, 404, writer.client),
        await put('lastreadid', first, 404, writer.client),
        await put(`${first}/status`, { status: 'DONE' }, 404, writer.client),
        await writer.client.delete(`${LIST}/${first}`),
        await writer.client.delete(`${LIST}/999999999`),
      ]
      expect(answers.map(({ status, json }) => [status, json.statusCode])).toEqual(Array(6).fill([404, 404]))
      // Of several none is marked where one is not theirs.
      const { admin } = wiki()
      await put('read', [mine?.id, first], 404, admin)
      expect((await admin.get(`${LIST}/${mine?.id}`)).json).toMatchObject({ read: false })
      expect((await listed()).slice(1)).toEqual(before)
    })

    it('are for those who have signed in, and for no other site', async () => {
      const [first] = await ids()
      const { anonymous } = wiki()
      const answers = [
        ...(await Promise.all(
          ['status', 'status/notification/new', 'notification', 'notification/nested', `notification/${first}`].map(
            path => anonymous.get(`${ROOT}/${path}`),
          ),
        )),
        await put('read', first, 401, anonymous),
        await put('lastreadid', first, 401, anonymous),
        await put(`${first}/status`, 'DONE', 401, anonymous),
        await anonymous.delete(`${LIST}/${first}`),
      ]
      expect(answers.map(({ json }) => json.statusCode)).toEqual(Array(answers.length).fill(401))
      const foreign = reader.client.with({ origin: 'https://evil.example.org' })
      await put('read', first, 403, foreign)
      expect((await foreign.delete(`${LIST}/${first}`)).status).toBe(403)
      expect(await isRead(first ?? 0)).toBe(false)
    })

    it('delete from the bell, and from the mail that is still to go', async () => {
      const [first = 0, ...rest] = await ids()
      const queued = () =>
        wiki()
          .app.database.read.selectFrom('notification_mail')
          .select('notification_id')
          .where('account_id', '=', reader.id)
          .orderBy('notification_id', 'desc')
          .execute()
          .then(rows => rows.map(row => row.notification_id))
      expect(await queued()).toEqual([first, ...rest])
      expect((await reader.client.delete(`/rest/mywork/1/notification/${first}`)).status).toBe(204)
      expect(await ids()).toEqual(rest)
      expect(((await get(OWN_LIST)).results as Notification[]).map(one => Number(one.id))).toEqual(rest)
      expect(await queued()).toEqual(rest)
      expect((await reader.client.delete(`${LIST}/${first}`)).status).toBe(404)
      await put('read', first, 404)
      // The page is watched as before.
      await comment(plans, '<p>And again</p>')
      expect(await ids()).toHaveLength(rest.length + 1)
    })

    it('name mentioned users as readers see them, by whichever reference', async () => {
      await wiki().addUser('nop', { fullName: 'No P' })
      const { userKey } = (await wiki().admin.get('/rest/api/user?username=nop')).json
      const described = async (resource: string) => {
        await comment(plans, `<p><ac:link><ri:user ${resource} /></ac:link> should look</p>`)
        return (await listed())[0]?.description
      }
      expect(await described('ri:username="nop"')).toBe('No P should look')
      expect(await described(`ri:userkey="${userKey as string}"`)).toBe('No P should look')
      expect(await described('ri:username="no one"')).toBe('no one should look')
    })

    it('show nothing of what the user may not see, or was thrown away', async () => {
      const secret = await create(writer.client, 'Secret')
      await comment(secret, `<p><ac:link><ri:user ri:userkey="${reader.userKey}" /></ac:link> quokka</p>`)
      const [shown] = await listed()
      expect(shown).toMatchObject({ action: 'mention', item: { title: 'Secret' } })
      expect(shown?.description).toContain('quokka')
      const before = await count()
      const restrict = await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        {
          operation: 'read',
          restrictions: { user: ['writer', 'admin'].map(username => ({ type: 'known', username })) },
        },
      ])
      expect(restrict.status, restrict.text).toBe(200)
      expect(await get(`${ROOT}/status/notification/new`)).toBe(before - 1)
      expect(JSON.stringify([await listed(), await get(`${LIST}/nested`)])).not.toMatch(/Secret|quokka/)
      expect((await reader.client.get(`${LIST}/${shown?.id}`)).status).toBe(404)
      await put(`${shown?.id}/status`, 'DONE', 404)
      expect((await reader.client.delete(`/rest/api/content/${other}`)).status).toBe(204)
      expect((await listed()).map(one => one.item.title)).not.toContain('Other')
    })
  },
  { OXBOW_SMTP_URL: 'smtp://127.0.0.1:9' },
)
