import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ADMIN, onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'

/** Sends a request unchanged: chunked unless a length is given, with a body on any method, and an uncleaned path. */
async function raw(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  chunks: readonly string[] = [],
): Promise<Pick<HttpReply, 'status' | 'text' | 'json'>> {
  const { hostname, port } = new URL(url)
  const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`
  const sent = request({ hostname, port, method, path, headers: { authorization, ...headers } })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  for (const chunk of chunks) sent.write(chunk)
  sent.end()
  const [answer] = await answered
  const text = await readText(answer)
  return { status: answer.statusCode ?? 0, text, json: text === '' ? undefined : JSON.parse(text) }
}

/** Requests of real programs, one by one; each line was seen on the wire of the program that it names. */
onEachEngine(
  'requests of real clients',
  () => features,
  wiki => {
    let id = ''
    let root = ''
    const page = (title: string, more: object = {}) => ({
      type: 'page',
      title,
      space: { key: 'WIRE' },
      body: { storage: { value: `<p>${title}</p>`, representation: 'storage' } },
      ...more,
    })
    const admin = () => wiki().admin
    const created = async (title: string, more: object = {}) => {
      const reply = await admin().post('/rest/api/content', page(title, more))
      expect(reply.status, reply.text).toBe(200)
      return reply.json
    }
    const read = async (path: string) => {
      const reply = await admin().get(path)
      expect(reply.status, reply.text).toBe(200)
      return reply.json
    }
    const ids = (reply: HttpReply) => (reply.json.results as { id: string }[]).map(result => result.id)

    it('takes JSON in chunks, with and without a charset (confluence-publisher)', async () => {
      await admin().post('/rest/api/space', { key: 'WIRE', name: 'Wire' })
      root = (await created('Root')).id
      for (const [index, type] of ['application/json', 'application/json; charset=UTF-8'].entries()) {
        const body = JSON.stringify(page(`Chunked ${index}`))
        const middle = Math.floor(body.length / 2)
        const headers = { 'content-type': type, 'transfer-encoding': 'chunked' }
        const reply = await raw(wiki().url, 'POST', '/rest/api/content', headers, [
          body.slice(0, middle),
          body.slice(middle),
        ])
        expect([reply.status, reply.json.title], reply.text).toEqual([200, `Chunked ${index}`])
      }
      id = (await created('Page', { ancestors: [{ id: root }] })).id
    })

    it('reads with a JSON body on GET, and with a content type and none (md2confluence, axios)', async () => {
      const body = '{"some":"payload"}'
      const withBody = await raw(
        wiki().url,
        'GET',
        `/rest/api/content/${id}?expand=body.storage`,
        { 'content-type': 'application/json', 'content-length': String(body.length) },
        [body],
      )
      expect([withBody.status, withBody.json.id], withBody.text).toEqual([200, id])
      expect(
        (await raw(wiki().url, 'GET', `/rest/api/content/${id}`, { 'content-type': 'application/json' })).status,
      ).toBe(200)
    })

    it('writes back whole objects that were read, with more in them than can be written (md2confluence, sphinx)', async () => {
      const whole = await read(
        `/rest/api/content/${id}?expand=body.storage,version,space,ancestors,history,container,metadata.labels,metadata.properties,children.page,restrictions.read.restrictions.user`,
      )
      const reply = await admin().put(`/rest/api/content/${id}`, {
        ...whole,
        version: { ...whole.version, number: whole.version.number + 1 },
      })
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json).toMatchObject({ id, version: { number: 2 }, body: { storage: { value: '<p>Page</p>' } } })
      expect(reply.json.ancestors.map((a: { id: string }) => a.id)).toEqual([root])
      const space = await read('/rest/api/space/WIRE?expand=homepage,description.plain')
      const home = await admin().put('/rest/api/space/WIRE', { ...space, homepage: whole })
      expect(home.status, home.text).toBe(200)
    })

    it('finds calls behind double slashes, a trailing slash and the prefix /wiki (load tests, atlassian-python-api, confluence.js)', async () => {
      for (const path of [
        `//rest/api/content/${id}`,
        `/rest//api/content/${id}/`,
        `/wiki/rest/api/content/${id}`,
        '/rest/api/content/?spaceKey=WIRE',
        `/rest/api/content/${id}/child/attachment/`,
        '/wiki/rest/api/content/search/?cql=(space=WIRE)',
      ])
        expect((await raw(wiki().url, 'GET', path)).status, path).toBe(200)
      expect((await admin().post('/rest/api/content/', page('Slash'))).status).toBe(200)
    })

    it('takes uploads with either spelling of the token header, and refuses them without (cosmere, apache clients)', async () => {
      const upload = (token: string | undefined, name: string) => {
        const form = new FormData()
        form.append('file', new Blob(['bytes']), name)
        form.append('comment', 'c')
        return admin().send(
          'POST',
          `/rest/api/content/${id}/child/attachment?allowDuplicated=true`,
          form,
          token ? { 'x-atlassian-token': token } : {},
        )
      }
      expect((await upload('no-check', 'a.txt')).status).toBe(200)
      expect((await upload('nocheck', 'b.txt')).status).toBe(200)
      const refused = await upload(undefined, 'c.txt')
      expect([refused.status, refused.json.message]).toEqual([403, 'XSRF check failed'])
    })

    it('takes ids as numbers and as texts, and those of attachments with and without their prefix (md2conf, cosmere)', async () => {
      expect((await created('By number', { ancestors: [{ id: Number(id), type: 'page' }] })).ancestors.at(-1).id).toBe(
        id,
      )
      const files = await read(`/rest/api/content/${id}/child/attachment?expand=version,container`)
      const [first, second] = files.results as {
        id: string
        metadata: { comment: string }
        extensions: { comment: string }
      }[]
      expect(first?.id).toMatch(/^att\d+$/)
      expect([first?.metadata.comment, first?.extensions.comment]).toEqual(['c', 'c'])
      const bare = first!.id.replace('att', '')
      expect((await read(`/rest/api/content/${bare}`)).id).toBe(first?.id)
      expect((await read(`/rest/api/content/${first!.id}`)).id).toBe(first?.id)
      expect((await admin().delete(`/rest/api/content/${id}/child/attachment/${bare}`)).status).toBe(204)
      expect((await admin().delete(`/rest/api/content/${second!.id}`)).status).toBe(204)
      expect((await read(`/rest/api/content/${id}/child/attachment`)).size).toBe(0)
    })

    it('clears the parent by the id 1 (sphinx), and keeps it when none is named (atlassian-python-api)', async () => {
      const child = await created('Child', { ancestors: [{ id }] })
      const kept = await admin().put(`/rest/api/content/${child.id}`, { ...page('Child'), version: { number: 2 } })
      expect(kept.json.ancestors.at(-1).id).toBe(id)
      const cleared = await admin().put(`/rest/api/content/${child.id}`, {
        ...page('Child'),
        ancestors: [{ id: '1' }],
        version: { number: 3 },
      })
      expect([cleared.status, cleared.json.ancestors]).toEqual([200, []])
    })

    it('has nothing archived (sphinx), and the parent of a page last among its ancestors', async () => {
      expect(await read('/rest/api/content?type=page&spaceKey=WIRE&title=Page&status=archived')).toMatchObject({
        results: [],
        size: 0,
      })
      const found = await read('/rest/api/content?type=page&spaceKey=WIRE&title=page&expand=ancestors,version')
      expect(found.results[0].ancestors.at(-1).id).toBe(root)
    })

    it('creates a property by PUT with the number 1, and takes the fetched one back raised by one (sphinx, confluence-cli)', async () => {
      const path = `/rest/api/content/${id}/property/sphinxcontrib.confluencebuilder`
      expect((await admin().get(path)).status).toBe(404)
      const first = await admin().put(path, {
        key: 'sphinxcontrib.confluencebuilder',
        value: { hash: 'a' },
        version: { number: 1 },
      })
      expect([first.status, first.json.version.number], first.text).toEqual([200, 1])
      const fetched = await read(`${path}?expand=value,version`)
      const again = await admin().put(path, {
        ...fetched,
        value: { hash: 'b' },
        version: { ...fetched.version, number: 2 },
      })
      expect([again.status, again.json.value, again.json.version.number]).toEqual([200, { hash: 'b' }, 2])
      expect((await admin().put(path, { ...fetched, version: { number: 9 } })).status).toBe(409)
      expect((await admin().delete(path)).status).toBe(204)
      expect((await admin().delete(path)).status).toBe(404)
    })

    it('takes one label or a list, and those that come with a new version (duo, mark)', async () => {
      expect((await admin().post(`/rest/api/content/${id}/label`, { prefix: 'global', name: 'one' })).json.size).toBe(1)
      expect(
        (await admin().post(`/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'two' }, { name: 'three' }]))
          .json.size,
      ).toBe(3)
      const { version } = await read(`/rest/api/content/${id}?expand=version`)
      const reply = await admin().put(`/rest/api/content/${id}`, {
        id,
        ...page('Page'),
        version: { number: version.number + 1 },
        metadata: { labels: [{ prefix: 'global', name: 'four' }] },
      })
      expect(reply.status).toBe(200)
      expect(
        (await read(`/rest/api/content/${id}/label?limit=200`)).results.map((label: { name: string }) => label.name),
      ).toEqual(['four', 'one', 'three', 'two'])
      expect((await admin().delete(`/rest/api/content/${id}/label?name=one`)).status).toBe(204)
    })

    it('answers deletion with 204 and no body (md_to_conf)', async () => {
      const { id: gone } = await created('Gone')
      const reply = await admin().delete(`/rest/api/content/${gone}`)
      expect([reply.status, reply.text]).toEqual([204, ''])
      const again = await admin().delete(`/rest/api/content/${gone}`)
      expect([again.status, again.json.message]).toEqual([404, `No content found with id: ContentId{id=${gone}}`])
    })

    it('says what clients look for in its errors (sphinx, atlassian-python-api)', async () => {
      const message = async (reply: Promise<HttpReply>) => {
        const { status, json, headers } = await reply
        expect(headers.get('content-type')).toBe('application/json;charset=UTF-8')
        expect(json).toMatchObject({
          statusCode: status,
          data: { successful: false, errors: expect.any(Array) as unknown[] },
          reason: expect.any(String) as string,
        })
        return `${status} ${json.message as string}`
      }
      expect(await message(admin().post('/rest/api/content', page('Page')))).toMatch(/^400 .*title already exists/)
      expect(await message(admin().get('/rest/api/content/999999999'))).toMatch(/^404 No content found with id/)
      expect(
        await message(admin().put(`/rest/api/content/${root}`, { ...page('Root'), version: { number: 7 } })),
      ).toMatch(/^409 Version must be incremented on update\. Current version is: 1/)
      expect(await message(admin().put(`/rest/api/content/${root}`, page('Root')))).toMatch(/^400 version/)
      expect(
        await message(
          admin().post(
            '/rest/api/content',
            page('Bad', { body: { storage: { value: '<p>', representation: 'storage' } } }),
          ),
        ),
      ).toMatch(/^400 Error parsing xhtml: .*line 1/)
      expect(await message(admin().get('/rest/api/content?spaceKey=NOWHERE&title=x'))).toMatch(/^404 No space found/)
      expect(await message(admin().get('/rest/api/content/search?cql=nonsense'))).toMatch(/^400 /)
      expect(await message(wiki().as('admin', 'wrong').get('/rest/api/content'))).toMatch(/^401 /)
    })

    it('writes compact JSON in the order that load tests read by pattern', async () => {
      await wiki().app.events.settled()
      const search = await admin().get('/rest/api/search?cql=type=page')
      expect(search.text.startsWith('{"results":[')).toBe(true)
      expect(search.headers.get('content-type')).toBe('application/json;charset=UTF-8')
      const { text } = await admin().put(`/rest/api/content/${root}`, { ...page('Root'), version: { number: 2 } })
      expect(text).not.toContain('\n')
      expect(text).toMatch(/"title":"Root".*"anonymous_export_view".*"webui":"\/display\/WIRE\/Root"/)
    })

    it('links to the next page from the site, echoes the clamped limit, and has no next at the end', async () => {
      const first = await read('/rest/api/content?spaceKey=WIRE&limit=2&expand=version')
      expect(first._links.next).toMatch(/^\/rest\/api\/content\?/)
      expect(Object.fromEntries(new URL(first._links.next, wiki().url).searchParams)).toEqual({
        spaceKey: 'WIRE',
        expand: 'version',
        limit: '2',
        start: '2',
      })
      const seen: string[] = []
      for (let next: string | undefined = '/rest/api/content?spaceKey=WIRE&limit=2'; next;) {
        const page = await read(next)
        seen.push(...page.results.map((result: { id: string }) => result.id))
        next = page._links.next
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(await read('/rest/api/content?spaceKey=WIRE&limit=5000')).toMatchObject({ limit: 1000, size: seen.length })
      expect(first._links.base).toBe(wiki().app.baseUrl)
    })

    it('names in _expandable all that was not expanded (confluence-api, mcp-atlassian)', async () => {
      const bare = await read(
        `/rest/api/content/${id}?expand=title,body.storage.value,None,metadata.properties.content_appearance_published`,
      )
      expect(bare._expandable).toMatchObject({
        container: '/rest/api/space/WIRE',
        space: '/rest/api/space/WIRE',
        history: `/rest/api/content/${id}/history`,
        version: '',
        ancestors: '',
        children: `/rest/api/content/${id}/child`,
        descendants: `/rest/api/content/${id}/descendant`,
        operations: '',
        restrictions: `/rest/api/content/${id}/restriction/byOperation`,
      })
      expect(bare.body.storage.value).toBe('<p>Page</p>')
      const spaces = await read('/rest/api/space?spaceKey=WIRE')
      expect(spaces.size).toBe(1)
      expect((await read(spaces.results[0]._expandable.homepage)).id).toBe(id)
    })

    it('answers writes with text, ancestors and version without being asked (md2conf)', async () => {
      const reply = await created('Answer', { ancestors: [{ id }] })
      expect(reply).toMatchObject({
        status: 'current',
        version: { number: 1 },
        body: { storage: { value: '<p>Answer</p>', representation: 'storage' } },
        _links: { webui: '/display/WIRE/Answer', base: wiki().app.baseUrl },
      })
      expect(reply.ancestors.map((a: { id: string }) => a.id)).toEqual([root, id])
    })

    it('walks from the first page of a space without a title to its root (mark)', async () => {
      const home = await read('/rest/api/space/WIRE?expand=homepage')
      expect(home).toMatchObject({ id: expect.any(Number) as number, key: 'WIRE', name: 'Wire', type: 'global' })
      const [first] = (await read('/rest/api/content?spaceKey=WIRE&type=page&expand=ancestors')).results
      expect((first.ancestors[0] ?? first).id).toMatch(/^\d+$/)
    })

    it('knows users by e-mail address as well as by name (confluence.js)', async () => {
      expect((await wiki().as('admin@example.org', ADMIN.password).get('/rest/api/user/current')).json.username).toBe(
        'admin',
      )
    })

    it('gives out access tokens and takes them (mcp-atlassian, confluence-markdown-exporter)', async () => {
      const reply = await admin().post('/rest/pat/latest/tokens', { name: 'wire', expirationDuration: 1 })
      expect([200, 201]).toContain(reply.status)
      expect(reply.json).toMatchObject({
        id: expect.anything() as unknown,
        name: 'wire',
        rawToken: expect.any(String) as string,
      })
      const bearer = wiki().anonymous.with({ authorization: `Bearer ${reply.json.rawToken as string}` })
      expect((await bearer.get('/rest/api/user/current')).json.username).toBe('admin')
      expect(
        (await wiki().anonymous.with({ authorization: 'Bearer nonsense' }).get('/rest/api/user/current')).status,
      ).toBe(401)
    })

    it('converts wiki markup before it is published (md2confluence)', async () => {
      const reply = await admin().post('/rest/api/contentbody/convert/storage', {
        value: 'h1. Title\n\n*bold*',
        representation: 'wiki',
      })
      expect(reply.json).toMatchObject({
        representation: 'storage',
        value: expect.stringContaining('<h1>Title</h1>') as string,
      })
    })

    it('finds by CQL as encoded by different clients, at once (sphinx, duo, langchain)', async () => {
      const clients = [
        'space+%3D+WIRE+and+type%3Dpage+and+title~%22answer%22',
        'space%20%3D%20%22WIRE%22%20and%20title%20%3D%20%22Answer%22',
      ]
      for (const cql of clients) {
        expect(ids(await admin().get(`/rest/api/content/search?cql=${cql}&expand=version&limit=25`)), cql).toHaveLength(
          1,
        )
      }
      const below = await admin().get(`/rest/api/content/search?cql=ancestor=${root}&limit=100`)
      expect(ids(below)).toContain(id)
    })
  },
)
