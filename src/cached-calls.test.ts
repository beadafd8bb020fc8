import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoint } from '#platform/contract.ts'
import { SIDEBAR_WIDTH_COOKIE, THEME_COOKIE } from '#platform/page-data.ts'
import type { ServerFeature } from '#platform/server/app.ts'
import { Answer, type AnyEndpoint } from '#platform/server/http/http.ts'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from './server.ts'

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

  /** An address of each cached call. */
  const addresses = (): Readonly<Record<string, string>> => ({
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
  })
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

/** An answer without the times in it at which it was made. */
function comparable(text: string): string {
  return text.replace(/(<meta name="confluence-request-time" content=")\d+/, '$1').replace(/"searchDuration":\d+/, '')
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
      expect(Object.keys(one).toSorted()).toEqual(['cookies', 'ctx', 'params', 'query', 'url'])
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
