import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const ROOMS = '/rest/oxbow/1.0/spaces/CHAT/chat-rooms'
const ROOM = { name: 'Team', service: 'slack', events: ['page.created', 'comment.created'] }

onEachEngine(
  'chat rooms',
  () => features,
  wiki => {
    const received: { path: string; body: { text: string } }[] = []
    let statuses: number[] = []
    const receiver = createServer((request, response) => {
      let body = ''
      request
        .setEncoding('utf8')
        .on('data', chunk => (body += chunk))
        .on('end', () => {
          received.push({ path: request.url ?? '', body: JSON.parse(body) as { text: string } })
          response.writeHead(statuses.shift() ?? 200).end('ok')
        })
    })
    let url = ''
    beforeAll(async () => {
      await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
      url = `http://localhost:${(receiver.address() as AddressInfo).port}/services/SECRET`
      await wiki().admin.post('/rest/api/space', { key: 'CHAT', name: 'Chatty' })
      await wiki().admin.post('/rest/api/space', { key: 'OTHER', name: 'Other' })
    })
    afterAll(() => receiver.close())
    beforeEach(() => {
      received.length = 0
      statuses = []
    })

    const connect = async (chatHosts = 'localhost, hooks.slack.com') => {
      await wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: ['localhost'] })
      const reply = await wiki().admin.put('/rest/oxbow/1.0/admin/settings', { chatHosts })
      expect(reply.status, reply.text).toBe(200)
    }
    const add = async (more: object = {}) => {
      const reply = await wiki().admin.post(ROOMS, { ...ROOM, url, ...more })
      expect(reply.status, reply.text).toBe(201)
      return reply.json as { id: number }
    }
    const remove = ({ id }: { id: number }) => wiki().admin.delete(`${ROOMS}/${id}`)
    const settled = async () => {
      await wiki().app.events.settled('chat')
      await wiki().app.jobs.idle()
    }
    const page = (title: string, key = 'CHAT') => wiki().admin.createPage(key, title, '<p>secret text</p>')
    const texts = () => received.map(({ body }) => body.text)

    it('need a site that is connected, and addresses on its hosts', async () => {
      const { admin } = wiki()
      expect((await admin.get(ROOMS)).json).toEqual({ service: 'Hipchat', hosts: [], rooms: [] })
      const refused = await admin.post(ROOMS, { ...ROOM, url })
      expect([refused.status, refused.json.message]).toEqual([
        400,
        'body.url: An administrator has to connect the wiki with a chat service first',
      ])
      await connect()
      for (const wrong of [
        'https://evil.example/hook',
        'https://hooks.slack.com.evil.example/x',
        'http://127.0.0.1/hook',
        'https://user:pw@hooks.slack.com/x',
        'ftp://hooks.slack.com/x',
        'hooks.slack.com',
      ])
        expect((await admin.post(ROOMS, { ...ROOM, url: wrong })).status, wrong).toBe(400)
      for (const wrong of [{ name: ' ' }, { service: 'irc' }, { events: [] }, { events: ['page.read'] }])
        expect((await admin.post(ROOMS, { ...ROOM, url, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
      expect((await admin.get(ROOMS)).json).toMatchObject({ hosts: ['localhost', 'hooks.slack.com'], rooms: [] })
    })

    it('are added, changed and removed; the address is never shown', async () => {
      const { admin } = wiki()
      await connect()
      const { id } = await add()
      const list = await admin.get(ROOMS)
      expect(list.json.rooms).toEqual([{ ...ROOM, id, host: new URL(url).host, isActive: true, last: null }])
      expect(list.text).not.toContain('SECRET')
      const changed = await admin.put(`${ROOMS}/${id}`, { ...ROOM, name: 'Renamed', isActive: false })
      expect(changed.json).toMatchObject({ name: 'Renamed', isActive: false, host: new URL(url).host })
      expect((await admin.put(`${ROOMS}/${id}`, { ...ROOM, url: 'https://evil.example/' })).status).toBe(400)
      // A room of another space.
      const elsewhere = `/rest/oxbow/1.0/spaces/OTHER/chat-rooms/${id}`
      expect((await admin.put(elsewhere, ROOM)).status).toBe(404)
      expect((await admin.delete(elsewhere)).status).toBe(404)
      expect((await admin.post(`${elsewhere}/test`, {})).status).toBe(404)
      await wiki().app.events.settled('audit')
      const { results } = (await admin.get('/rest/api/audit?limit=5')).json
      expect(results.map((record: { summary: string }) => record.summary)).toContain('Chat room added')
      expect(JSON.stringify(results)).not.toContain('SECRET')
      expect((await remove({ id })).status).toBe(204)
      expect((await admin.get(ROOMS)).json.rooms).toEqual([])
      for (let index = 0; index < 10; index++) await add()
      expect((await admin.post(ROOMS, { ...ROOM, url })).json.message).toContain('at most 10 chat rooms')
      for (const room of (await admin.get(ROOMS)).json.rooms as { id: number }[]) await remove(room)
    })

    it('are for administrators of the space', async () => {
      const { client } = await person(wiki(), 'chatreader')
      await connect()
      const room = await add()
      for (const [who, status] of [
        [client, 403],
        [wiki().anonymous, 401],
      ] as const) {
        expect((await who.get(ROOMS)).status).toBe(status)
        expect((await who.post(ROOMS, { ...ROOM, url })).status).toBe(status)
        expect((await who.put(`${ROOMS}/${room.id}`, ROOM)).status).toBe(status)
        expect((await who.post(`${ROOMS}/${room.id}/test`, {})).status).toBe(status)
        expect((await who.delete(`${ROOMS}/${room.id}`)).status).toBe(status)
      }
      expect(received).toEqual([])
      await remove(room)
    })

    it('are told of chosen events of their space, with links and without the text', async () => {
      await connect()
      await page('Before')
      const room = await add()
      const id = await page('Told <b>')
      await page('Elsewhere', 'OTHER')
      await wiki().admin.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        body: { storage: { value: '<p>secret text</p>', representation: 'storage' } },
      })
      await wiki().admin.delete(`/rest/api/content/${await page('Short-lived')}`)
      await settled()
      const all = texts().join('\n')
      const link = `<${wiki().app.baseUrl}/pages/viewpage.action?pageId=${id}|Told &lt;b&gt;>`
      expect(all).toContain(`published the page ${link} – Chatty`)
      expect(all).toContain(`wrote a comment on ${link} – Chatty`)
      for (const untold of ['Before', 'Elsewhere', 'deleted', 'secret text']) expect(all).not.toContain(untold)
      expect((await wiki().admin.get(ROOMS)).json.rooms[0].last).toMatchObject({
        isDelivered: true,
        description: '200',
      })
      await remove(room)
    })

    it('are never told of what only some readers of the space may see', async () => {
      await connect()
      const room = await add({
        events: ['page.created', 'page.updated', 'page.trashed', 'comment.created', 'attachment.created'],
      })
      const { admin } = wiki()
      const create = (title: string, more: object) =>
        admin.post('/rest/api/content', {
          type: 'page',
          title,
          space: { key: 'CHAT' },
          body: { storage: { value: '<p>x</p>', representation: 'storage' } },
          ...more,
        })
      const open = await page('Open')
      await settled()
      received.length = 0
      await admin.put(`/rest/api/content/${open}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      const { json: below } = await create('Hidden below', { ancestors: [{ id: open }] })
      await admin.post('/rest/api/content', {
        type: 'comment',
        container: { id: below.id, type: 'page' },
        body: { storage: { value: '<p>x</p>', representation: 'storage' } },
      })
      const form = new FormData()
      form.set('file', new Blob(['x']), 'hidden.txt')
      await admin.send('POST', `/rest/api/content/${open}/child/attachment`, form, { 'x-atlassian-token': 'no-check' })
      await admin.put(`/rest/api/content/${open}`, { type: 'page', title: 'Open still', version: { number: 2 } })
      await admin.delete(`/rest/api/content/${below.id}`)
      await settled()
      expect(received).toEqual([])
      await remove(room)
    })

    it('get one message for many changes at once', async () => {
      await connect()
      const room = await add()
      const ids: string[] = []
      for (let index = 0; index < 13; index++) ids.push(await page(`Many ${index}`))
      const { app } = wiki()
      await settled()
      received.length = 0
      // As when a subscriber comes back after a pause.
      const events = await app.database.read
        .selectFrom('event')
        .selectAll()
        .where('kind', '=', 'page.created')
        .where('content_id', 'in', ids.map(Number))
        .orderBy('id')
        .execute()
      const { queueMessages } = await import('./server/deliver.ts')
      await app.database.transaction(tx =>
        queueMessages(
          app,
          tx,
          events.map(event => ({
            id: event.id,
            at: event.at,
            kind: event.kind,
            actorId: event.actor_id,
            spaceId: event.space_id,
            contentId: event.content_id,
            data: {},
          })),
        ),
      )
      await app.jobs.idle()
      expect(received).toHaveLength(1)
      expect(texts()[0]?.split('\n')).toHaveLength(11)
      expect(texts()[0]).toContain('Many 9>')
      expect(texts()[0]).toMatch(/and 3 more changes$/)
      await remove(room)
    })

    it('are told again when they fail; not on a host that is no longer allowed', async () => {
      await connect()
      const room = await add()
      statuses = [500, 429]
      await page('Tried thrice')
      await settled()
      expect(received).toHaveLength(3)
      const last = async () => (await wiki().admin.get(ROOMS)).json.rooms[0].last as { description: string }
      expect(await last()).toMatchObject({ isDelivered: true })
      received.length = 0
      await connect('hooks.slack.com')
      await page('Not told')
      await settled()
      expect(received).toEqual([])
      expect(await last()).toMatchObject({ isDelivered: false, description: expect.stringContaining('list of hosts') })
      await connect()
      await wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: [] })
      const test = await wiki().admin.post(`${ROOMS}/${room.id}/test`, {})
      expect(test.json).toMatchObject({ isDelivered: false, description: expect.stringContaining('own network') })
      expect(test.text).not.toContain('SECRET')
      await connect()
      expect((await wiki().admin.post(`${ROOMS}/${room.id}/test`, {})).json).toMatchObject({ isDelivered: true })
      expect(texts()).toEqual(['This room is told of changes in the wiki.'])
      await wiki().admin.put('/rest/oxbow/1.0/admin/settings', { chatHosts: '' })
      await page('Disconnected')
      await settled()
      expect(received).toHaveLength(1)
      await remove(room)
    })
  },
)
