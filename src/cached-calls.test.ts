import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoint } from '#platform/contract.ts'
import { SIDEBAR_WIDTH_COOKIE, THEME_COOKIE } from '#platform/page-data.ts'
import type { App, ServerFeature } from '#platform/server/app.ts'
import { Answer, type AnyEndpoint } from '#platform/server/http/http.ts'
import { newestEventId } from '#platform/server/events/events.ts'
import { createServer, listen, type RunningServer } from '#platform/server/start.ts'
import { HttpClient, startTestWiki, storage, type TestWiki } from '#platform/server/testing/harness.ts'
import { LinkedProcesses } from '#platform/server/testing/linked-processes.ts'
import { settle } from '#platform/server/testing/statements.ts'
import { features } from './server.ts'
import { CHANGES, KINDS, READ_TITLES, writeChangedWiki, type ChangedWiki } from './testing/changes.ts'

/** A value of each cookie that changes what is answered. */
const COOKIES: Readonly<Record<string, string>> = {
  [THEME_COOKIE]: 'dark',
  [SIDEBAR_WIDTH_COOKIE]: '55',
  'oxbow-page-width': 'full',
}
/** Headers that the answers of some calls depend on, cached or not. */
const HEADERS: Readonly<Record<string, string>> = {
  'accept-language': 'de',
  accept: 'text/html',
  'user-agent': 'Robot',
  'x-requested-with': 'XMLHttpRequest',
  'x-atlassian-token': 'no-check',
  'x-forwarded-host': 'elsewhere.example.org',
  'x-forwarded-proto': 'https',
  origin: 'https://elsewhere.example.org',
  referer: 'https://elsewhere.example.org/',
  'sec-fetch-dest': 'document',
  range: 'bytes=0-9',
  'cache-control': 'no-cache',
}

/** An address of each cached call. */
function addressesOf(page: string, post: string): Readonly<Record<string, string>> {
  return {
    '/pages/viewpage.action': `/pages/viewpage.action?pageId=${page}`,
    '/display/:key': '/display/MEM',
    '/display/:key/:title': '/display/MEM/Kept',
    '/display/:key/:year/:month/:day/:title': post,
    '/spaces/:key/pages/:id': `/spaces/MEM/pages/${page}`,
    '/spaces/:key/pages/:id/:title': `/spaces/MEM/pages/${page}/Kept`,
    '/spaces/viewspacesummary.action': '/spaces/viewspacesummary.action?key=MEM',
    '/spaces/viewspace.action': '/spaces/viewspace.action?key=MEM',
    '/rest/api/content': '/rest/api/content?spaceKey=MEM',
    '/rest/api/content/:id': `/rest/api/content/${page}`,
    '/rest/api/content/:id/child/:type': `/rest/api/content/${page}/child/page`,
    '/rest/api/content/search': '/rest/api/content/search?cql=space=MEM',
    '/rest/api/search': '/rest/api/search?cql=space=MEM',
    '/rest/oxbow/1.0/pages/:id': `/rest/oxbow/1.0/pages/${page}`,
    '/rest/oxbow/1.0/spaces/:key/pages': '/rest/oxbow/1.0/spaces/MEM/pages',
    '/rest/oxbow/1.0/spaces/:key/tree': `/rest/oxbow/1.0/spaces/MEM/tree?page=${page}`,
    '/rest/oxbow/1.0/spaces/:key/collection': '/rest/oxbow/1.0/spaces/MEM/collection?of=pages',
    '/rest/oxbow/1.0/search': '/rest/oxbow/1.0/search?queryString=kept',
    '/rest/oxbow/1.0/address/candidates': '/rest/oxbow/1.0/address/candidates?title=kept',
    '/rest/oxbow/1.0/quick-search': '/rest/oxbow/1.0/quick-search?query=kept',
    '/rest/ia/1.0/space/childPagesContextualNav': `/rest/ia/1.0/space/childPagesContextualNav?pageId=${page}`,
    '/plugins/pagetree/naturalchildren.action': `/plugins/pagetree/naturalchildren.action?pageId=${page}`,
    '/rest/ia/1.0/pagetree/blog/subtree': '/rest/ia/1.0/pagetree/blog/subtree?spaceKey=MEM',
  }
}

describe('a cached call', () => {
  let wiki: TestWiki
  let page = ''
  let post = ''
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'MEM', name: 'Memory' })
    page = String(await wiki.admin.createPage('MEM', 'Kept'))
    const posted = await wiki.admin.post('/rest/api/content', {
      type: 'blogpost',
      title: 'News',
      space: { key: 'MEM' },
    })
    post = posted.json._links.webui
    // Answers say how long ago something was written: on a slow machine they would differ by that.
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterAll(() => {
    vi.useRealTimers()
    return wiki.close()
  })

  const addresses = () => addressesOf(page, post)
  const addressOf = ({ path }: AnyEndpoint): string | undefined => addresses()[path]

  it('has an address here to try', () => {
    const { cached } = wiki.app.http
    expect([...cached.keys()].map(({ path }) => path).filter(path => !(path in addresses()))).toEqual([])
    expect([...cached.values()].flat().filter(name => !(name in COOKIES))).toEqual([])
  })

  it('answers each cookie and header as if nothing were cached', async () => {
    const { app, admin } = wiki
    const wrong: string[] = []
    const differing = new Set<string>()
    for (const call of app.http.cached.keys()) {
      const path = addressOf(call) ?? ''
      const read = async (headers: Record<string, string> = {}) => {
        const { status, text } = await admin.send('GET', path, undefined, headers)
        expect(status, `${path} ${text}`).toBe(200)
        return comparable(text)
      }
      const variants = [
        ...Object.entries(COOKIES).map(([name, value]) => [name, { cookie: `${name}=${value}` }] as const),
        ...Object.entries(HEADERS).map(([name, value]) => [name, { [name]: value }] as const),
      ]
      for (const [name, headers] of variants) {
        app.database.invalidate()
        const own = await read(headers)
        app.database.invalidate()
        const plain = await read()
        if (own !== plain) differing.add(name)
        if ((await read(headers)) !== own || (await read()) !== plain) wrong.push(`${path} with ${name}`)
      }
    }
    expect(wrong).toEqual([])
    expect([...differing].toSorted()).toEqual(['accept-language', ...Object.keys(COOKIES)].toSorted())
  })
})

/** An answer without the times in it at which it was made, and how far the event log was then. */
function comparable(text: string): string {
  return text
    .replace(/(<meta name="confluence-request-time" content=")\d+/, '$1')
    .replace(/"searchDuration":\d+/, '')
    .replace(/"quickReload":\d+/, '')
}

/** Everything that a content may be expanded to. */
const EXPANDED = [
  'body.view,body.storage,version,space,history.lastUpdated,ancestors,container,operations',
  'children.page,children.comment.body.view,children.attachment.version,metadata.labels,metadata.currentuser',
  'restrictions.read.restrictions.user,restrictions.update.restrictions.user,descendants.comment',
].join()

interface Reading {
  name: string
  read: () => Promise<string>
}

/** All answers that changes may make outdated: of each cached call to the administrator, of pages to a user too. */
function readingsOf({ ids, ann }: ChangedWiki, { app, url }: { app: App; url: string }, admin: HttpClient): Reading[] {
  const [kept = '', post = ''] = [ids['Kept'], ids['post']]
  const addresses = [...app.http.cached.keys()].map(({ path }) => addressesOf(kept, ids['postPath'] ?? '')[path] ?? '')
  const pages = [...READ_TITLES.map(title => ids[title] ?? ''), post, ids['file'] ?? '', ids['comment'] ?? '']
  const views = pages.slice(0, -2).map(id => `/pages/viewpage.action?pageId=${id}`)
  const contents = pages.map(id => `/rest/api/content/${id}?expand=${EXPANDED}`)
  const asAnn = new HttpClient(url, ann.headers)
  const asAdmin = new HttpClient(url, admin.headers)
  return [
    ...[...new Set(addresses), ...views, ...contents].map(path => ({ client: asAdmin, name: `admin ${path}`, path })),
    ...[...views, ...contents].map(path => ({ client: asAnn, name: `ann ${path}`, path })),
  ].map(({ client, name, path }) => ({
    name,
    read: async () => {
      const { status, text } = await client.get(path)
      return `${status} ${comparable(text)}`
    },
  }))
}

/** Process that changes the wiki: the one that answers, or another one of the same server. */
const WRITERS = [
  ['sqlite', 'the same process', 'alone'],
  ['sqlite', 'the same process', 'with what follows'],
  ['sqlite', 'another process', 'alone'],
  ['postgres', 'another process', 'alone'],
] as const

describe.each(WRITERS)('a cached answer (%s, changed by %s, %s)', (engine, writer, extent) => {
  let wiki: TestWiki
  let changed: ChangedWiki
  let readings: Reading[]
  let reader: { app: App; url: string }
  const servers: RunningServer[] = []
  /** Id of the last event before the changes. */
  let beginning = 0
  beforeAll(async () => {
    wiki = await startTestWiki(engine, features)
    const users = await Promise.all([wiki.addUser('ann'), wiki.addUser('bob')])
    await wiki.stop()
    const processes = new LinkedProcesses()
    const start = async () => {
      const server = await createServer(wiki.config, features, processes.add().peers)
      servers.push(server)
      return { app: server.app, url: `http://127.0.0.1:${await listen(server, wiki.config)}` }
    }
    reader = await start()
    const writing = writer === 'the same process' ? reader : await start()
    const at = ({ headers }: HttpClient) => new HttpClient(writing.url, headers)
    changed = await writeChangedWiki(writing.app, at(wiki.admin), at(users[0]))
    for (const { app } of servers) await settle(app)
    readings = readingsOf(changed, reader, wiki.admin)
    // All answers are read once; the others show that changes arrive, too, and what follows them.
    if (servers.length > 1 || extent !== 'alone')
      readings = readings.filter(({ name }) => /^ann|search|candidates/.test(name))
    if (extent === 'alone') {
      // Events of subscribers would hide that a change says too little of what it changes.
      for (const { app } of servers) await app.events.stop()
      // Searches wait until the index has followed.
      readings = readings.filter(({ name }) => !/search|candidates/.test(name))
    }
    beginning = await newestEventId(reader.app.database.read)
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterAll(async () => {
    vi.useRealTimers()
    for (const server of servers) await server.close()
    await wiki.close()
  })

  it.each(CHANGES)('is that of an empty cache after %s', async (_, change) => {
    await change(changed)
    for (const { app } of servers) await (extent === 'alone' ? app.jobs.idle() : settle(app))
    const outdated: string[] = []
    const cached = new Map<Reading, string>()
    for (const reading of readings) cached.set(reading, await reading.read())
    reader.app.database.invalidate()
    for (const reading of readings) {
      const fresh = await reading.read()
      if (fresh !== cached.get(reading)) outdated.push(reading.name)
    }
    expect(outdated).toEqual([])
  })

  it('was tried with each kind of event that says what it changes', async () => {
    expect(await modulesSayingChanges()).toEqual(Object.keys(KINDS).toSorted())
    const rows = await reader.app.database.read
      .selectFrom('event')
      .select('kind')
      .distinct()
      .where('id', '>', beginning)
      .where('changes', 'is not', null)
      .execute()
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([...new Set(Object.values(KINDS).flat())].toSorted())
  })
})

describe('a cached page', () => {
  it('outlives what is changed elsewhere', async () => {
    const wiki = await startTestWiki('sqlite', features)
    try {
      const { admin, app } = wiki
      for (const key of ['MEM', 'ELSE']) await admin.post('/rest/api/space', { key, name: key })
      const [above, beside, other] = [
        await admin.createPage('MEM', 'Above'),
        await admin.createPage('MEM', 'Beside', '', below(await admin.createPage('MEM', 'Side'))),
        await admin.createPage('ELSE', 'Other'),
      ]
      const read = await admin.createPage('MEM', 'Read', '<p>Text</p>', { ancestors: [{ id: above }] })
      const paths = [`/pages/viewpage.action?pageId=${read}`, `/rest/api/content/${read}?expand=${BODY}`]
      /** Whether both were answered from the cache. */
      const areCached = async (change: () => Promise<unknown>) => {
        await settle(app)
        for (const path of paths) await admin.get(path)
        await change()
        await settle(app)
        const { hits } = app.http.cacheUse
        for (const path of paths) await admin.get(path)
        return app.http.cacheUse.hits === hits + paths.length
      }
      const commentOn = (id: string) =>
        admin.post('/rest/api/content', { type: 'comment', container: { id, type: 'page' }, body: storage('<p>x</p>') })
      for (const id of [beside, other]) {
        expect(await areCached(() => commentOn(id))).toBe(true)
        expect(await areCached(() => admin.post(`/rest/api/content/${id}/label`, [{ name: 'word' }]))).toBe(true)
        expect(await areCached(() => admin.createPage(id === other ? 'ELSE' : 'MEM', 'New', '', below(id)))).toBe(true)
      }
      expect(await areCached(() => commentOn(read))).toBe(false)
      expect(await areCached(() => admin.createPage('MEM', 'Sibling', '', below(above)))).toBe(false)
    } finally {
      await wiki.close()
    }
  })
})

const BODY = 'body.view,version,space'
const below = (id: string) => ({ ancestors: [{ id }] })

/** Modules that append events with `changes`. */
async function modulesSayingChanges(): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob('{platform,features/*}/server/**/*.ts', { cwd: import.meta.dirname })) {
    const text = await readFile(join(import.meta.dirname, file), 'utf8')
    if (/append\(/.test(text) && /\bchanges: (?:\w*[cC]hanges(?:Of|By)\(|\[|this)|, changes \}\)/.test(text))
      found.push(file)
  }
  return found.toSorted()
}

const dump = endpoint({ method: 'GET', path: '/rest/test/dump/:id', tag: 'test', summary: 'What its handler is given' })
const dumping: ServerFeature = {
  name: 'dumping',
  register: ({ http }) =>
    http.handleCached(
      dump,
      ({ ctx, ...call }) => Answer.json({ ...call, ctx: { ...ctx, app: 'app', authentication: ctx.authentication } }),
      { varies: ['declared'] },
    ),
}

describe('the handler of a cached call', () => {
  it('is given nothing of its request that is not in the key of its response', async () => {
    const wiki = await startTestWiki('sqlite', [...features, dumping])
    try {
      const read = async (declared: string, other: string) =>
        (
          await wiki.admin
            .with({ cookie: `declared=${declared}; other=${other}`, ...HEADERS, 'x-test': other })
            .get('/rest/test/dump/7?deep=1')
        ).json
      wiki.app.database.invalidate()
      const one = await read('one', 'A')
      expect(Object.keys(one).toSorted()).toEqual(['asMarkdown', 'cookies', 'ctx', 'params', 'query', 'url'])
      expect(Object.keys(one.ctx).toSorted()).toEqual(['app', 'authentication', 'locale', 'viewer'])
      expect(one).toMatchObject({ cookies: { declared: 'one' }, url: '/rest/test/dump/7?deep=1' })
      wiki.app.database.invalidate()
      expect(await read('one', 'B')).toEqual(one)
      expect((await read('two', 'B')).cookies).toEqual({ declared: 'two' })
    } finally {
      await wiki.close()
    }
  })
})
