import { expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { createAccount, createAccountsFeature, setActive } from './server/index.ts'
import { createToken, MAX_TOKENS } from './server/tokens/tokens.ts'

const PASSWORD = 'a long enough one'
const DAY = 24 * 60 * 60 * 1000
let clock = Date.now()
let count = 0

onEachEngine(
  'personal access tokens',
  () => [createAccountsFeature({ now: () => clock })],
  wiki => {
    const newUser = async () => {
      const username = `maker${++count}`
      const account = await createAccount(
        wiki().app,
        { username, displayName: 'Max Maker', email: '', password: PASSWORD },
        null,
      )
      return { account, client: wiki().as(username, PASSWORD) }
    }
    const withToken = (raw: string) => wiki().anonymous.with({ authorization: `Bearer ${raw}` })

    it('are shown once, stored as a hash, and sign in as their user', async () => {
      const { account, client } = await newUser()
      const { status, json } = await client.post('/rest/pat/latest/tokens', { name: 'ci', expirationDuration: 30 })
      expect(status).toBe(201)
      expect(json).toEqual({
        id: expect.any(Number),
        name: 'ci',
        createdAt: new Date(clock).toISOString().replace('Z', '+00:00'),
        expiringAt: new Date(clock + 30 * DAY).toISOString().replace('Z', '+00:00'),
        lastAccessedAt: null,
        scope: 'write',
        rawToken: expect.stringMatching(/^oxb_[\w-]{40}$/),
      })
      expect((await withToken(json.rawToken).get('/rest/api/user/current')).json.userKey).toBe(account.user_key)
      const list = await client.get('/rest/pat/latest/tokens')
      expect(list.text).not.toContain(json.rawToken)
      expect(list.json).toMatchObject({
        size: 1,
        results: [{ id: json.id, name: 'ci', lastAccessedAt: expect.stringContaining('T') }],
      })
      const row = await wiki()
        .app.database.read.selectFrom('access_token')
        .selectAll()
        .where('id', '=', json.id)
        .executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(json.rawToken.slice(4))
    })

    it('end when their time is over, when they are revoked, and with their account', async () => {
      const { account, client } = await newUser()
      const make = async (body: object) =>
        (await client.post('/rest/pat/latest/tokens', body)).json as { id: number; rawToken: string }
      const [short, endless, revoked] = [
        await make({ name: 'a', expirationDuration: '1' }),
        await make({ name: 'b' }),
        await make({ name: 'c', expirationDuration: null }),
      ]
      const works = async (one: { rawToken: string }) =>
        (await withToken(one.rawToken).get('/rest/api/user/current')).status
      expect(await Promise.all([short, endless, revoked].map(works))).toEqual([200, 200, 200])
      expect((await client.delete(`/rest/pat/latest/tokens/${revoked.id}`)).status).toBe(204)
      expect((await client.delete(`/rest/pat/latest/tokens/${revoked.id}`)).status).toBe(404)
      clock += DAY
      expect(await Promise.all([short, endless, revoked].map(works))).toEqual([401, 200, 401])
      await setActive(wiki().app, account, false, null)
      expect(await works(endless)).toBe(401)
    })

    it('may be for reading alone', async () => {
      const { client } = await newUser()
      const { id, scope, rawToken } = (await client.post('/rest/pat/latest/tokens', { name: 'agent', scope: 'read' }))
        .json
      expect(scope).toBe('read')
      const reader = withToken(rawToken)
      expect((await reader.get('/rest/api/user/current')).status).toBe(200)
      expect((await reader.get('/rest/pat/latest/tokens')).json.results[0]).toMatchObject({
        name: 'agent',
        scope: 'read',
      })
      const refused = await reader.put('/rest/oxbow/1.0/profile', { about: 'mine' })
      expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining('may only read')])
      expect((await reader.delete(`/rest/pat/latest/tokens/${id}`)).status).toBe(403)
      expect((await client.get('/rest/pat/latest/tokens')).json.size).toBe(1)
      // A change by GET, as of the old product.
      const { userKey } = (await reader.get('/rest/api/user/current')).json
      expect((await reader.get(`/rest/user-profile/1.0/${userKey}/avatar/default`)).status).toBe(403)
    })

    it('belong to their user alone', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const token = (await ann.client.post('/rest/pat/latest/tokens', { name: 'mine' })).json
      expect((await bob.client.delete(`/rest/pat/latest/tokens/${token.id}`)).status).toBe(404)
      expect((await bob.client.get('/rest/pat/latest/tokens')).json.results).toEqual([])
      expect((await wiki().anonymous.get('/rest/pat/latest/tokens')).status).toBe(401)
      expect((await wiki().anonymous.post('/rest/pat/latest/tokens', { name: 'x' })).status).toBe(401)
      expect((await withToken(token.rawToken).get('/rest/api/user/current')).status).toBe(200)
    })

    it('cannot take the account over', async () => {
      const { client } = await newUser()
      const { rawToken } = (await client.post('/rest/pat/latest/tokens', { name: 'thief' })).json
      const thief = withToken(rawToken)
      expect(
        (
          await thief.post('/rest/api/user/current/password', {
            oldPassword: PASSWORD,
            newPassword: 'mine from now on',
          })
        ).status,
      ).toBe(403)
      expect((await thief.put('/rest/api/user/current', { email: 'thief@example.org' })).status).toBe(403)
      expect((await thief.put('/rest/oxbow/1.0/profile', { email: 'thief@example.org' })).status).toBe(403)
    })

    it('make no further tokens, which could outlive them, and may end themselves', async () => {
      const { client } = await newUser()
      const { id, rawToken } = (await client.post('/rest/pat/latest/tokens', { name: 'ci', expirationDuration: 1 }))
        .json
      const ci = withToken(rawToken)
      for (const body of [{ name: 'more' }, { name: 'more', expirationDuration: 1 }]) {
        const refused = await ci.post('/rest/pat/latest/tokens', body)
        expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining('Basic')])
      }
      expect((await ci.get('/rest/pat/latest/tokens')).json.results.map((one: { name: string }) => one.name)).toEqual([
        'ci',
      ])
      expect((await ci.delete(`/rest/pat/latest/tokens/${id}`)).status).toBe(204)
      expect((await ci.get('/rest/api/user/current')).status).toBe(401)
    })

    it('are made by users in their browsers without being asked for the password again', async () => {
      const { account } = await newUser()
      const browser = new Browser(wiki().url)
      await browser.login(account.username, PASSWORD)
      expect(
        (await browser.send('POST', '/rest/pat/latest/tokens', { name: 'mine' }, { 'x-atlassian-token': 'no-check' }))
          .status,
      ).toBe(201)
    })

    it('are limited in number and paged', async () => {
      const { account, client } = await newUser()
      for (let i = 0; i < MAX_TOKENS; i++)
        await createToken(wiki().app, account.id, { name: `t${i}`, expirationDays: null }, account.id)
      expect((await client.post('/rest/pat/latest/tokens', { name: 'one more' })).status).toBe(400)
      const page = (await client.get('/rest/pat/latest/tokens?limit=10&start=90')).json
      expect(page.results.map((one: { name: string }) => one.name)).toEqual(
        Array.from({ length: 10 }, (_, i) => `t${90 + i}`),
      )
      expect(page._links.next).toBeUndefined()
    })

    it.each([
      {},
      { name: '' },
      { name: 'x'.repeat(256) },
      { name: 'x', expirationDuration: 0 },
      { name: 'x', expirationDuration: 9999 },
      { name: 'x', expirationDuration: 'soon' },
      { name: 'x', scope: 'admin' },
    ])('refuse %j', async body => {
      expect((await wiki().admin.post('/rest/pat/latest/tokens', body)).status).toBe(400)
    })
  },
)
