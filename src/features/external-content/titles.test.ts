import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

onEachEngine(
  'titles of links',
  () => features,
  wiki => {
    let site: Server
    let port = 0
    const asked: string[] = []
    /** Answers that the test gives. */
    const held: ServerResponse[] = []

    beforeAll(async () => {
      site = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://site')
        asked.push(request.url ?? '')
        if (pathname === '/moved') response.writeHead(302, { location: '/page' }).end('<title>Moved</title>')
        else if (pathname === '/missing') response.writeHead(404).end('<title>Not found</title>')
        else if (pathname === '/plain') response.end('words')
        else if (pathname === '/held') held.push(response)
        else if (pathname === '/large') response.end(`<title>Large</title>${'x'.repeat(5_000_000)}`)
        else if (pathname === '/late') response.end(`${' '.repeat(600_000)}<title>Late</title>`)
        else response.end('<head><title>Tides &amp; harbours</title></head>')
      })
      await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
      port = (site.address() as AddressInfo).port
      await wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: ['127.0.0.1'] })
      await allow(`github.com, 127.0.0.1:${port}`)
    })
    afterAll(() => {
      site.closeAllConnections()
      return new Promise(resolve => site.close(resolve))
    })
    beforeEach(() => {
      asked.length = 0
    })

    const allow = (titleHosts: string) => wiki().admin.put('/rest/oxbow/1.0/admin/settings', { titleHosts })
    const reply = (url: string) => wiki().admin.get(`/rest/oxbow/1.0/link-title?${new URLSearchParams({ url })}`)
    const titleOf = async (url: string) => {
      const { status, text, json } = await reply(url)
      expect(status, text).toBe(200)
      return json.title as string | null
    }
    const at = (path: string) => `http://127.0.0.1:${port}${path}`

    it('are read of the pages of a site, each page once for all its sections', async () => {
      expect(await titleOf(at('/page'))).toBe('Tides & harbours')
      expect(await titleOf(at('/page#section'))).toBe('Tides & harbours')
      expect(asked).toEqual(['/page'])
      expect(await titleOf(at('/large'))).toBe('Large')
    })

    it.each(['/moved', '/missing', '/plain', '/late'])(
      'are not there, and not asked for again at once: %s',
      async path => {
        expect(await titleOf(at(path))).toBeNull()
        expect(await titleOf(at(path))).toBeNull()
        expect(asked).toEqual([path])
      },
    )

    it('are asked for once by users who ask together, and for a few pages at a time', async () => {
      const paths = Array.from({ length: 8 }, (_, index) => `/held?${index}`)
      const titles = [...paths, ...paths].map(path => titleOf(at(path)))
      await expect.poll(() => held.length).toBe(8)
      expect(await titleOf(at('/page?9'))).toBeNull()
      for (const response of held) response.end('<title>Held</title>')
      expect(await Promise.all(titles)).toEqual(titles.map(() => 'Held'))
      expect(asked.toSorted()).toEqual(paths)
      expect(await titleOf(at('/page?9'))).toBe('Tides & harbours')
    })

    it('are asked for at sites of the list alone, by addresses without a password', async () => {
      for (const url of [
        `http://localhost:${port}/page`,
        `http://user@127.0.0.1:${port}/page`,
        `http://:secret@127.0.0.1:${port}/page`,
        `ftp://127.0.0.1:${port}/page`,
        'javascript:alert(1)',
        'words',
        '',
      ])
        expect(await titleOf(url), url).toBeNull()
      expect((await reply(at(`/${'x'.repeat(2000)}`))).status).toBe(400)
      await allow('')
      expect(await titleOf(at('/page'))).toBeNull()
      expect(await titleOf(at('/other'))).toBeNull()
      await allow(`github.com, 127.0.0.1:${port}`)
      expect(asked).toEqual([])
      expect(await titleOf(at('/other'))).toBe('Tides & harbours')
    })

    it('are for users who are signed in', async () => {
      const path = `/rest/oxbow/1.0/link-title?${new URLSearchParams({ url: at('/visitor') })}`
      expect((await wiki().anonymous.get(path)).status).toBe(401)
      expect(asked).toEqual([])
    })

    it('are asked for a limited number of times by a user', async () => {
      let last = 200
      for (let count = 0; count < 301 && last === 200; count++) last = (await reply(at('/page'))).status
      expect(last).toBe(429)
    })
  },
)
