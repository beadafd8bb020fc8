import sharp from 'sharp'
import { expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { accountsFeature, createAccount } from './server/index.ts'
import { initialsOf, initialsSvg } from './server/profile/initials.ts'

const PASSWORD = 'a long enough one'
let count = 0

onEachEngine(
  'profiles',
  () => [accountsFeature],
  wiki => {
    const newUser = async () => {
      const username = `person${++count}`
      const account = await createAccount(
        wiki().app,
        { username, displayName: 'Pia Person', email: `${username}@example.org`, password: PASSWORD },
        null,
      )
      return { account, client: wiki().as(username, PASSWORD) }
    }
    const picture = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#336699' } })
    const upload = (
      client: Awaited<ReturnType<typeof newUser>>['client'],
      bytes: Buffer | string,
      headers: Record<string, string> = { 'x-atlassian-token': 'no-check' },
    ) => {
      const form = new FormData()
      form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), '../../evil.svg')
      return client.send('POST', '/rest/oxbow/1.0/profile/avatar', form, headers)
    }

    it('can be read and changed by their user', async () => {
      const { account, client } = await newUser()
      const before = (await client.get('/rest/oxbow/1.0/profile')).json
      expect(before).toMatchObject({
        displayName: 'Pia Person',
        about: '',
        locale: null,
        timeZone: null,
        hasAvatar: false,
      })
      const changes = {
        displayName: 'Pia P.',
        about: 'I write.',
        locale: 'de',
        timeZone: 'Europe/Berlin',
        email: 'new@example.org',
      }
      expect((await client.put('/rest/oxbow/1.0/profile', changes)).json).toEqual({ ...before, ...changes })
      expect((await client.put('/rest/oxbow/1.0/profile', { locale: null })).json).toMatchObject({
        locale: null,
        timeZone: 'Europe/Berlin',
      })
      expect(
        (
          await client.put('/rest/api/user/current', {
            fullName: 'Pia Q.',
            email: 'q@example.org',
            userName: 'ignored',
          })
        ).status,
      ).toBe(204)
      expect((await client.get('/rest/api/user/current')).json).toMatchObject({
        displayName: 'Pia Q.',
        username: account.username,
      })
      const { client: other } = await newUser()
      const seen = (await other.get(`/rest/oxbow/1.0/users/${account.user_key}`)).json
      expect(seen).toMatchObject({ displayName: 'Pia Q.', about: 'I write.', active: true })
      expect(seen).not.toHaveProperty('email')
      expect((await wiki().admin.get(`/rest/oxbow/1.0/users/${account.user_key}`)).json.email).toBe('q@example.org')
    })

    it('are told to mobile clients by user name, with the e-mail address where the reader may see it', async () => {
      const { account, client } = await newUser()
      const { client: other } = await newUser()
      const path = `/rest/mobile/1.0/profile/${account.username}`
      const shown = {
        userName: account.username,
        fullName: 'Pia Person',
        about: '',
        avatarUrl: `/avatars/${account.user_key}/initials.svg`,
        url: `/display/~${account.username}`,
        anonymous: false,
        unknownUser: false,
      }
      expect((await client.get(path)).json).toEqual({ ...shown, email: account.email })
      expect((await wiki().admin.get(path)).json).toEqual({ ...shown, email: account.email })
      expect((await other.get(path)).json).toEqual(shown)
      expect((await wiki().admin.get('/rest/mobile/1.0/profile/nobody-here')).status).toBe(404)
      expect((await wiki().anonymous.get(path)).status).toBe(401)
    })

    it('lose their picture by a GET of old clients, which no page of another site can send', async () => {
      const { account, client } = await newUser()
      const { client: other } = await newUser()
      const path = `/rest/user-profile/1.0/${account.user_key}/avatar/default`
      const json = { 'content-type': 'application/json' }
      const hasPicture = async () => (await client.get('/rest/oxbow/1.0/profile')).json.hasAvatar as boolean
      const add = async () =>
        expect((await upload(client, await picture(50, 50).png().toBuffer())).json.hasAvatar).toBe(true)
      await add()
      const b = new Browser(wiki().url)
      await b.login(account.username, PASSWORD)
      const refused: [number, Promise<{ status: number }>][] = [
        [401, wiki().anonymous.send('GET', path, undefined, json)],
        [403, other.send('GET', path, undefined, json)],
        // Browsers add cookies and kept Basic credentials to pictures and links of any page.
        [403, client.get(path)],
        [403, b.send('GET', path)],
        [403, b.send('GET', path, undefined, { ...json, 'sec-fetch-site': 'cross-site' })],
        [403, b.send('GET', path, undefined, { 'content-type': 'text/plain; application/json' })],
      ]
      for (const [status, reply] of refused) expect((await reply).status).toBe(status)
      expect(await hasPicture()).toBe(true)
      for (const accepted of [
        () => client.send('GET', path, undefined, json),
        () => client.send('GET', path, undefined, { 'x-atlassian-token': 'no-check' }),
        () => b.send('GET', path, undefined, json),
        () => wiki().admin.send('GET', path, undefined, json),
      ]) {
        await add()
        const reply = await accepted()
        expect([reply.status, reply.json], reply.text).toEqual([
          200,
          { avatarUrl: '/images/icons/profilepics/default.svg' },
        ])
        expect(await hasPicture()).toBe(false)
      }
      // Of a user without a picture there is nothing to do.
      expect((await client.send('GET', path, undefined, json)).status).toBe(200)
    })

    it.each([
      { displayName: '' },
      { locale: 'xx' },
      { timeZone: 'Mars/Olympus' },
      { about: 'x'.repeat(2001) },
      { email: 'nobody' },
    ])('refuse %j', async body => {
      const { client } = await newUser()
      expect((await client.put('/rest/oxbow/1.0/profile', body)).status).toBe(400)
    })

    it('take the password before a browser session may change the e-mail address', async () => {
      const { account } = await newUser()
      const b = new Browser(wiki().url)
      await b.login(account.username, PASSWORD)
      const put = (body: object) =>
        b.send('PUT', '/rest/oxbow/1.0/profile', body, { 'x-requested-with': 'XMLHttpRequest' })
      expect((await put({ about: 'fine' })).status).toBe(200)
      expect((await put({ email: 'taken@example.org' })).status).toBe(403)
      expect((await put({ email: 'taken@example.org', password: 'wrong' })).status).toBe(403)
      expect((await put({ email: 'taken@example.org', password: PASSWORD })).json.email).toBe('taken@example.org')
    })

    it('carry a picture, cut square, without metadata, kept by browsers for ever', async () => {
      const { account, client } = await newUser()
      const photo = await picture(900, 500)
        .withExif({ IFD0: { Copyright: 'whereabouts' } })
        .jpeg()
        .toBuffer()
      expect((await upload(client, photo, {})).status).toBe(403)
      const reply = await upload(client, photo)
      expect(reply.status).toBe(200)
      expect(reply.json.hasAvatar).toBe(true)
      const person = (await client.get('/rest/api/user/current')).json
      expect(person.profilePicture).toMatchObject({
        isDefault: false,
        path: expect.stringMatching(/^\/avatars\/[0-9a-f]{32}\/48\/[0-9a-f]{16}\.webp$/),
      })
      for (const [path, size] of [
        [person.profilePicture.path, 48],
        [reply.json.avatarUrl, 256],
      ] as const) {
        const { authorization = '' } = client.headers
        const got = await fetch(wiki().url + path, { headers: { authorization } })
        const bytes = Buffer.from(await got.arrayBuffer())
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: size, height: size })
        expect(bytes.includes('whereabouts')).toBe(false)
        expect(got.headers.get('content-type')).toBe('image/webp')
        expect(got.headers.get('x-content-type-options')).toBe('nosniff')
        expect(got.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
        const again = await fetch(wiki().url + path, {
          headers: { authorization, 'if-none-match': got.headers.get('etag') ?? '' },
        })
        expect(again.status).toBe(304)
        expect((await wiki().anonymous.get(path)).status).toBe(401)
      }
      expect((await client.get(`/avatars/${account.user_key}/48/${'0'.repeat(16)}.webp`)).status).toBe(404)
      expect((await client.delete('/rest/oxbow/1.0/profile/avatar')).json.hasAvatar).toBe(false)
      expect((await client.get(person.profilePicture.path)).status).toBe(404)
    })

    it('refuse what is no picture, and what is too large', async () => {
      const { client } = await newUser()
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
      const cut = (await picture(300, 300).png().toBuffer()).subarray(0, 60)
      for (const bytes of [svg, 'GIF89a but not really', '', cut])
        expect((await upload(client, bytes)).status).toBe(400)
      expect((await upload(client, Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
      const bomb = await picture(9000, 9000).png().toBuffer()
      expect(bomb.length).toBeLessThan(2_000_000)
      expect((await upload(client, bomb)).status).toBe(400)
      expect(
        (
          await client.send(
            'POST',
            '/rest/oxbow/1.0/profile/avatar',
            { file: 'x' },
            { 'x-atlassian-token': 'no-check' },
          )
        ).status,
      ).toBe(400)
      expect((await client.get('/rest/oxbow/1.0/profile')).json.hasAvatar).toBe(false)
    })

    it('have a default picture and initials', async () => {
      const { account, client } = await newUser()
      for (const path of ['/images/icons/profilepics/default.svg', `/avatars/${account.user_key}/initials.svg`]) {
        const { status, headers, text } = await client.get(path)
        expect(status).toBe(200)
        expect(headers.get('content-type')).toBe('image/svg+xml')
        expect(headers.get('content-security-policy')).toContain("default-src 'none'")
        expect(text).toMatch(/^<svg /)
      }
      expect((await wiki().anonymous.get('/images/icons/profilepics/default.svg')).status).toBe(200)
      expect((await wiki().anonymous.get('/images/icons/profilepics/other.svg')).status).toBe(404)
    })
  },
)

it.each([
  ['Ann Smith', 'AS'],
  ['  ann  ', 'A'],
  ['山田 太郎', '山太'],
  ["élan O'Hara van Dyke", 'ÉD'],
  ['🎉 party', 'P'],
  ['!!!', '?'],
  ['', '?'],
])('makes of %j the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it('lets no name become markup', () => {
  expect(initialsSvg('0', '<script> &x')).not.toMatch(/<script|&x/)
})
