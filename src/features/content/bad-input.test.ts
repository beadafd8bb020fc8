import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { INVALIDATION } from '#platform/server/events/events.ts'
import { ADMIN, onEachEngine, type HttpReply, type TestWiki, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const MB = 1024 * 1024
const NUL = '\u0000'
const LONE = '\ud800'
/** Tables that follow the event log or the clock in their own time, or note that a user was here. */
const LEFT_OUT =
  /^(?:search_|file_words$|analytics_|event_cursor$|sqlite_|content_render$|session$|job|schedule_slot$|sign_in|login)/
const DEEP = 10_000
const page = (values: Record<string, unknown> = {}) => ({
  type: 'page',
  title: 'New',
  space: { key: 'BAD' },
  body: storage('<p>x</p>'),
  ...values,
})
const json = { 'content-type': 'application/json' }

interface Case {
  readonly what: string
  readonly status: number
  readonly says?: RegExp
  readonly send: (wiki: TestWiki, pageId: string) => Promise<HttpReply>
}

const post = (what: string, status: number, values: Record<string, unknown>, says?: RegExp): Case => ({
  what,
  status,
  ...(says ? { says } : {}),
  send: ({ admin }) => admin.post('/rest/api/content', page(values)),
})
const raw = (
  what: string,
  status: number,
  body: string,
  headers: Record<string, string> = json,
  says?: RegExp,
): Case => ({
  what,
  status,
  ...(says ? { says } : {}),
  send: ({ admin }) => admin.send('POST', '/rest/api/content', body, headers),
})
const get = (what: string, status: number, path: string, says?: RegExp): Case => ({
  what,
  status,
  ...(says ? { says } : {}),
  send: ({ admin }, id) => admin.get(path.replace('{id}', id)),
})
const put = (what: string, status: number, values: Record<string, unknown>, says?: RegExp): Case => ({
  what,
  status,
  ...(says ? { says } : {}),
  send: ({ admin }, id) =>
    admin.put(`/rest/api/content/${id}`, {
      type: 'page',
      title: 'There',
      version: { number: 2 },
      body: storage('<p>y</p>'),
      ...values,
    }),
})

const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha">${'bcdefghij'
  .split('')
  .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)
  .join('')}]><p>&j;</p>`
const nested = (depth: number) => `${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}`
const nestedJson = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const BODIES: Case[] = [
  raw('13 MB where 12 are taken', 413, JSON.stringify(page({ body: storage(`<p>${'x'.repeat(13 * MB)}</p>`) }))),
  post('6 MB of text where 5 are taken', 400, { body: storage(`<p>${'x'.repeat(6 * MB)}</p>`) }, /Error parsing xhtml/),
  raw('JSON that is cut off', 400, '{"type":"page","title":', json, /not valid JSON/),
  raw('no JSON at all', 400, 'type=page', json, /not valid JSON/),
  raw('JSON that sets a prototype', 400, '{"type":"page","__proto__":{"isAdmin":true}}', json),
  raw('an empty body', 400, '', json, /a JSON body is required/),
  raw('a list in place of an object', 400, '[]'),
  raw('a text in place of an object', 400, '"page"'),
  raw('null', 400, 'null', json, /a JSON body is required/),
  raw('JSON nested 10,000 deep', 400, nestedJson(DEEP)),
  raw('a field nested 10,000 deep', 400, JSON.stringify(page()).replace(/}$/, `,"title":${nestedJson(DEEP)}}`)),
  raw('JSON that says it is XML', 415, JSON.stringify(page()), { 'content-type': 'application/xml' }),
  raw('an unknown media type', 415, 'x', { 'content-type': 'application/x-unheard-of' }),
  raw('JSON in UTF-8 that is broken', 400, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) as unknown as string),
  post('XML that is cut off', 400, { body: storage('<p>open') }, /Error parsing xhtml: .* line \d+, column \d+/),
  post('elements that cross', 400, { body: storage('<p><b></p></b>') }, /Error parsing xhtml/),
  post('a billion laughs', 400, { body: storage(laughs) }, /Error parsing xhtml/),
  post(
    'a DTD',
    400,
    { body: storage('<!DOCTYPE p SYSTEM "http://127.0.0.1:1/x.dtd"><p>x</p>') },
    /Error parsing xhtml/,
  ),
  post(
    'an entity from a file',
    400,
    { body: storage('<!DOCTYPE p [<!ENTITY f SYSTEM "file:///etc/passwd">]><p>&f;</p>') },
    /Error parsing xhtml/,
  ),
  post('an entity that nobody knows', 400, { body: storage('<p>&nobody;</p>') }, /Error parsing xhtml/),
  post('XML nested 10,000 deep', 400, { body: storage(nested(DEEP)) }, /Error parsing xhtml/),
  post('a null byte in the text', 400, { body: storage(`<p>${NUL}</p>`) }),
  post('half a surrogate pair in the text', 400, { body: storage(`<p>${LONE}</p>`) }),
  post(
    'an unknown representation',
    400,
    { body: { storage: { value: '', representation: 'punched cards' } } },
    /cannot be written/,
  ),
]

const FIELDS: Case[] = [
  ...(['type', 'title', 'status'] as const).flatMap(field =>
    [7, true, [], {}].map(value =>
      post(`${field}: ${JSON.stringify(value)}`, 400, { [field]: value }, new RegExp(field)),
    ),
  ),
  ...(['space', 'ancestors', 'body', 'version', 'metadata', 'extensions', 'container'] as const).flatMap(field =>
    ['text', 7, true].map(value =>
      post(`${field}: ${JSON.stringify(value)}`, 400, { [field]: value }, new RegExp(field)),
    ),
  ),
  post('a space key that is a number', 400, { space: { key: 7 } }, /space\.key/),
  post('a space that is not there', 404, { space: { key: 'NOWHERE' } }),
  post('a space key with a null byte', 400, { space: { key: `B${NUL}` } }),
  post('a body without a value', 400, { body: { storage: { representation: 'storage' } } }, /body/),
  post('a body that is a number', 400, { body: { storage: { value: 7, representation: 'storage' } } }, /body/),
  post('a version that is a word', 400, { version: { number: 'two' } }, /version/),
  post('a parent that is a word', 400, { ancestors: [{ id: 'top' }] }, /ancestors/),
  post('a parent that is not there', 404, { ancestors: [{ id: '987654' }] }),
  post('a parent beyond all numbers', 400, { ancestors: [{ id: '9'.repeat(30) }] }, /ancestors/),
  post('an unknown type', 400, { type: 'whiteboard' }, /type/),
  post('an unknown status', 400, { status: 'lost' }, /status/),
  post('a day that is none', 400, { type: 'blogpost', postingDay: 'yesterday' }, /postingDay/),
  post('no title', 400, { title: '   ' }, /title/),
  post('a title of 1 MB', 400, { title: 'x'.repeat(MB) }, /at most 255/),
  post('a title with a null byte', 400, { title: `a${NUL}b` }),
  post('a title with half a surrogate pair', 400, { title: `a${LONE}b` }),
  post('a title that is taken', 400, { title: 'THERE' }, /already exists/),
  put('a version that is not the next', 409, { version: { number: 5 } }, /Version must be incremented/),
  put('the version that it has', 409, { version: { number: 1 } }),
  put('a negative version', 409, { version: { number: -1 } }),
  put('no version', 400, { version: undefined }, /version\.number/),
  put('an unknown status', 400, { status: 'lost' }, /status: must be one of current, draft/),
  put('another type', 400, { type: 'blogpost' }, /type/),
  put('a title that another page has', 400, { title: 'BAD Home' }, /already exists/),
  put('a parent below itself', 400, { ancestors: [{ id: '{id}' }] }),
  put('a message with a null byte', 400, { version: { number: 2, message: NUL } }),
  put('a text that is cut off', 400, { body: storage('<ul><li>') }, /Error parsing xhtml/),
]

const ADDRESSES: Case[] = [
  get('an id that is a word', 400, '/rest/api/content/abc'),
  get('an id beyond all numbers', 400, `/rest/api/content/${'9'.repeat(30)}`),
  ...['/rest/api/content', '/rest/api/content/{id}'].flatMap(path =>
    ['lost', 'current,lost', 'current&status=lost'].map(status =>
      get(
        `the status "${status}" to ${path}`,
        400,
        `${path}?status=${status}`,
        /status\S*: must be one of current, draft, trashed, historical, archived, any/,
      ),
    ),
  ),
  {
    what: 'a misspelt status to delete by',
    status: 400,
    says: /status: must be one of/,
    send: ({ admin }, id) => admin.delete(`/rest/api/content/${id}?status=trashd`),
  },
  get('ids that are words', 400, '/rest/api/content?ids=12,abc', /ids\S*: must be a content id/),
  get('2,000 labels', 400, `/rest/api/content?${'label=a&'.repeat(2000)}`, /label/),
  get('a null byte in an id', 400, '/rest/api/content/1%00'),
  get('a null byte in a title', 400, '/rest/api/content?spaceKey=BAD&title=%00'),
  get('a broken escape in a path', 400, '/rest/api/content/%E0%A4'),
  get('CQL of 2,000 brackets', 400, `/rest/api/content/search?cql=${'('.repeat(2000)}type=page${')'.repeat(2000)}`),
  get(
    'CQL of 1,000 conditions',
    400,
    `/rest/api/content/search?cql=${encodeURIComponent(Array.from({ length: 1000 }, (_, i) => `title ~ "a${i}"`).join(' or '))}`.slice(
      0,
      15_000,
    ),
  ),
  get('CQL with a null byte', 400, '/rest/api/content/search?cql=title%20~%20%22%00%22'),
  get('CQL that is cut off', 400, '/rest/api/content/search?cql=type%20%3D'),
  get('CQL that is SQL', 400, '/rest/api/content/search?cql=1%3D1%3B%20drop%20table%20content'),
]

const NUL_FILE: Case = {
  what: 'a file with a null byte in its name',
  status: 400,
  send: (wiki, id) => upload(wiki, id, `a${NUL}.png`),
}

onEachEngine(
  'bad input',
  () => features,
  wiki => {
    let pageId: string
    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'BAD', name: 'BAD' })
      const reply = await wiki().admin.post('/rest/api/content', page({ title: 'There' }))
      pageId = String(reply.json.id)
      await wiki().app.events.settled()
      await wiki().app.jobs.idle()
    })

    describe.each([
      ['bodies', BODIES],
      ['fields', FIELDS],
      ['addresses', ADDRESSES],
      [
        'names of files',
        [
          NUL_FILE,
          ...['.', '..', '/', ''].map((name): Case => ({
            what: `a file called "${name}"`,
            status: 400,
            send: (wiki, id) => upload(wiki, id, name),
          })),
        ],
      ],
    ])('in %s', (_, cases) => {
      it.each(cases)('$what is answered with $status, and nothing is written', async ({ send, status, says }) => {
        const before = await rowCounts(wiki())
        const reply = await send(wiki(), pageId)
        expect({ status: reply.status, text: reply.text.slice(0, 300) }).toMatchObject({ status })
        expect(reply.json).toMatchObject({
          statusCode: status,
          message: expect.any(String),
          data: { successful: false },
        })
        if (says) expect(reply.json.message).toMatch(says)
        expect(await rowCounts(wiki())).toEqual(before)
      })
    })

    it.each([
      ['../../../etc/passwd', 'passwd'],
      ['..\\..\\boot.ini', 'boot.ini'],
      ['/etc/shadow', 'shadow'],
      ['a/../../b', 'b'],
      ['C:\\x\\y.txt', 'y.txt'],
    ])('keeps of the file name %s the last part alone', async (name, kept) => {
      const reply = await upload(wiki(), pageId, name)
      expect(reply.json.results.map((file: { title: string }) => file.title)).toEqual([kept])
      expect((await wiki().admin.get(`/download/attachments/${pageId}/${kept}`)).text).toBe('x')
    })

    it('answers lists and expansions within bounds, whatever is asked for', async () => {
      for (const limit of ['9'.repeat(40), '-1', 'all', '1e9', '0x10', '']) {
        const reply = await wiki().admin.get(`/rest/api/content?limit=${limit}`)
        expect(reply.status, limit).toBe(200)
        expect(reply.json.limit, limit).toBeLessThanOrEqual(1000)
      }
      for (const start of ['9'.repeat(40), '-5', 'top']) {
        const reply = await wiki().admin.get(`/rest/api/content?start=${start}`)
        expect([200, 400], start).toContain(reply.status)
      }
      // A field that was left empty is one that was not given.
      expect((await wiki().admin.get('/rest/api/content?limit=&start=')).json).toMatchObject({
        limit: 25,
        start: 0,
        size: 2,
      })
      const bombs = [
        'body.storage,'.repeat(1000),
        Array.from({ length: 300 }, () => 'children.page').join('.'),
        'children.page.'.repeat(50),
        'ancestors.'.repeat(100),
      ]
      for (const bomb of bombs) {
        const reply = await wiki().admin.get(`/rest/api/content/${pageId}?expand=${bomb.slice(0, 13_000)}`)
        expect(reply.status, bomb.slice(0, 40)).toBe(200)
        expect(reply.text.length, bomb.slice(0, 40)).toBeLessThan(100_000)
      }
    })

    it('takes no form that another site has sent, whatever the cookies', async () => {
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const before = await rowCounts(wiki())
      for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
        for (const path of [
          '/pages/docreatepage.action',
          '/pages/doeditpage.action',
          '/pages/movepage.action',
          '/pages/doaddcomment.action',
          '/json/removeattachment.action',
          '/logout.action',
        ]) {
          const reply = await browser.post(path, { pageId, title: 'Stolen', spaceKey: 'BAD', content: 'x' }, { origin })
          expect([403, 404], `${path} of ${origin}`).toContain(reply.status)
        }
        const reply = await browser.send('POST', '/rest/api/content', JSON.stringify(page()), {
          'content-type': 'text/plain',
          origin,
        })
        expect(reply.status).toBe(403)
        expect(reply.json).toMatchObject({ statusCode: 403, message: 'XSRF check failed' })
      }
      expect(await rowCounts(wiki())).toEqual(before)
    })

    it('reads no body of a GET', async () => {
      const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`
      const answer = await talk(
        wiki(),
        `GET /rest/api/content/${pageId} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{"a":`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|400) /)
      expect(await stillAnswers(wiki(), pageId)).toBe(200)
    })

    it('refuses more headers than anybody sends, and lines that are no HTTP', async () => {
      const flood = Array.from({ length: 300 }, (_, i) => `X-Flood-${i}: ${'x'.repeat(100)}`).join('\r\n')
      expect(await talk(wiki(), `GET / HTTP/1.1\r\nHost: x\r\n${flood}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
      expect(await talk(wiki(), 'HELO wiki\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
      // Two lengths: what a proxy and we could understand differently.
      expect(
        await talk(
          wiki(),
          'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x',
        ),
      ).toMatch(/^HTTP\/1\.1 400 /)
      expect(await stillAnswers(wiki(), pageId)).toBe(200)
    })

    it('answers others while bodies come slowly, and keeps nothing of those that break off', async () => {
      const before = await rowCounts(wiki())
      const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`
      const slow: Socket[] = []
      for (let i = 0; i < 100; i++) {
        const socket = await dial(wiki())
        socket.write(
          `POST /rest/api/content HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"type":"page",`,
        )
        slow.push(socket)
      }
      expect(await stillAnswers(wiki(), pageId)).toBe(200)
      for (const socket of slow) socket.destroy()
      expect(await stillAnswers(wiki(), pageId)).toBe(200)
      expect(await rowCounts(wiki())).toEqual(before)
    })

    it('leaves no memory behind', async () => {
      const heavy = [...BODIES, ...ADDRESSES]
      const round = async () => {
        for (const { send } of heavy) await send(wiki(), pageId)
      }
      await round()
      const before = heapAfterCollection()
      for (let i = 0; i < 3; i++) await round()
      expect((heapAfterCollection() - before) / MB).toBeLessThan(25)
      expect(await stillAnswers(wiki(), pageId)).toBe(200)
    })
  },
)

/** Of each wiki, the query that counts the rows of all its tables: each test asks it twice. */
const counting = new WeakMap<TestWiki, Promise<RawBuilder<{ name: string; n: number }>>>()

async function rowCounts(wiki: TestWiki): Promise<Record<string, number>> {
  const { read } = wiki.app.database
  const query = counting.get(wiki) ?? countsOf(read)
  counting.set(wiki, query)
  const { rows } = await (await query).execute(read)
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]))
}

async function countsOf(read: TestWiki['app']['database']['read']) {
  const tables = await read.introspection.getTables()
  const counts = tables
    .filter(({ name }) => !LEFT_OUT.test(name))
    .map(({ name }) => {
      // The index of the search invalidates caches when it has followed, and a job reads the words of files.
      const chosen = name === 'event' ? sql`where kind not in (${INVALIDATION}, 'attachment.read')` : sql``
      return sql`select ${sql.lit(name)} as name, count(*) as n from ${sql.table(name)} ${chosen}`
    })
  return sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`
}

async function stillAnswers({ admin }: TestWiki, id: string): Promise<number> {
  return (await admin.get(`/rest/api/content/${id}`)).status
}

async function upload({ admin }: TestWiki, id: string, name: string): Promise<HttpReply> {
  const boundary = 'b0undary'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\nx\r\n--${boundary}--\r\n`
  return admin.send('POST', `/rest/api/content/${id}/child/attachment`, body, {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'x-atlassian-token': 'no-check',
  })
}

async function dial({ url }: TestWiki): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends bytes as they are. @returns what comes back until the server closes the connection */
async function talk(wiki: TestWiki, request: string): Promise<string> {
  const socket = await dial(wiki)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.write(request)
  await new Promise(resolve => socket.once('close', resolve))
  return answer
}

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
