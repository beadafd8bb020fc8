import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'webhooks',
  () => features,
  wiki => {
    interface Received {
      headers: IncomingHttpHeaders
      body: string
    }
    const received: Received[] = []
    let answers: number[] = []
    const receiver = createServer((request, response) => {
      let body = ''
      request
        .setEncoding('utf8')
        .on('data', chunk => (body += chunk))
        .on('end', () => {
          received.push({ headers: request.headers, body })
          const status = answers.shift() ?? 200
          response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(`answer ${status}`)
        })
    })
    let url = ''
    beforeAll(async () => {
      await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
      await wiki().admin.post('/rest/api/space', { key: 'HOOK', name: 'Hooks' })
    })
    afterAll(() => receiver.close())
    beforeEach(() => {
      received.length = 0
      answers = []
    })

    const allow = (...hosts: string[]) => wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts })
    const register = async (more: object = {}) => {
      const reply = await wiki().admin.post('/rest/api/webhooks', {
        name: 'Chat',
        url,
        events: ['page_created'],
        ...more,
      })
      expect(reply.status, reply.text).toBe(201)
      return reply.json as { id: number }
    }
    const remove = (id: number) => wiki().admin.delete(`/rest/api/webhooks/${id}`)
    const page = async (title: string) => {
      const reply = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'HOOK' },
        body: { storage: { value: '<p>secret text</p>', representation: 'storage' } },
      })
      expect(reply.status, reply.text).toBe(200)
      await wiki().app.events.settled('webhooks')
      await wiki().app.jobs.idle()
      return String(reply.json.id)
    }

    it('are registered, changed, listed by event and removed; the secret is never shown', async () => {
      const { admin } = wiki()
      const { id } = await register({ configuration: { secret: 'shh' } })
      const other = await register({ name: 'Other', events: ['space_created', 'page_removed'], active: false })
      const { json, text } = await admin.get(`/rest/api/webhooks/${id}`)
      expect(json).toMatchObject({
        id,
        name: 'Chat',
        url,
        events: ['page_created'],
        active: true,
        scopeType: 'global',
        configuration: { hasSecret: true },
      })
      expect(text).not.toContain('shh')
      expect(
        (await admin.get('/rest/api/webhooks?event=page_removed')).json.results.map((each: { id: number }) => each.id),
      ).toEqual([other.id])
      expect((await admin.get('/rest/api/webhooks?limit=1')).json).toMatchObject({
        size: 1,
        _links: { next: '/rest/api/webhooks?limit=1&start=1' },
      })
      expect(
        (await admin.put(`/rest/api/webhooks/${id}`, { name: 'Renamed', url, events: ['page_updated'] })).json,
      ).toMatchObject({ name: 'Renamed', configuration: { hasSecret: true } })
      for (const wrong of [
        { url: 'nowhere' },
        { url: 'ftp://x.example' },
        { url: 'http://user:pw@x.example' },
        { events: [] },
        { events: ['nothing_happened'] },
        { name: '' },
      ]) {
        expect(
          (await admin.post('/rest/api/webhooks', { name: 'Wrong', url, events: ['page_created'], ...wrong })).status,
        ).toBe(400)
      }
      for (const each of [id, other.id]) expect((await remove(each)).status).toBe(204)
      expect((await admin.get(`/rest/api/webhooks/${id}`)).status).toBe(404)
    })

    it('are for administrators, whose browsers must have confirmed their password', async () => {
      const { client } = await person(wiki(), 'reader')
      for (const [who, status] of [
        [client, 403],
        [wiki().anonymous, 401],
      ] as const) {
        expect((await who.get('/rest/api/webhooks')).status).toBe(status)
        expect((await who.post('/rest/api/webhooks', { name: 'Mine', url, events: ['page_created'] })).status).toBe(
          status,
        )
        expect((await who.post(`/rest/api/webhooks/test?url=${encodeURIComponent(url)}`)).status).toBe(status)
      }
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const reply = await browser.send('POST', `/rest/api/webhooks/test?url=${encodeURIComponent(url)}`, undefined, {
        'x-atlassian-token': 'no-check',
      })
      expect([reply.status, reply.headers.get('x-oxbow-elevation')]).toEqual([403, 'required'])
      expect(received).toEqual([])
    })

    it('call nothing within the own network, by address or by name, until the host is allowed', async () => {
      const { admin } = wiki()
      const test = (address: string) => admin.post(`/rest/api/webhooks/test?url=${encodeURIComponent(address)}`)
      const { id } = await register()
      const port = new URL(url).port
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433']) {
        expect((await test(`http://${host}:${port}/hook`)).json, host).toMatchObject({
          result: { outcome: 'ERROR', description: expect.stringContaining('own network') as string },
        })
      }
      await page('Not told')
      expect(received).toEqual([])
      // Not tried again: that it is forbidden does not change by itself.
      expect((await admin.get(`/rest/api/webhooks/${id}/statistics`)).json.counts).toMatchObject({
        successes: 0,
        failures: 0,
        errors: 1,
      })
      expect((await allow('127.0.0.1')).json).toEqual({ hosts: ['127.0.0.1'] })
      expect((await test(url)).json).toMatchObject({
        event: 'diagnostics:ping',
        result: { outcome: 'SUCCESS', responseStatus: 200, responseBody: 'answer 200' },
      })
      expect(received.map(each => [each.headers['x-event-key'], each.body])).toEqual([
        ['diagnostics:ping', '{"test":true}'],
      ])
      await remove(id)
    })

    it('are told of what they listen to, once it has happened, signed and without the text', async () => {
      await allow('127.0.0.1')
      const before = await page('Before')
      const { id } = await register({ events: ['page_created', 'page_trashed'], configuration: { secret: 'shh' } })
      const silent = await register({ active: false })
      const pageId = await page('Told')
      expect(received).toHaveLength(1)
      const [{ headers, body } = { headers: {}, body: '' }] = received
      expect(JSON.parse(body)).toMatchObject({
        event: 'page_created',
        timestamp: expect.any(Number) as number,
        userKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        page: { id: Number(pageId), title: 'Told', spaceKey: 'HOOK', version: 1 },
        space: { key: 'HOOK' },
      })
      expect(body).not.toContain('secret text')
      expect(headers['x-event-key']).toBe('page_created')
      expect(headers['x-hub-signature']).toBe(`sha256=${createHmac('sha256', 'shh').update(body).digest('hex')}`)
      await wiki().admin.delete(`/rest/api/content/${before}`)
      await wiki().app.events.settled('webhooks')
      await wiki().app.jobs.idle()
      expect(received.map(each => each.headers['x-event-key'])).toEqual(['page_created', 'page_trashed'])
      for (const each of [id, silent.id]) await remove(each)
    })

    it('are told again when they fail, and their history shows it; redirects are not followed', async () => {
      const { admin } = wiki()
      await allow('127.0.0.1')
      const { id } = await register()
      expect((await admin.get(`/rest/api/webhooks/${id}/latest`)).status).toBe(204)
      answers = [302]
      const pageId = await page('Tried twice')
      expect(received).toHaveLength(2)
      expect(new Set(received.map(each => each.headers['x-request-id'])).size).toBe(1)
      const latest = await admin.get(`/rest/api/webhooks/${id}/latest`)
      expect(latest.json).toMatchObject({
        event: 'page_created',
        request: { method: 'POST', url },
        result: { outcome: 'SUCCESS' },
      })
      expect(JSON.parse(latest.json.request.body)).toMatchObject({ page: { id: Number(pageId) } })
      expect((await admin.get(`/rest/api/webhooks/${id}/latest?outcome=FAILURE`)).json.result).toMatchObject({
        outcome: 'FAILURE',
        responseStatus: 302,
      })
      const history = {
        counts: { successes: 1, failures: 1, errors: 0 },
        lastError: null,
        lastFailure: { result: { responseStatus: 302 } },
      }
      expect((await admin.get(`/rest/api/webhooks/${id}/statistics?event=page_created`)).json).toMatchObject(history)
      expect((await admin.get(`/rest/api/webhooks/${id}/statistics/summary`)).json).toMatchObject({
        page_created: history,
      })
      expect((await admin.get(`/rest/api/webhooks/${id}?statistics=true`)).json.statistics).toMatchObject(history)
      await remove(id)
    })
  },
)
