import { request as httpRequest } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { createAccountsFeature } from './server/index.ts'

const PROFILE = '/rest/oxbow/1.0/profile'
const AVATAR = `${PROFILE}/avatar`
const JSON_TYPE = { 'content-type': 'application/json' }

onEachEngine(
  'JSON with a session cookie',
  () => [createAccountsFeature()],
  wiki => {
    let browser: Browser
    const about = async () => (await wiki().admin.get(PROFILE)).json.about as string
    const put = (text: string, headers: Record<string, string>) =>
      browser.send('PUT', PROFILE, JSON.stringify({ about: text }), headers)

    beforeAll(async () => {
      browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
    })

    it('is taken from programs that send exactly application/json, and from our own pages', async () => {
      const accepted: Record<string, string>[] = [
        JSON_TYPE,
        { 'content-type': 'Application/JSON' },
        { ...JSON_TYPE, 'sec-fetch-site': 'same-origin' },
        { ...JSON_TYPE, 'sec-fetch-site': 'none' },
        { ...JSON_TYPE, 'sec-fetch-site': 'same-origin', origin: wiki().url },
        { 'content-type': 'application/json; charset=utf-8', 'x-requested-with': 'XMLHttpRequest' },
      ]
      for (const [index, headers] of accepted.entries()) {
        const reply = await put(`by a program ${index}`, headers)
        expect(reply.status, JSON.stringify(headers)).toBe(200)
        expect(await about()).toBe(`by a program ${index}`)
      }
      // The header is the proof, also where it comes without a body.
      expect((await browser.send('DELETE', AVATAR, undefined, JSON_TYPE)).status).toBe(200)
    })

    it('is refused in every shape that a page of another site can cause', async () => {
      const text = 'application/json'
      const refused: Record<string, string>[] = [
        // Types that need no preflight, however much they look like JSON.
        ...[
          'text/plain',
          `text/plain; ${text}`,
          `text/plain;${text}`,
          `text/plain; charset=${text}`,
          `text/plain, ${text}`,
          `multipart/form-data; boundary=${text}`,
          `application/x-www-form-urlencoded; ${text}`,
          'text/json',
          '',
        ].map(type => ({ 'content-type': type })),
        // Variants that parsers may read in another way than browsers do.
        ...[
          `${text}; text/plain`,
          `${text};`,
          `${text}; charset=utf-8`,
          `${text}, text/plain`,
          `${text}x`,
          `${text}/x`,
          `x${text}`,
          'application/ld+json',
        ].map(type => ({ 'content-type': type })),
        // Headers by which browsers state the cause, whatever the type.
        ...[
          'cross-site',
          'same-site',
          'none, cross-site',
          'same-origin,cross-site',
          'Same-Origin x',
          'something-new',
        ].map(site => ({ ...JSON_TYPE, 'sec-fetch-site': site })),
        ...[
          'https://evil.example',
          'null',
          'http://127.0.0.1:1',
          'file://',
          '',
          `${wiki().url}.evil.example`,
          `${wiki().url}/`,
          `${wiki().url}@evil.example`,
        ].map(origin => ({ ...JSON_TYPE, origin })),
        { ...JSON_TYPE, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
        { ...JSON_TYPE, origin: 'null', 'sec-fetch-site': 'none', 'x-requested-with': 'XMLHttpRequest' },
      ]
      const before = await about()
      for (const headers of refused) {
        for (const method of ['PUT', 'POST'] as const) {
          const path = method === 'PUT' ? PROFILE : '/rest/pat/latest/tokens'
          const body = JSON.stringify(method === 'PUT' ? { about: 'stolen' } : { name: 'stolen' })
          const reply = await rawRequest(method, path, headers, body)
          // A value that is no media type is refused with 415 before its origin is checked.
          expect(
            ['403 XSRF check failed', '415 Unsupported Media Type'],
            `${method} ${JSON.stringify(headers)}`,
          ).toContain(`${reply.status} ${reply.message}`)
        }
      }
      expect(await about()).toBe(before)
      expect((await wiki().admin.get('/rest/pat/latest/tokens')).text).not.toContain('stolen')
    })

    it('is refused without a body and a type, by whichever method, with anything that a browser adds', async () => {
      for (const [method, path] of [
        ['DELETE', AVATAR],
        ['PUT', PROFILE],
        ['POST', '/rest/pat/latest/tokens'],
      ] as const) {
        const bare: Record<string, string>[] = [
          { 'sec-fetch-site': 'same-origin' },
          { 'sec-fetch-site': 'none' },
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': '' },
          { origin: 'null' },
          { origin: '' },
          { origin: 'https://evil.example' },
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/x-www-form-urlencoded' },
          ...(method === 'DELETE' ? [] : [{}]),
        ]
        for (const headers of bare) {
          const { status } = await rawRequest(method, path, headers)
          expect(status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403)
        }
      }
    })

    it('is taken as a bare DELETE, which no page of another site can cause', async () => {
      expect((await rawRequest('DELETE', AVATAR, {})).status).toBe(200)
      // No other method becomes a DELETE on its way.
      for (const disguised of [
        rawRequest('POST', AVATAR, { 'x-http-method-override': 'DELETE' }),
        rawRequest('POST', `${AVATAR}?_method=DELETE`, {}),
        rawRequest('POST', AVATAR, { 'x-method-override': 'DELETE', 'x-http-method': 'DELETE' }),
      ])
        expect((await disguised).status).toBe(403)
      expect((await rawRequest('GET', `${AVATAR}?_method=DELETE`, {})).status).toBe(405)
    })

    it('does not open the calls that take forms, files and bytes', async () => {
      for (const path of ['/logout.action?os_destination=x', AVATAR]) {
        const reply = await browser.send('POST', path, '{}', { ...JSON_TYPE, 'sec-fetch-site': 'same-origin' })
        expect(reply.status, path).toBe(403)
      }
      expect((await browser.send('GET', '/rest/api/user/current')).status).toBe(200)
    })

    it('answers no preflight with what would let another site through', async () => {
      for (const path of [PROFILE, '/rest/pat/latest/tokens', '/rest/api/user/current/password', '/']) {
        const reply = await browser.send('OPTIONS', path, undefined, {
          origin: 'https://evil.example',
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        })
        expect(reply.status).not.toBe(200)
        expect([...reply.headers.keys()].filter(name => name.startsWith('access-control-'))).toEqual([])
      }
    })

    /** `fetch` corrects some headers and refuses others; attackers do not. */
    function rawRequest(
      method: string,
      path: string,
      headers: Record<string, string>,
      body?: string,
    ): Promise<{ status: number; message: string }> {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return new Promise((resolve, reject) => {
        const request = httpRequest(wiki().url + path, { method, headers: { ...headers, cookie } }, response => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              message: String((JSON.parse(text) as { message?: unknown }).message),
            }),
          )
        })
        request.on('error', reject)
        request.end(body)
      })
    }
  },
)
