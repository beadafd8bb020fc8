import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createAccountsFeature, requireAccount, setActive, setPassword } from '#features/accounts/server/index.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { MOST_UNUSED_CLIENTS } from './server/clients.ts'
import { MOST_CONNECTIONS } from './server/connections.ts'
import { sweep } from './server/feature.ts'
import { MOST_REGISTRATIONS } from './server/program-routes.ts'
import { TestAgent } from './testing/agent.ts'
import { decide, hiddenFields, pathOf } from './testing/consent.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CALLBACK = 'https://agent.example.org/back'
let clock = Date.now()

onEachEngine(
  'agents that users connect',
  () => features.map(feature => (feature.name === 'accounts' ? createAccountsFeature({ now: () => clock }) : feature)),
  wiki => {
    const agents: TestAgent[] = []
    let count = 0

    const setMcp = async (mcp: boolean) => {
      const set = await wiki().admin.put('/rest/oxbow/1.0/admin/settings', { mcp })
      if (set.status >= 300) throw new Error(set.text)
    }
    /** A user who is signed in with a browser. */
    const newUser = async () => {
      const username = `user${++count}`
      const client = await wiki().addUser(username)
      return { username, client, browser: await signedIn(username, `${username} password`) }
    }
    const signedIn = async (username: string, password: string) => {
      const browser = new Browser(wiki().url)
      await browser.login(username, password)
      return browser
    }
    const newAgent = (options?: ConstructorParameters<typeof TestAgent>[1]) => {
      const agent = new TestAgent(wiki().app.baseUrl, options)
      agents.push(agent)
      return agent
    }
    const locationOf = (reply: HttpReply) => {
      expect(reply.status, reply.text).toBe(303)
      return reply.headers.get('location') ?? ''
    }
    const connected = async (browser: Browser, fields?: Record<string, string>, agent = newAgent()) => {
      const client = await agent.finish(locationOf(await decide(browser, await agent.begin(), fields)))
      return { agent, client }
    }
    const bearer = (token: string) => wiki().anonymous.with({ authorization: `Bearer ${token}` })
    const listTools = (token: string) =>
      bearer(token).send(
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
        { accept: 'application/json, text/event-stream' },
      )
    const form = (path: string, fields: Record<string, string>) =>
      wiki().anonymous.send('POST', path, new URLSearchParams(fields))
    const register = async (metadata: object = {}) => {
      const body = { redirect_uris: [CALLBACK], client_name: 'Raw agent', ...metadata }
      return (await wiki().anonymous.post('/oauth/register', body)).json as Record<string, string>
    }
    /** An authorization request, made by hand, with the verifier of its challenge. */
    const requestOf = async (fields: Record<string, string> = {}) => {
      const clientId = fields['client_id'] ?? (await register())['client_id'] ?? ''
      const verifier = randomBytes(32).toString('base64url')
      const url = new URL('/oauth/authorize', wiki().url)
      const all = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: CALLBACK,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'xyz',
        ...fields,
      }
      for (const [name, value] of Object.entries(all)) if (value !== '') url.searchParams.set(name, value)
      return { url, clientId, verifier }
    }
    /** A code for a user, and the fields that exchange it. */
    const newCode = async (browser: Browser) => {
      const { url, clientId, verifier } = await requestOf()
      const code = new URL(locationOf(await decide(browser, url))).searchParams.get('code') ?? ''
      return {
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        code_verifier: verifier,
        redirect_uri: CALLBACK,
        resource: `${wiki().app.baseUrl}/mcp`,
      }
    }
    const newTokens = async (browser: Browser) => {
      const fields = await newCode(browser)
      const { json } = await form('/oauth/token', fields)
      return { clientId: fields.client_id, access: json.access_token as string, refresh: json.refresh_token as string }
    }
    const refreshed = (clientId: string, token: string) =>
      form('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token })
    const refusal = ({ status, json }: HttpReply) => [status, json.error]

    beforeAll(async () => {
      await setMcp(true)
      await wiki().admin.post('/rest/api/space', { key: 'OA', name: 'OAuth' })
    })
    afterEach(async () => {
      for (const agent of agents.splice(0)) await agent.close()
    })

    it('connect by the address alone: they register, ask, and call every tool; tokens are renewed and end', async () => {
      const { username, client: user, browser } = await newUser()
      const { agent, client } = await connected(browser)
      expect((await client.listTools()).tools).toHaveLength(8)
      const made = await client.callTool({
        name: 'create_page',
        arguments: { space: 'OA', title: 'By OAuth', markdown: 'x' },
      })
      expect(made.isError, JSON.stringify(made)).toBeFalsy()
      const [page] = (await user.get('/rest/api/content?spaceKey=OA&title=By+OAuth&expand=history')).json.results
      expect(page.history.createdBy.username).toBe(username)
      // After an hour the agent renews its token by itself.
      expect(agent.issues).toBe(1)
      const first = agent.stored?.access_token ?? ''
      clock += HOUR
      expect((await listTools(first)).status).toBe(401)
      await client.listTools()
      expect([agent.issues, agent.stored?.access_token === first]).toEqual([2, false])
      const [entry] = (await user.get('/rest/oxbow/1.0/agents')).json.results
      expect(entry).toEqual({
        id: expect.any(Number),
        name: 'Test agent',
        host: '127.0.0.1',
        scope: 'write',
        connectedAt: expect.stringContaining('T'),
        lastAccessedAt: expect.stringContaining('T'),
      })
      expect((await user.delete(`/rest/oxbow/1.0/agents/${entry.id}`)).status).toBe(204)
      expect((await user.delete(`/rest/oxbow/1.0/agents/${entry.id}`)).status).toBe(404)
      expect((await user.get('/rest/oxbow/1.0/agents')).json.size).toBe(0)
      expect((await listTools(agent.stored?.access_token ?? '')).status).toBe(401)
      await expect(client.listTools()).rejects.toThrow('Unauthorized')
    })

    it('find out where to ask by the refusal and the metadata', async () => {
      const base = wiki().app.baseUrl
      const { status, headers } = await listTools('oxa_wrong')
      const metadata = `Bearer realm="Oxbow", resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`
      expect([status, headers.get('www-authenticate')]).toEqual([401, `${metadata}, error="invalid_token"`])
      const anonymous = await wiki().anonymous.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })
      expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, metadata])
      for (const path of ['', '/mcp'])
        expect((await wiki().anonymous.get(`/.well-known/oauth-protected-resource${path}`)).json).toMatchObject({
          resource: `${base}/mcp`,
          authorization_servers: [base],
          scopes_supported: ['read', 'write'],
        })
      expect((await wiki().anonymous.get('/.well-known/oauth-authorization-server')).json).toMatchObject({
        issuer: base,
        registration_endpoint: `${base}/oauth/register`,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      })
    })

    it('get tokens from pages of other sites too, which get nothing else', async () => {
      const { username, browser } = await newUser()
      const origin = { origin: 'https://inspector.example' }
      const { clientId, refresh } = await newTokens(browser)
      for (const [method, path] of [
        ['GET', '/.well-known/oauth-protected-resource/mcp'],
        ['GET', '/.well-known/oauth-authorization-server'],
        ['POST', '/oauth/register'],
        ['POST', '/oauth/token'],
        ['POST', '/oauth/revoke'],
      ] as const) {
        const preflight = await wiki().anonymous.send('OPTIONS', path, undefined, origin)
        expect([preflight.status, preflight.headers.get('access-control-allow-origin')], path).toEqual([204, '*'])
        expect(preflight.headers.get('access-control-allow-methods'), path).toBe(method)
        expect(preflight.headers.get('access-control-allow-credentials'), path).toBeNull()
      }
      for (const path of ['/oauth/authorize', '/mcp', '/rest/oxbow/1.0/agents', '/rest/pat/latest/tokens']) {
        const preflight = await wiki().anonymous.send('OPTIONS', path, undefined, origin)
        expect(
          [...preflight.headers.keys()].filter(name => name.startsWith('access-control-')),
          path,
        ).toEqual([])
      }
      const sent = new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh })
      const reply = await wiki().anonymous.send('POST', '/oauth/token', sent, origin)
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      const refused = await wiki().anonymous.send('POST', '/oauth/token', sent, origin)
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
      // Credentials of a user count for nothing, and are not tried: neither right nor wrong ones.
      const user = wiki().as(username, `${username} password`)
      for (const client of [user, wiki().as(username, 'wrong'), browser])
        expect((await client.send('POST', '/oauth/token', new URLSearchParams(), origin)).status).toBe(401)
      expect((await user.send('GET', '/.well-known/oauth-authorization-server')).headers.get('x-ausername')).toBeNull()
    })

    it('may only read if the user says so, whatever they ask for', async () => {
      const { client: user, browser } = await newUser()
      const { agent, client } = await connected(browser, { access: 'read' })
      expect(agent.stored?.scope).toBe('read')
      const made = await client.callTool({
        name: 'create_page',
        arguments: { space: 'OA', title: 'Not made', markdown: 'x' },
      })
      expect([made.isError, JSON.stringify(made.content)]).toEqual([true, expect.stringContaining('may only read')])
      expect((await user.get('/rest/api/content?spaceKey=OA&title=Not+made')).json.size).toBe(0)
      // Nor more than they ask for, whatever is sent.
      const { url, clientId, verifier } = await requestOf({ scope: 'read' })
      const page = await browser.get(pathOf(url))
      expect(page.text).not.toContain('value="write"')
      const code = new URL(locationOf(await decide(browser, url, { access: 'write' }))).searchParams.get('code') ?? ''
      const fields = { client_id: clientId, code, code_verifier: verifier, redirect_uri: CALLBACK }
      expect((await form('/oauth/token', { grant_type: 'authorization_code', ...fields })).json.scope).toBe('read')
    })

    it('have tokens that no other call accepts', async () => {
      const { browser } = await newUser()
      const { access, refresh } = await newTokens(browser)
      expect((await listTools(access)).status).toBe(200)
      for (const path of ['/rest/api/user/current', '/rest/oxbow/1.0/agents', '/oauth/authorize', '/'])
        expect((await bearer(access).get(path)).status, path).toBe(401)
      expect((await bearer(access).post('/rest/pat/latest/tokens', { name: 'mine' })).status).toBe(401)
      expect((await listTools(refresh)).status).toBe(401)
      // Agents try whether there is a stream, and would renew their tokens if it were refused for want of one.
      for (const path of ['/mcp', '/mcp/']) expect((await bearer(access).get(path)).status).toBe(405)
    })

    it('get tokens for a code once; a second time ends them', async () => {
      const { client: user, browser } = await newUser()
      const fields = await newCode(browser)
      const first = await form('/oauth/token', fields)
      expect(first.json).toEqual({
        access_token: expect.stringMatching(/^oxa_[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^oxr_[\w-]{32}\.[\w-]{32}$/),
        scope: 'read write',
      })
      expect(first.headers.get('cache-control')).toBe('no-store')
      expect((await listTools(first.json.access_token)).status).toBe(200)
      expect(refusal(await form('/oauth/token', fields))).toEqual([400, 'invalid_grant'])
      expect((await listTools(first.json.access_token)).status).toBe(401)
      expect(refusal(await refreshed(fields.client_id, first.json.refresh_token))).toEqual([400, 'invalid_grant'])
      expect((await user.get('/rest/oxbow/1.0/agents')).json.size).toBe(0)
      // Both at once get tokens once at most.
      const race = await newCode(browser)
      const both = await Promise.all([form('/oauth/token', race), form('/oauth/token', race)])
      expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2)
    })

    it.each([
      ['another verifier', { code_verifier: 'x'.repeat(43) }],
      ['no verifier', { code_verifier: '' }],
      ['another address', { redirect_uri: `${CALLBACK}/` }],
      ['no address', { redirect_uri: '' }],
    ])('get nothing for a code with %s, nor afterwards', async (_name, wrong) => {
      const { browser } = await newUser()
      const fields = await newCode(browser)
      expect(refusal(await form('/oauth/token', { ...fields, ...wrong }))).toEqual([400, 'invalid_grant'])
      expect(refusal(await form('/oauth/token', fields))).toEqual([400, 'invalid_grant'])
    })

    it('get nothing for the code or refresh token of another, for another resource, or too late', async () => {
      const { browser } = await newUser()
      const fields = await newCode(browser)
      const other = (await register())['client_id'] ?? ''
      const ask = async (more: object) => refusal(await form('/oauth/token', { ...fields, ...more }))
      expect(await ask({ client_id: other })).toEqual([400, 'invalid_grant'])
      expect(await ask({ client_id: 'unknown' })).toEqual([401, 'invalid_client'])
      expect(await ask({ client_id: '' })).toEqual([401, 'invalid_client'])
      expect(await ask({ resource: 'https://other.example/mcp' })).toEqual([400, 'invalid_target'])
      expect(await ask({ grant_type: 'password' })).toEqual([400, 'unsupported_grant_type'])
      expect(await ask({ code: 'x'.repeat(300) })).toEqual([400, 'invalid_request'])
      // None of these was the agent's: its code is still good.
      const { json } = await form('/oauth/token', fields)
      expect(refusal(await refreshed(other, json.refresh_token))).toEqual([400, 'invalid_grant'])
      expect((await refreshed(fields.client_id, json.refresh_token)).status).toBe(200)
      const late = await newCode(browser)
      clock += MINUTE
      expect(refusal(await form('/oauth/token', late))).toEqual([400, 'invalid_grant'])
    })

    it('lose all tokens when a refresh token is used again', async () => {
      const { client: user, browser } = await newUser()
      const { clientId, access, refresh } = await newTokens(browser)
      const second = (await refreshed(clientId, refresh)).json
      expect((await listTools(access)).status).toBe(401)
      expect((await listTools(second.access_token)).status).toBe(200)
      expect(refusal(await refreshed(clientId, refresh))).toEqual([400, 'invalid_grant'])
      expect((await listTools(second.access_token)).status).toBe(401)
      expect(refusal(await refreshed(clientId, second.refresh_token))).toEqual([400, 'invalid_grant'])
      expect((await user.get('/rest/oxbow/1.0/agents')).json.size).toBe(0)
    })

    it('end their tokens themselves, and no others', async () => {
      const { browser } = await newUser()
      const revoke = (client_id: string, token: string) => form('/oauth/revoke', { client_id, token })
      const [one, two] = [await newTokens(browser), await newTokens(browser)]
      expect((await revoke(two.clientId, one.access)).status).toBe(200)
      expect((await revoke(two.clientId, one.refresh)).status).toBe(200)
      expect((await revoke(one.clientId, 'nonsense')).status).toBe(200)
      expect(refusal(await revoke('unknown', one.refresh))).toEqual([401, 'invalid_client'])
      expect((await listTools(one.access)).status).toBe(200)
      expect((await revoke(one.clientId, one.refresh)).status).toBe(200)
      expect((await listTools(one.access)).status).toBe(401)
      expect((await revoke(two.clientId, two.access)).status).toBe(200)
      expect(refusal(await refreshed(two.clientId, two.refresh))).toEqual([400, 'invalid_grant'])
    })

    it('are refused without the consent of the user, which no other page can give', async () => {
      const { username, browser } = await newUser()
      const { url } = await requestOf()
      const page = await browser.get(pathOf(url))
      expect(page.headers.get('x-frame-options')).toBe('DENY')
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      const fields = { ...hiddenFields(page.text), decision: 'allow', access: 'write' }
      const { atl_token: token = '', ...without } = fields as Record<string, string>
      expect(token).not.toBe('')
      expect((await browser.post(url.pathname, without)).status).toBe(403)
      expect((await browser.post(url.pathname, { ...without, atl_token: 'x' })).status).toBe(403)
      expect((await browser.post(url.pathname, fields, { origin: 'https://evil.example' })).status).toBe(403)
      // The token of another user's session.
      const other = await newUser()
      expect((await other.browser.post(url.pathname, fields)).status).toBe(403)
      // Neither passwords nor tokens give consent: both could be used without the user.
      const basic = wiki().as(username, `${username} password`)
      expect((await basic.get(pathOf(url))).status).toBe(403)
      const sent = new URLSearchParams(without)
      expect((await basic.send('POST', url.pathname, sent, { 'x-atlassian-token': 'no-check' })).status).toBe(403)
      // By GET nothing is given, whatever the address holds.
      url.searchParams.set('decision', 'allow')
      url.searchParams.set('atl_token', token)
      expect((await browser.get(pathOf(url))).status).toBe(200)
      expect((await basic.get('/rest/oxbow/1.0/agents')).json.size).toBe(0)
      const denied = new URL(locationOf(await decide(browser, url, { decision: 'deny' })))
      expect(Object.fromEntries(denied.searchParams)).toEqual({
        error: 'access_denied',
        iss: wiki().app.baseUrl,
        state: 'xyz',
      })
    })

    it('are asked for after signing in', async () => {
      const { url } = await requestOf()
      const reply = await new Browser(wiki().url).get(pathOf(url))
      expect([reply.status, reply.headers.get('location')]).toEqual([
        302,
        `/login.action?os_destination=${encodeURIComponent(pathOf(url))}`,
      ])
      const user = await newUser()
      const back = await user.browser.post('/dologin.action', {
        os_username: user.username,
        os_password: `${user.username} password`,
        os_destination: pathOf(url),
      })
      expect(back.headers.get('location')).toBe(pathOf(url))
    })

    it('ask administrators for their password again', async () => {
      const browser = await signedIn('admin', ADMIN.password)
      const { url } = await requestOf()
      const asked = await browser.get(pathOf(url))
      const confirm = `/authenticate.action?destination=${encodeURIComponent(pathOf(url))}`
      expect([asked.status, asked.headers.get('location')]).toEqual([302, confirm])
      const atl_token = hiddenFields((await browser.get(confirm)).text)['atl_token'] ?? ''
      const fields = { atl_token, password: ADMIN.password, destination: pathOf(url) }
      expect((await browser.post('/doauthenticate.action', fields)).headers.get('location')).toBe(pathOf(url))
      const location = locationOf(await decide(browser, url))
      expect(location).toMatch(/^https:\/\/agent\.example\.org\/back\?code=oxc_/)
      clock += HOUR
      expect(
        (
          await browser.post(url.pathname, {
            ...hiddenFields((await browser.get('/authenticate.action')).text),
            ...Object.fromEntries(url.searchParams),
            decision: 'allow',
          })
        ).status,
      ).toBe(403)
    })

    it('lead nowhere but to a registered address, and only when the user has decided', async () => {
      const { browser } = await newUser()
      const client_id = (await register())['client_id'] ?? ''
      for (const fields of [
        { client_id: 'unknown' },
        { redirect_uri: 'https://evil.example/' },
        { redirect_uri: `${CALLBACK}.evil.example` },
        { redirect_uri: 'javascript:alert(1)' },
        { redirect_uri: '' },
        { response_type: 'token' },
        { code_challenge_method: 'plain' },
        { code_challenge: '' },
        { code_challenge: 'short' },
        { scope: 'admin' },
        { resource: 'https://other.example/mcp' },
        { state: 'x'.repeat(2000) },
      ] as Record<string, string>[]) {
        const { url } = await requestOf({ client_id, ...fields })
        const reply = await browser.get(pathOf(url))
        expect([reply.status, reply.headers.get('location')], JSON.stringify(fields)).toEqual([400, null])
        expect(reply.text).not.toContain('<form')
      }
      const { url } = await requestOf()
      const fields = { ...hiddenFields((await browser.get(pathOf(url))).text), decision: 'allow' }
      const elsewhere = await browser.post(url.pathname, { ...fields, redirect_uri: 'https://evil.example/' })
      expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([400, null])
      // A parameter that is given twice.
      const twice = await browser.get(`${pathOf(url)}&redirect_uri=${encodeURIComponent('https://evil.example/')}`)
      expect(twice.status).toBe(400)
    })

    it('use any port of the computer of their user', async () => {
      const { browser } = await newUser()
      const registered = await register({ redirect_uris: ['http://127.0.0.1/cb'] })
      const client_id = registered['client_id'] ?? ''
      const { url } = await requestOf({ client_id, redirect_uri: 'http://127.0.0.1:51234/cb' })
      expect((await browser.get(pathOf(url))).text).toContain('a program on this computer')
      expect(locationOf(await decide(browser, url))).toMatch(/^http:\/\/127\.0\.0\.1:51234\/cb\?code=/)
    })

    it('have names that are text, on one line', async () => {
      const { browser } = await newUser()
      const name = '<script>alert(1)</script>"\u202E\n</bdi><h1>Official'
      const { client_id = '', client_name } = await register({ client_name: name })
      expect(client_name).toBe('<script>alert(1)</script>" </bdi><h1>Official')
      const { text } = await browser.get(pathOf((await requestOf({ client_id })).url))
      expect(text).not.toContain('<script>')
      expect(text.match(/<h1>/g)).toHaveLength(1)
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(text).toContain('Unverified')
      expect((await register({ client_name: 'x'.repeat(300) }))['client_name']).toHaveLength(100)
    })

    it('register with valid metadata only', async () => {
      const attempt = async (body: object) => refusal(await wiki().anonymous.post('/oauth/register', body))
      const redirect = [400, 'invalid_redirect_uri']
      const metadata = [400, 'invalid_client_metadata']
      expect(await attempt({ redirect_uris: ['http://agent.example.org/'] })).toEqual(redirect)
      expect(await attempt({ redirect_uris: [CALLBACK, 'javascript:alert(1)'] })).toEqual(redirect)
      expect(await attempt({ redirect_uris: [] })).toEqual(metadata)
      expect(await attempt({})).toEqual(metadata)
      expect(await attempt({ redirect_uris: Array.from({ length: 21 }, () => CALLBACK) })).toEqual(metadata)
      expect(await attempt({ redirect_uris: [`${CALLBACK}?${'x'.repeat(1000)}`] })).toEqual(metadata)
      expect(await attempt({ redirect_uris: [CALLBACK], client_name: 'x'.repeat(1001) })).toEqual(metadata)
      const large = await wiki().anonymous.post('/oauth/register', { redirect_uris: [CALLBACK], x: 'x'.repeat(40_000) })
      expect(large.status).toBe(413)
    })

    it('lose a registration that nobody allows, and keep one that is used', async () => {
      const { client: user, browser } = await newUser()
      const { app } = wiki()
      const clients = () => app.database.read.selectFrom('agent_client').select('id').execute()
      const unused = (await register())['client_id'] ?? ''
      const { clientId, refresh } = await newTokens(browser)
      clock += DAY
      await sweep(app)
      const ids = (await clients()).map(({ id }) => id)
      expect([ids.includes(unused), ids.includes(clientId)]).toEqual([false, true])
      const next = (await refreshed(clientId, refresh)).json.refresh_token as string
      clock += 30 * DAY
      expect(refusal(await refreshed(clientId, next))).toEqual([400, 'invalid_grant'])
      await sweep(app)
      expect((await user.get('/rest/oxbow/1.0/agents')).json.size).toBe(0)
      // The agent asks again without a new registration.
      expect((await clients()).map(({ id }) => id)).toContain(clientId)
      clock += 60 * DAY
      await sweep(app)
      expect(await clients()).toEqual([])
    })

    it('are limited in number: registrations that nobody allows, and connections of a user', async () => {
      const { browser } = await newUser()
      const { app } = wiki()
      const { clientId } = await newTokens(browser)
      const row = {
        name: '',
        redirect_uris: JSON.stringify([CALLBACK]),
        created_at: clock,
        expires_at: clock + 1,
        is_approved: 0,
      }
      const rows = Array.from({ length: MOST_UNUSED_CLIENTS }, (_, n) => ({ ...row, id: `filler ${n}` }))
      await app.database.transaction(async ({ db }) => {
        for (let start = 0; start < rows.length; start += 200)
          await db
            .insertInto('agent_client')
            .values(rows.slice(start, start + 200))
            .execute()
      })
      const newest = (await register())['client_id']
      const left = await app.database.read.selectFrom('agent_client').select(['id', 'is_approved']).execute()
      expect(left.filter(({ is_approved }) => is_approved === 0)).toHaveLength(MOST_UNUSED_CLIENTS)
      expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([newest, clientId]))
      const { id: accountId } = await requireAccount(app, { username: `user${count}` })
      await app.database.transaction(async ({ db }) => {
        const connection = {
          account_id: accountId,
          client_id: clientId,
          scope: 'read' as const,
          redirect_uri: CALLBACK,
          code_challenge: '',
          created_at: clock,
          connected_at: clock,
          expires_at: clock + DAY,
        }
        const more = Array.from({ length: MOST_CONNECTIONS - 1 }, (_, n) => ({
          ...connection,
          code_hash: `${accountId} ${n}`,
        }))
        await db.insertInto('agent_connection').values(more).execute()
      })
      const refused = await decide(browser, (await requestOf()).url)
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('You have connected 100 agents')])
      const list = (await wiki().as(`user${count}`, `user${count} password`).get('/rest/oxbow/1.0/agents?limit=10'))
        .json
      expect([list.size, typeof list._links.next]).toEqual([10, 'string'])
    })

    it('follow their user: disabled accounts, changed passwords, another user', async () => {
      const { username, client: user, browser } = await newUser()
      const { app } = wiki()
      const { clientId, access, refresh } = await newTokens(browser)
      const account = await requireAccount(app, { username })
      const personal = (await user.post('/rest/pat/latest/tokens', { name: 'pat' })).json
      const both = async (token: string) => [
        (await listTools(token)).status,
        (await listTools(personal.rawToken)).status,
      ]
      expect(await both(access)).toEqual([200, 200])
      await setPassword(app, account, 'another long password', null)
      expect(await both(access)).toEqual([200, 200])
      await setActive(app, await requireAccount(app, { username }), false, null)
      expect(await both(access)).toEqual([401, 401])
      expect(refusal(await refreshed(clientId, refresh))).toEqual([400, 'invalid_grant'])
      await setActive(app, await requireAccount(app, { username }), true, null)
      expect(await both(access)).toEqual([200, 200])
      const next = (await refreshed(clientId, refresh)).json
      expect(await both(next.access_token)).toEqual([200, 200])
      const [entry] = (await wiki().as(username, 'another long password').get('/rest/oxbow/1.0/agents')).json.results
      const other = await newUser()
      expect((await other.client.delete(`/rest/oxbow/1.0/agents/${entry.id}`)).status).toBe(404)
      expect((await wiki().anonymous.get('/rest/oxbow/1.0/agents')).status).toBe(401)
    })

    it('end when the account of their user is deleted', async () => {
      const { username, browser } = await newUser()
      const { clientId, access, refresh } = await newTokens(browser)
      const rows = () =>
        wiki().app.database.read.selectFrom('agent_connection').select('id').where('client_id', '=', clientId).execute()
      expect(await rows()).toHaveLength(1)
      expect((await wiki().admin.delete(`/rest/api/admin/user/${username}`)).status).toBeLessThan(300)
      expect((await listTools(access)).status).toBe(401)
      await wiki().app.jobs.idle()
      expect(await rows()).toEqual([])
      expect(refusal(await refreshed(clientId, refresh))).toEqual([400, 'invalid_grant'])
    })

    it('go on reading while the wiki is read-only, and none is connected', async () => {
      const { client: user, browser } = await newUser()
      const { clientId, refresh } = await newTokens(browser)
      const { url } = await requestOf()
      const fields = { ...hiddenFields((await browser.get(pathOf(url))).text), decision: 'allow' }
      const mode = (name: string) => wiki().admin.put('/rest/oxbow/1.0/admin/access-mode', { mode: name })
      await mode('READ_ONLY')
      try {
        expect((await browser.get(pathOf(url))).status).toBe(405)
        expect((await browser.post(url.pathname, fields)).status).toBe(405)
        const { json } = await refreshed(clientId, refresh)
        expect((await listTools(json.access_token)).status).toBe(200)
        const [entry] = (await user.get('/rest/oxbow/1.0/agents')).json.results
        expect((await user.delete(`/rest/oxbow/1.0/agents/${entry.id}`)).status).toBe(204)
      } finally {
        await mode('READ_WRITE')
      }
    })

    it('keep no secret, and are in the audit log', async () => {
      const { username, client: user, browser } = await newUser()
      const fields = await newCode(browser)
      const { json } = await form('/oauth/token', fields)
      const rows = JSON.stringify(await wiki().app.database.read.selectFrom('agent_connection').selectAll().execute())
      for (const secret of [fields.code, fields.code_verifier, json.access_token, json.refresh_token.split('.')[1]])
        expect(rows).not.toContain(secret.replace(/^ox\w_/, ''))
      const [entry] = (await user.get('/rest/oxbow/1.0/agents')).json.results
      await user.delete(`/rest/oxbow/1.0/agents/${entry.id}`)
      await wiki().app.events.settled()
      const { results } = (await wiki().admin.get('/rest/api/audit?limit=20')).json
      const kept = results
        .filter((record: { author: { displayName: string } }) => JSON.stringify(record).includes(username))
        .map((record: { summary: string; affectedObject: { name: string } }) => [
          record.summary,
          record.affectedObject.name,
        ])
      expect(kept.slice(0, 2)).toEqual([
        ['Agent disconnected', 'Raw agent'],
        ['Agent connected', 'Raw agent'],
      ])
    })

    it('register so many from one address in an hour', async () => {
      let reply: HttpReply | undefined
      for (let sent = 0; sent <= MOST_REGISTRATIONS; sent++)
        reply = await wiki().anonymous.post('/oauth/register', { redirect_uris: [CALLBACK] })
      expect([reply?.status, Number(reply?.headers.get('retry-after')) > 0]).toEqual([429, true])
    })

    // Last: it switches the agents off.
    it('find nothing while the setting is off, as it is at first', async () => {
      await setMcp(false)
      const { browser, client: user } = await newUser()
      const statuses = [
        await wiki().anonymous.get('/.well-known/oauth-protected-resource'),
        await wiki().anonymous.get('/.well-known/oauth-protected-resource/mcp'),
        await wiki().anonymous.get('/.well-known/oauth-authorization-server'),
        await wiki().anonymous.post('/oauth/register', { redirect_uris: [CALLBACK] }),
        await form('/oauth/token', {}),
        await form('/oauth/revoke', {}),
        await browser.get('/oauth/authorize'),
        await wiki().anonymous.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
      ].map(({ status }) => status)
      expect(statuses).toEqual(statuses.map(() => 404))
      expect((await user.get('/rest/oxbow/1.0/agents')).status).toBe(200)
    })
  },
)
