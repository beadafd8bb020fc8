import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { mkdtemp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../contract.ts'
import type { ServerFeature } from '../app.ts'
import { onEachEngine, startTestWiki, type TestWiki } from '../testing/harness.ts'
import { request as rawRequest } from './testing/raw-request.ts'
import { Answer } from './http.ts'
import type { OpenApiDocument } from '../../openapi-document.ts'
import { notFoundPage } from './not-found.ts'

const node: z.ZodType = z
  .object({
    id: z.string(),
    get children() {
      return z.array(node)
    },
  })
  .meta({ id: 'TreeNode' })

const getTree = endpoint({
  method: 'GET',
  path: '/rest/api/tree/:id',
  summary: 'A tree',
  tag: 'trees',
  params: z.object({ id: z.string().max(10) }),
  query: z.object({ depth: z.coerce.number().int().max(5).default(1) }),
  response: node,
})
const postTree = endpoint({
  method: 'POST',
  path: '/rest/api/tree',
  summary: 'Plant <b>a</b> tree',
  tag: 'trees',
  body: z.object({ name: z.string().max(100) }),
  response: z.object({ id: z.string() }),
  status: 201,
})
const text = 'All work and no play makes Jack a dull boy. '.repeat(200)
const page = (path: string) => endpoint({ method: 'GET', path, summary: 'Text', tag: 'texts' })

let release = () => {}
const feature: ServerFeature = {
  name: 'test',
  register(app) {
    const { viewer } = app.systemContext()
    app.http.authenticateBy(async request => {
      if (request.headers['x-broken'] !== undefined) throw new Error('authentication fails')
      return { viewer, method: 'anonymous', xsrfToken: '' }
    })
    app.http.handle(getTree, ({ params }) => ({ id: params.id, children: [] }))
    app.http.handle(postTree, () => ({ id: '1' }))
    app.http.handle(page('/text'), () => Answer.html(text))
    app.http.handle(page('/text-tagged'), () => Answer.html(text, 200, { etag: '"5"' }))
    app.http.handle(page('/other-tagged'), () => Answer.html(text.toUpperCase(), 200, { etag: '"5"' }))
    app.http.handle(page('/short'), () => Answer.html('short'))
    app.http.handle(page('/binary'), () => new Answer(200, { 'content-type': 'image/png' }, Buffer.alloc(5000)))
    app.http.handle(
      page('/encoded'),
      () => new Answer(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, Buffer.alloc(5000)),
    )
    app.http.handle(
      page('/partial'),
      () =>
        new Answer(206, { 'content-type': 'text/plain', 'content-range': 'bytes 0-4999/9000' }, Buffer.alloc(5000, 97)),
    )
    app.http.handle(page('/full'), ({ request }) => {
      throw Object.assign(new Error('no room in /srv/secret'), { code: request.headers['x-code'] })
    })
    app.http.handle(page('/slow'), async () => {
      await new Promise<void>(resolve => {
        release = resolve
      })
      return Answer.html('slow')
    })
  },
}

onEachEngine(
  'calls of the platform',
  () => [feature],
  wiki => {
    const get = (path: string, headers: Record<string, string> = {}) => rawRequest(wiki().url + path, headers)

    it('tells its state exactly as clients compare it', async () => {
      const reply = await get('/status')
      expect(reply.body.toString()).toBe('{"state":"RUNNING"}')
      expect(reply.headers['content-type']).toBe('application/json;charset=UTF-8')
    })

    it('is live and ready, whoever asks and even when authentication fails', async () => {
      expect((await get('/text', { 'x-broken': '1' })).status).toBe(500)
      expect((await get('/health/live', { 'x-broken': '1' })).status).toBe(200)
      expect((await get('/health/ready', { 'x-broken': '1' })).json).toEqual({ status: 'ready' })
    })

    it('is not ready when attachments cannot be stored, and says so', async () => {
      const folder = join(wiki().config.home, 'blobs', 'tmp')
      await rename(folder, `${folder}-away`)
      try {
        const reply = await get('/health/ready')
        expect(reply.status).toBe(503)
        expect(reply.json).toEqual({ status: 'unavailable', reasons: ['attachments cannot be stored'] })
      } finally {
        await rename(`${folder}-away`, folder)
      }
      expect((await get('/health/ready')).status).toBe(200)
    })

    it('is not ready when a table of this version is gone', async () => {
      const { database } = wiki().app
      const name = '2026-11-21-01-jobs'
      await database.transaction(({ db }) =>
        db.updateTable('migration').set({ name: 'away' }).where('name', '=', name).execute(),
      )
      try {
        expect((await get('/health/ready')).json).toEqual({
          status: 'unavailable',
          reasons: ['the database lacks tables of this version'],
        })
      } finally {
        await database.transaction(({ db }) =>
          db.updateTable('migration').set({ name }).where('name', '=', 'away').execute(),
        )
      }
    })

    it('gives metrics by route template to the machine itself, not through a proxy', async () => {
      await get('/rest/api/tree/abc')
      const reply = await get('/metrics')
      const lines = reply.body.toString()
      expect(lines).toMatch(
        /oxbow_http_request_duration_seconds_count\{method="GET",route="\/rest\/api\/tree\/:id",status="200"\} \d/,
      )
      expect(lines).not.toContain('tree/abc')
      expect(lines).toContain('oxbow_jobs{state="queued"} 0')
      expect(lines).toContain('nodejs_eventloop_lag_seconds')
      expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(403)
    })

    it('counts what clients broke off, on either way', async () => {
      const counted = async (series: string) =>
        Number(
          new RegExp(`count\\{${series},status="499"\\} (\\d+)`).exec((await get('/metrics')).body.toString())?.[1] ??
            0,
        )
      const upload = connect(Number(new URL(wiki().url).port), '127.0.0.1')
      upload.write(
        'POST /rest/api/tree HTTP/1.1\r\nHost: wiki\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":',
        () => upload.destroy(),
      )
      await expect.poll(() => counted('method="POST",route="/rest/api/tree"')).toBe(1)
      const before = release
      const download = connect(Number(new URL(wiki().url).port), '127.0.0.1')
      download.write('GET /slow HTTP/1.1\r\nHost: wiki\r\n\r\n')
      await expect.poll(() => release).not.toBe(before)
      download.destroy()
      await expect.poll(() => counted('method="GET",route="/slow"')).toBe(1)
      release()
    })

    it('gives metrics while the database cannot be read, without those that are counted in it', async () => {
      const { database } = wiki().app
      const away = vi.spyOn(database.read, 'selectFrom').mockImplementation(() => {
        throw new Error('the database is away')
      })
      try {
        const reply = await get('/metrics')
        expect(reply.status).toBe(200)
        expect(reply.body.toString()).toContain('nodejs_eventloop_lag_seconds')
        expect(reply.body.toString()).not.toContain('oxbow_jobs{')
      } finally {
        away.mockRestore()
      }
      expect((await get('/metrics')).body.toString()).toContain('oxbow_jobs{state="queued"} 0')
    })

    it('says that the disk is full, and not where', async () => {
      for (const code of ['ENOSPC', 'SQLITE_FULL', '53100']) {
        const reply = await get('/full', { 'x-code': code })
        expect(reply.json).toMatchObject({
          statusCode: 507,
          reason: 'Insufficient Storage',
          message: expect.stringMatching(/no space left/),
        })
      }
      const other = await get('/full', { 'x-code': 'EIO' })
      expect(other.status).toBe(500)
      expect(other.body.toString()).not.toContain('secret')
    })

    it('names the methods of an address that is called by another', async () => {
      const call = (method: string, path: string) => fetch(wiki().url + path, { method })
      const reply = await call('DELETE', '/wiki/rest/api/tree/7/?deep=1')
      expect([reply.status, reply.headers.get('allow'), reply.headers.get('content-type')]).toEqual([
        405,
        'GET, HEAD, OPTIONS',
        'application/json;charset=UTF-8',
      ])
      expect(await reply.json()).toMatchObject({
        statusCode: 405,
        reason: 'Method Not Allowed',
        data: {
          authorized: true,
          valid: true,
          allowedInReadOnlyMode: true,
          successful: false,
          errors: [
            {
              message: {
                args: [],
                translation: 'DELETE is not among the methods of /rest/api/tree/7/: GET, HEAD, OPTIONS',
              },
            },
          ],
        },
      })
      expect((await call('GET', '/rest/api/tree')).headers.get('allow')).toBe('OPTIONS, POST')
      const options = await call('OPTIONS', '/rest/api/tree/7')
      expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
        204,
        'GET, HEAD, OPTIONS',
        '',
      ])
      expect(options.headers.get('access-control-allow-origin')).toBeNull()
      for (const method of ['DELETE', 'OPTIONS']) expect((await call(method, '/rest/api/tree/7/leaf')).status).toBe(404)
      expect((await call('OPTIONS', '/text')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      expect((await call('OPTIONS', '/nowhere')).status).toBe(404)
      const sent = httpRequest(wiki().url, { method: 'OPTIONS', path: '*', agent: false }).end()
      const [server] = (await once(sent, 'response')) as [IncomingMessage]
      expect([server.statusCode, server.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
      server.resume()
    })

    it('tells people by a page what went wrong in the server, in their language, and programs by JSON', async () => {
      const call = async (headers: Record<string, string>, path = '/full', method = 'GET') => {
        const reply = await fetch(wiki().url + path, {
          method,
          headers: { 'x-request-id': 'number-of-it', ...headers },
        })
        return {
          status: reply.status,
          type: reply.headers.get('content-type'),
          text: await reply.text(),
          retry: reply.headers.get('retry-after'),
        }
      }
      const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
      const broken = await call(browser, '/full?a="><script>')
      expect(broken).toMatchObject({ status: 500, type: 'text/html;charset=UTF-8' })
      for (const part of ['Something went wrong', 'number-of-it', 'href="/full?a=']) expect(broken.text).toContain(part)
      expect(broken.text).not.toMatch(/secret|<script/)
      const away = await call({ ...browser, 'x-code': 'SQLITE_BUSY', 'accept-language': 'de-AT,en;q=0.5' })
      expect(away).toMatchObject({ status: 503, retry: '5' })
      expect(away.text).toContain('<h1 style="font-size:1.5rem">Das Wiki antwortet gerade nicht</h1>')
      expect((await call({ ...browser, 'x-code': 'ENOSPC' })).text).toContain('no space left')
      for (const accept of ['*/*', 'application/json'])
        expect((await call({ accept })).type).toBe('application/json;charset=UTF-8')
      expect((await call({ ...browser, 'x-broken': 'yes' }, '/rest/api/tree/1')).type).toBe(
        'application/json;charset=UTF-8',
      )
    })

    it('says 415 to a body that is no JSON, and reads none of it', async () => {
      const send = async (type: string, body: string) => {
        const reply = await fetch(`${wiki().url}/rest/api/tree`, {
          method: 'POST',
          headers: { 'content-type': type },
          body,
        })
        return { status: reply.status, json: (await reply.json()) as { message?: string } }
      }
      for (const type of ['text/plain', 'application/xml']) {
        expect(await send(type, '{"name":"Oak"}')).toMatchObject({
          status: 415,
          json: { reason: 'Unsupported Media Type', data: { successful: false } },
        })
      }
      // A command-line client without a given content type.
      expect((await send('application/x-www-form-urlencoded', '{"name":"Oak"}')).json.message).toBe(
        'The body is application/x-www-form-urlencoded; send JSON, with Content-Type: application/json',
      )
      expect((await send('application/json', '{"name":5}')).status).toBe(400)
      for (const type of ['application/json', 'application/json;charset=utf-8', 'application/vnd.tree+json'])
        expect((await send(type, '{"name":"Oak"}')).status).toBe(201)
    })

    it('answers unknown addresses as JSON to programs and as HTML to people', async () => {
      const rest = await get('/rest/api/nothing', { accept: 'text/html' })
      expect(rest.status).toBe(404)
      expect(rest.json).toMatchObject({ statusCode: 404, reason: 'Not Found', data: { successful: false } })
      expect((await get('/nothing', { accept: 'application/json' })).json).toMatchObject({ statusCode: 404 })
      const html = await get('/nothing', { accept: 'text/html,*/*' })
      expect(html.status).toBe(404)
      expect(html.headers['content-type']).toBe('text/html;charset=UTF-8')
      expect(html.body.toString()).toMatch(/<h1[^>]*>Page Not Found<\/h1>/)
      const policy = html.headers['content-security-policy']
      expect(policy).toContain("default-src 'self'")
      // Data read by a foreign script go nowhere.
      expect(policy).toContain("connect-src 'self';")
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
    })

    it('lets a feature give the page of unknown addresses', async () => {
      const { extensions } = wiki().app
      extensions.add(notFoundPage, (_ctx, request) => `<p>gone: ${request.method}</p>`)
      expect((await get('/nothing', { accept: 'text/html' })).body.toString()).toBe('<p>gone: GET</p>')
    })

    it('describes every call in OpenAPI 3.1, with recursive schemas as components', async () => {
      const document = (await get('/rest/api/openapi.json')).json as OpenApiDocument
      expect(document.openapi).toBe('3.1.1')
      const operation = document.paths['/rest/api/tree/{id}']?.['get']
      expect(operation?.operationId).toBe('getTreeById')
      expect(operation?.parameters).toEqual([
        { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 10 } },
        {
          name: 'depth',
          in: 'query',
          required: false,
          schema: expect.objectContaining({ type: 'integer', maximum: 5, default: 1 }),
        },
      ])
      const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
      for (const [, name] of references) expect(Object.keys(document.components.schemas)).toContain(name)
      expect(operation?.responses['200']).toHaveProperty(
        ['content', 'application/json', 'schema', '$ref'],
        expect.stringMatching(/^#\/components\/schemas\//),
      )
      const plant = document.paths['/rest/api/tree']?.['post']
      expect(plant?.requestBody).toHaveProperty(
        ['content', 'application/json', 'schema', 'properties', 'name', 'maxLength'],
        100,
      )
      expect(plant?.responses['201']).toBeDefined()
    })

    it('shows the interface to people, searchable, without script and with texts escaped', async () => {
      const all = await get('/rest/api/docs')
      expect(all.headers['content-security-policy']).toContain("default-src 'none'")
      const html = all.body.toString()
      expect(html).toContain('/rest/api/tree/{id}')
      expect(html).toContain('Plant &lt;b&gt;a&lt;/b&gt; tree')
      expect(html).not.toMatch(/<script|style="/)
      const found = (await get('/rest/api/docs?q=plant%20POST')).body.toString()
      expect(found).toContain('1 of ')
      expect(found).not.toContain('/rest/api/tree/{id}')
      expect((await get('/rest/api/docs?q=%22%3E%3Cscript%3E')).body.toString()).not.toContain('<script>')
      expect((await get('/rest/api/docs/style.css')).headers['content-type']).toContain('text/css')
    })

    describe('compression', () => {
      it('sends texts as the client takes them', async () => {
        const brotli = await get('/text', { 'accept-encoding': 'gzip, deflate, br' })
        expect(brotli.headers['content-encoding']).toBe('br')
        expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
        expect(Number(brotli.headers['content-length'])).toBe(brotli.body.length)
        const gzipped = await get('/text', { 'accept-encoding': 'gzip, br;q=0' })
        expect(gzipped.headers['content-encoding']).toBe('gzip')
        for (const [asked, sent] of [
          ['br;q=0, *', 'gzip'],
          ['*', 'br'],
          ['GZIP', 'gzip'],
          ['br;q=0.5, gzip;q=0.9', 'gzip'],
        ] as const) {
          expect([asked, (await get('/text', { 'accept-encoding': asked })).headers['content-encoding']]).toEqual([
            asked,
            sent,
          ])
        }
        expect(gunzipSync(gzipped.body).toString()).toBe(text)
        for (const none of ['', 'identity', 'br;q=0, gzip;q=0', 'deflate']) {
          const plain = await get('/text', none === '' ? {} : { 'accept-encoding': none })
          expect(plain.headers['content-encoding']).toBeUndefined()
          expect(plain.headers.vary).toBe('Accept-Encoding')
          expect(plain.body.toString()).toBe(text)
        }
      })

      it('leaves short, binary, encoded and partial bodies alone', async () => {
        for (const [path, encoding] of [
          ['/short', undefined],
          ['/binary', undefined],
          ['/encoded', 'gzip'],
          ['/partial', undefined],
        ] as const) {
          const reply = await get(path, { 'accept-encoding': 'br' })
          expect({ path, value: reply.headers['content-encoding'] }).toEqual({ path, value: encoding })
          expect({ path, value: reply.body.length }).toEqual({ path, value: path === '/short' ? 5 : 5000 })
        }
      })

      it('never mixes up two bodies of one ETag', async () => {
        for (const [path, body] of [
          ['/text-tagged', text],
          ['/other-tagged', text.toUpperCase()],
          ['/text-tagged', text],
        ] as const) {
          const reply = await get(path, { 'accept-encoding': 'br' })
          expect(brotliDecompressSync(reply.body).toString()).toBe(body)
          expect(reply.headers.etag).toBe('W/"5"')
        }
      })

      it('answers 304 without a body for a known ETag, weak or strong, in a list or a star', async () => {
        for (const known of ['"5"', 'W/"5"', '"1", W/"5"', '*']) {
          const reply = await get('/text-tagged', { 'if-none-match': known, 'accept-encoding': 'br' })
          expect({ known, value: reply.status }).toEqual({ known, value: 304 })
          expect(reply.body.length).toBe(0)
          expect(reply.headers.etag).toBe('"5"')
          expect(reply.headers['content-type']).toBeUndefined()
        }
        // As `fetch` sends it with each request of the kind.
        expect((await get('/text-tagged', { 'if-none-match': '"5"', 'cache-control': 'no-cache' })).status).toBe(304)
        expect((await get('/text-tagged', { 'if-none-match': '"6"' })).status).toBe(200)
        expect((await get('/text', { 'if-none-match': '*' })).status).toBe(200)
      })
    })
  },
)

describe('metrics with a token', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', [feature], { OXBOW_METRICS_TOKEN: 'a-token-of-the-monitor' })
  })
  afterAll(() => wiki.close())

  it('asks everyone for it', async () => {
    expect((await rawRequest(`${wiki.url}/metrics`, {})).status).toBe(403)
    expect((await rawRequest(`${wiki.url}/metrics`, { authorization: 'Bearer wrong' })).status).toBe(403)
    expect((await rawRequest(`${wiki.url}/metrics`, { authorization: 'Bearer a-token-of-the-monitor' })).status).toBe(
      200,
    )
  })
})

describe('shutdown', () => {
  it('finishes open requests, lets idle connections go and takes no new ones', async () => {
    const wiki = await startTestWiki('sqlite', [feature])
    const port = Number(new URL(wiki.url).port)
    const idle = connect(port, '127.0.0.1')
    idle.write('GET /status HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle, 'data')
    const idleClosed = once(idle, 'close')
    // Its request has begun to arrive when the shutdown begins, so it is still answered.
    const probe = connect(port, '127.0.0.1').setEncoding('utf8')
    let probed = ''
    probe.on('data', (part: string) => {
      probed += part
    })
    probe.write('GET /health/ready HTTP/1.1\r\n')
    const busy = connect(port, '127.0.0.1').setEncoding('utf8')
    let answer = ''
    busy.on('data', (part: string) => {
      answer += part
    })
    const before = release
    busy.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    while (release === before) await new Promise(resolve => setImmediate(resolve))
    const closed = wiki.close()
    await idleClosed
    probe.write('Host: x\r\n\r\n')
    await once(probe, 'close')
    expect(probed).toMatch(/^HTTP\/1.1 503 /)
    expect(probed).toMatch(/\{"status":"unavailable","reasons":\["shutting down"\]\}$/)
    const late = connect(port, '127.0.0.1')
    await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED')
    release()
    await once(busy, 'close')
    expect(answer).toContain('HTTP/1.1 200 OK')
    expect(answer).toMatch(/slow$/)
    expect(answer.toLowerCase()).toContain('connection: close')
    await closed
  })
})

describe('files of the web app', () => {
  it('go out compressed, for ever, and only under their own names', async () => {
    const { fastify } = await import('fastify')
    const { assetCalls, AssetManifest } = await import('./assets.ts')
    const folder = await mkdtemp(join(tmpdir(), 'oxbow-assets-'))
    try {
      const manifest = new AssetManifest(folder)
      expect(manifest.get()).toMatchObject({ built: false, scripts: [], styles: [], modulePreloads: [] })
      await mkdir(join(folder, 'assets'))
      await mkdir(join(folder, '.vite'))
      await writeFile(join(folder, 'secret.txt'), 'secret')
      await writeFile(join(folder, 'assets', 'web-1.js'), 'plain')
      await writeFile(join(folder, 'assets', 'web-1.js.br'), 'brotli')
      await writeFile(
        join(folder, '.vite', 'manifest.json'),
        JSON.stringify({
          'src/web.tsx': {
            file: 'assets/web-1.js',
            css: ['assets/web.css'],
            imports: ['_react.js'],
            dynamicImports: ['_page.js'],
            assets: [
              'assets/inter-greek-wght-normal-a1.woff2',
              'assets/inter-latin-wght-normal-b_2.woff2',
              'assets/jetbrains-mono-latin-wght-normal-C-3.woff2',
            ],
          },
          '_page.js': { file: 'assets/page-4.js', name: 'page' },
          '_react.js': { file: 'assets/react.js', css: ['assets/react.css'], imports: ['_react.js', 'src/web.tsx'] },
        }),
      )
      expect(new AssetManifest(folder).get()).toEqual({
        built: true,
        scripts: ['/assets/web-1.js'],
        styles: ['/assets/web.css', '/assets/react.css'],
        modulePreloads: ['/assets/react.js'],
        chunks: new Map([['page', '/assets/page-4.js']]),
        textFont: '/assets/inter-latin-wght-normal-b_2.woff2',
        codeFont: '/assets/jetbrains-mono-latin-wght-normal-C-3.woff2',
      })
      const server = fastify()
      const own = (create: (app: unknown) => unknown) => create({})
      await assetCalls({ http: { fastify: server }, log: { warn() {} }, own } as never, folder)
      const plain = await server.inject('/assets/web-1.js')
      expect(plain.body).toBe('plain')
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const small = await server.inject({ url: '/assets/web-1.js', headers: { 'accept-encoding': 'gzip, br' } })
      expect(small.body).toBe('brotli')
      expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
      expect(small.headers['content-type']).toMatch(/javascript/)
      const again = await server.inject({
        url: '/assets/web-1.js',
        headers: { 'if-none-match': String(plain.headers.etag) },
      })
      expect(again.statusCode).toBe(304)
      for (const path of [
        '/assets/web-1.js.br',
        '/assets/../secret.txt',
        '/assets/%2e%2e/secret.txt',
        '/assets/none.js',
        '/assets/',
      ]) {
        const { statusCode, body } = await server.inject(path)
        expect({ path, refused: statusCode >= 400, secret: body === 'secret' }).toEqual({
          path,
          refused: true,
          secret: false,
        })
      }
      await server.close()
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
