import { expect, it, vi } from 'vitest'
import { pino } from 'pino'
import type { HttpError } from '#platform/server/http/errors.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine, startTestWiki } from '#platform/server/testing/harness.ts'
import { LinkedProcesses } from '#platform/server/testing/linked-processes.ts'
import {
  createAccountsFeature,
  createAccount,
  findAccount,
  localDestination,
  requireElevation,
  setActive,
  setPassword,
} from './server/index.ts'
import { hashSecret } from './server/sign-in/secrets.ts'
import { SignInThrottle } from './server/sign-in/throttle.ts'
import { UnsavedSessions, type UnsavedSession } from './server/sign-in/unsaved-sessions.ts'

const PASSWORD = 'a long enough one'
let clock = Date.now()
const feature = createAccountsFeature({ now: () => clock })
const later = (ms: number) => void (clock += ms)
const MINUTE = 60_000
let count = 0

onEachEngine(
  'signing in',
  () => [feature],
  wiki => {
    const newUser = async () => {
      const username = `reader${++count}`
      return createAccount(
        wiki().app,
        { username, displayName: 'Rita Reader', email: `${username}@example.org`, password: PASSWORD },
        null,
      )
    }
    const browser = () => new Browser(wiki().url)

    it('shows the form that scripts look for', async () => {
      for (const path of ['/login.action', '/dologin.action', '/login.action?os_destination=%2Fx']) {
        const { status, text, headers } = await browser().get(path)
        expect(status).toBe(200)
        expect(headers.get('content-type')).toContain('text/html')
        expect(text).toMatch(/<form [^>]*name="loginform" action="\/dologin.action" method="post"/)
        for (const id of ['os_username', 'os_password', 'os_cookie', 'loginButton', 'sidebar-container'])
          expect(text).toContain(`id="${id}"`)
      }
    })

    it('signs in by the form, into a new session each time', async () => {
      const b = browser()
      b.cookies.set('JSESSIONID', 'f'.repeat(64))
      const { username } = await newUser()
      const reply = await b.login(username, PASSWORD, { os_destination: '/display/DOC?x=1#top' })
      expect(reply.status).toBe(302)
      expect(reply.headers.get('location')).toBe('/display/DOC?x=1#top')
      expect(reply.headers.get('x-seraph-loginreason')).toBe('OK')
      const first = b.cookies.get('JSESSIONID')
      expect(first).toMatch(/^[0-9a-f]{64}$/)
      expect(first).not.toBe('f'.repeat(64))
      expect(reply.headers.getSetCookie()[0]).toMatch(/HttpOnly/i)
      expect(reply.headers.getSetCookie()[0]).toMatch(/SameSite=Lax/i)
      expect(reply.headers.getSetCookie()[0]).not.toMatch(/Max-Age|Secure/i)
      expect((await b.send('GET', '/rest/api/user/current')).json).toMatchObject({ type: 'known', username })
      await b.login(username, PASSWORD, { os_cookie: 'true' })
      const old = browser()
      old.cookies.set('JSESSIONID', first ?? '')
      expect((await old.send('GET', '/rest/api/user/current')).status).toBe(401)
      expect((await b.send('GET', '/rest/api/user/current')).status).toBe(200)
    })

    it('remembers the session for 30 days when asked to, else for 12 hours unused', async () => {
      const { username } = await newUser()
      const [short, long] = [browser(), browser()]
      await short.login(username, PASSWORD)
      const reply = await long.login(username, PASSWORD, { os_cookie: 'true' })
      expect(reply.headers.getSetCookie()[0]).toMatch(/Max-Age=2592000/)
      later(13 * 60 * MINUTE)
      expect((await short.send('GET', '/rest/api/user/current')).status).toBe(401)
      expect((await long.send('GET', '/rest/api/user/current')).status).toBe(200)
      later(31 * 24 * 60 * MINUTE)
      expect((await long.send('GET', '/rest/api/user/current')).status).toBe(401)
    })

    it('signs in by e-mail address and by JSON', async () => {
      const { username, email } = await newUser()
      const b = browser()
      const reply = await b.send('POST', '/rest/tsv/1.0/authenticate', {
        username: email.toUpperCase(),
        password: PASSWORD,
        rememberMe: 'True',
        targetUrl: '',
      })
      expect(reply.status).toBe(200)
      expect(reply.json).toEqual({ success: true, targetUrl: '/' })
      expect((await b.send('GET', '/rest/api/user/current')).json.username).toBe(username)
      const wrong = await browser().send('POST', '/rest/tsv/1.0/authenticate', {
        username,
        password: 'wrong',
        rememberMe: true,
        targetUrl: '',
      })
      expect(wrong.status).toBe(401)
      expect(wrong.headers.getSetCookie()).toEqual([])
      expect((await browser().send('POST', '/rest/tsv/1.0/authenticate', { username: 7 })).status).toBe(400)
    })

    it('does not tell which user names exist', async () => {
      const { username } = await newUser()
      const disabled = await newUser()
      await setActive(wiki().app, disabled, false, null)
      const answers = await Promise.all(
        [
          [username, 'wrong'],
          ['nobody-here', 'wrong'],
          [disabled.username, PASSWORD],
        ].map(async ([name = '', password = '']) => {
          const reply = await browser().login(name, password)
          expect(reply.status).toBe(200)
          expect(reply.headers.get('x-seraph-loginreason')).toBe('AUTHENTICATED_FAILED')
          expect(reply.text).toMatch(
            /aui-message-error" role="alert"><ul><li>Sorry, your user name and password are incorrect/,
          )
          expect(reply.headers.getSetCookie()).toEqual([])
          // The name is filled in: typing continues at the password.
          expect(reply.text).toMatch(/<input (?=[^>]*name="os_password")[^>]* autofocus=/)
          expect(reply.text).not.toMatch(/<input (?=[^>]*name="os_username")[^>]* autofocus=/)
          const basic = await wiki().as(name, password).get('/rest/api/user/current')
          return [reply.text.replaceAll(name, 'NAME'), basic.status, basic.text]
        }),
      )
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
      expect(answers[0]?.[1]).toBe(401)
    })

    it('escapes what was typed', async () => {
      const { text } = await browser().login('"><script>alert(1)</script>', 'x', { os_destination: '"><img src=x>' })
      expect(text).not.toContain('<script>alert')
      expect(text).not.toContain('<img')
    })

    it('refuses a form of another site, before any password is looked at', async () => {
      const { username } = await newUser()
      for (const origin of ['https://evil.example', 'null']) {
        const reply = await browser().post(
          '/dologin.action',
          { os_username: username, os_password: PASSWORD },
          { origin },
        )
        expect(reply.status).toBe(403)
        expect(reply.headers.getSetCookie()).toEqual([])
      }
    })

    it('signs out', async () => {
      const { username } = await newUser()
      const b = browser()
      await b.login(username, PASSWORD)
      const cookie = b.cookies.get('JSESSIONID') ?? ''
      expect((await b.get('/logout.action', { 'sec-purpose': 'prefetch' })).status).toBe(503)
      // A page may show it as a picture or a frame.
      for (const part of ['image', 'iframe'])
        expect((await b.get('/logout.action', { 'sec-fetch-dest': part })).status).toBe(403)
      expect((await b.send('GET', '/rest/api/user/current')).status).toBe(200)
      const reply = await b.get('/logout.action')
      expect(reply.status).toBe(200)
      expect(reply.headers.get('x-seraph-loginreason')).toBe('OUT')
      expect(reply.text).toContain('id="os_username"')
      expect(b.cookies.has('JSESSIONID')).toBe(false)
      b.cookies.set('JSESSIONID', cookie)
      expect((await b.send('GET', '/rest/api/user/current')).status).toBe(401)
    })

    it('needs the token of the session to sign out by form', async () => {
      const { username } = await newUser()
      const b = browser()
      await b.login(username, PASSWORD)
      expect((await b.post('/logout.action', {})).status).toBe(403)
      const token = /name="ajs-atl-token" content="([0-9a-f]{40})"/.exec(
        (await b.get('/login.action?permissionViolation=true')).text,
      )?.[1]
      expect((await b.post('/logout.action', { atl_token: token ?? '' })).headers.get('location')).toBe('/login.action')
      expect((await b.send('GET', '/rest/api/user/current')).status).toBe(401)
    })

    it('holds back a thousand wrong passwords, and lets the right one in after the wait', async () => {
      const { username } = await newUser()
      const statuses: number[] = []
      let retryAfter = 0
      for (let i = 0; i < 1000; i++) {
        const reply = await wiki().as(username, `wrong ${i}`).get('/rest/api/user/current')
        statuses.push(reply.status)
        if (reply.status === 429) retryAfter = Number(reply.headers.get('retry-after'))
        expect(reply.json.statusCode).toBe(reply.status)
      }
      expect(statuses.filter(status => status === 401)).toHaveLength(5)
      expect(statuses.filter(status => status === 429)).toHaveLength(995)
      expect(retryAfter).toBeGreaterThan(0)
      const held = await browser().login(username, PASSWORD)
      expect(held.status).toBe(429)
      expect(held.headers.get('x-seraph-loginreason')).toBe('AUTHENTICATION_DENIED')
      expect(held.headers.get('retry-after')).toBe(String(retryAfter))
      expect(
        (await browser().send('POST', '/rest/tsv/1.0/authenticate', { username, password: PASSWORD, targetUrl: '' }))
          .status,
      ).toBe(429)
      // Another user at the same place is not held back.
      expect((await wiki().admin.get('/rest/api/user/current')).status).toBe(200)
      later(retryAfter * 1000)
      expect((await browser().login(username, PASSWORD)).headers.get('x-seraph-loginreason')).toBe('OK')
      expect((await wiki().as(username, PASSWORD).get('/rest/api/user/current')).status).toBe(200)
    })

    it('counts tries by account, however its name is spelled', async () => {
      const { username, email } = await newUser()
      const wide = username.replaceAll(/[!-~]/g, letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
      const spellings = [
        username,
        username.toUpperCase(),
        ` ${username}`,
        `${username}  `,
        wide,
        email,
        email.toUpperCase(),
        `${' '.repeat(300)}${username}`,
      ]
      const statuses: number[] = []
      for (const spelling of spellings)
        statuses.push((await wiki().as(spelling, 'wrong').get('/rest/api/user/current')).status)
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
      expect((await browser().login(username, PASSWORD)).status).toBe(429)
      // Unknown names are throttled as well, so that this does not disclose which exist.
      const nobody = [
        'no such person',
        'No Such Person',
        ' no such person',
        'NO SUCH PERSON ',
        'no such person',
        'no such person  ',
      ]
      const answers: number[] = []
      for (const spelling of nobody)
        answers.push((await wiki().as(spelling, 'wrong').get('/rest/api/user/current')).status)
      expect(answers).toEqual([401, 401, 401, 401, 401, 429])
      later(MINUTE)
    })

    it('holds back wrong passwords that come all at once', async () => {
      const { username } = await newUser()
      const replies = await Promise.all(
        Array.from({ length: 60 }, (_, i) => wiki().as(username, `guess ${i}`).get('/rest/api/user/current')),
      )
      const looked = replies.filter(reply => reply.status === 401).length
      // Two are compared at a time: the one beside the fifth may slip through, no more.
      expect(looked).toBeGreaterThanOrEqual(5)
      expect(looked).toBeLessThanOrEqual(6)
      expect(replies.filter(reply => reply.status === 429)).toHaveLength(60 - looked)
    })

    it('lets many connections with the same right password in at once', async () => {
      const { username } = await newUser()
      const client = wiki().as(username, PASSWORD)
      const replies = await Promise.all(Array.from({ length: 40 }, () => client.get('/rest/api/user/current')))
      expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200]))
    })

    it('ends sessions and remembered passwords at once when the password changes or the account is disabled', async () => {
      const account = await newUser()
      const { username } = account
      const [here, there, basic] = [browser(), browser(), wiki().as(username, PASSWORD)]
      await here.login(username, PASSWORD)
      await there.login(username, PASSWORD)
      expect((await basic.get('/rest/api/user/current')).status).toBe(200)
      const body = { oldPassword: PASSWORD, newPassword: 'another long one' }
      expect(
        (await here.send('POST', '/rest/api/user/current/password', { ...body, oldPassword: 'wrong' })).status,
      ).toBe(403)
      expect(
        (await here.send('POST', '/rest/api/user/current/password', { ...body, newPassword: 'short' })).status,
      ).toBe(400)
      expect(
        (await here.send('POST', '/rest/api/user/current/password', body, { 'sec-fetch-site': 'cross-site' })).json
          .message,
      ).toBe('XSRF check failed')
      expect((await here.send('POST', '/rest/api/user/current/password', body)).status).toBe(204)
      expect((await here.send('GET', '/rest/api/user/current')).status).toBe(200)
      expect((await there.send('GET', '/rest/api/user/current')).status).toBe(401)
      expect((await basic.get('/rest/api/user/current')).status).toBe(401)
      await setActive(wiki().app, account, false, null)
      expect((await here.send('GET', '/rest/api/user/current')).status).toBe(401)
    })

    it('lists and ends the own sessions, and no other', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const [a1, a2, b1] = [browser(), browser(), browser()]
      await a1.login(ann.username, PASSWORD)
      later(1000)
      await a2.login(ann.username, PASSWORD)
      await b1.login(bob.username, PASSWORD)
      const list = (await a1.send('GET', '/rest/oxbow/1.0/sessions')).json
      expect(list.results.map((one: { current: boolean }) => one.current)).toEqual([false, true])
      const xhr = { 'x-requested-with': 'XMLHttpRequest' }
      const bobs = (await b1.send('GET', '/rest/oxbow/1.0/sessions')).json.results[0].id as string
      expect((await a1.send('DELETE', `/rest/oxbow/1.0/sessions/${bobs}`, undefined, xhr)).status).toBe(404)
      expect((await a1.send('DELETE', `/rest/oxbow/1.0/sessions/${list.results[0].id}`, undefined, xhr)).status).toBe(
        204,
      )
      expect((await a2.send('GET', '/rest/api/user/current')).status).toBe(401)
      expect((await b1.send('GET', '/rest/api/user/current')).status).toBe(200)
      expect((await wiki().anonymous.get('/rest/oxbow/1.0/sessions')).status).toBe(401)
    })

    it('asks for the password again before administration, and remembers it for ten minutes', async () => {
      const { app } = wiki()
      const b = browser()
      expect((await b.get('/authenticate.action')).headers.get('location')).toContain('/login.action?os_destination=')
      await b.login(ADMIN.username, ADMIN.password)
      const page = await b.get('/authenticate.action?destination=%2Fadmin%2Fsysteminfo.action')
      for (const id of ['password', 'authenticateButton', 'login-container']) expect(page.text).toContain(`id="${id}"`)
      const form = { authenticate: 'Confirm', destination: '/admin/systeminfo.action' }
      const header = { 'x-atlassian-token': 'no-check' }
      const sessionId = hashSecret(b.cookies.get('JSESSIONID') ?? '')
      const admin = await findAccount(app, { username: ADMIN.username })
      const ctx = {
        ...app.systemContext(),
        authentication: {
          viewer: { ...app.systemContext().viewer, userId: admin?.id ?? null },
          method: 'session' as const,
          xsrfToken: '',
          sessionId,
        },
      }
      expect((await b.post('/doauthenticate.action', { ...form, password: 'wrong' }, header)).text).toContain(
        'That is not your password',
      )
      await expect(requireElevation(ctx)).rejects.toMatchObject({ status: 403 })
      expect((await b.post('/doauthenticate.action', { ...form, password: ADMIN.password })).status).toBe(403)
      const reply = await b.post('/doauthenticate.action', { ...form, password: ADMIN.password }, header)
      expect(reply.headers.get('location')).toBe('/admin/systeminfo.action')
      await expect(requireElevation(ctx)).resolves.toBeUndefined()
      later(11 * MINUTE)
      await expect(requireElevation(ctx)).rejects.toMatchObject({ status: 403 })
    })

    it('writes a password by the service that the old one does not match', async () => {
      const account = await newUser()
      await setPassword(wiki().app, account, 'entirely new words', null)
      expect((await wiki().as(account.username, PASSWORD).get('/rest/api/user/current')).status).toBe(401)
      expect((await wiki().as(account.username, 'entirely new words').get('/rest/api/user/current')).status).toBe(200)
    })

    it('asks for credentials when the address says so', async () => {
      await wiki().admin.put('/rest/api/permissions/anonymous/grant', [
        { targetType: 'application', operationKey: 'use' },
      ])
      const reply = await wiki().anonymous.get('/rest/api/user/current?os_authType=basic')
      expect(reply.status).toBe(401)
      expect(reply.headers.get('www-authenticate')).toMatch(/^Basic /)
      expect((await wiki().anonymous.get('/rest/api/user/current')).status).toBe(200)
      expect((await wiki().admin.get('/rest/api/user/current?os_authType=basic')).status).toBe(200)
      await wiki().admin.put('/rest/api/permissions/anonymous/revoke', [
        { targetType: 'application', operationKey: 'use' },
      ])
    })

    it('answers malformed credentials with 401 in the shape that clients know', async () => {
      for (const authorization of [
        'Basic',
        'Basic !!!',
        'Bearer nonsense',
        'Digest x',
        'Basic ' + Buffer.from('no colon').toString('base64'),
      ]) {
        const reply = await wiki().anonymous.with({ authorization }).get('/rest/api/user/current')
        expect(reply.status).toBe(401)
        expect(reply.headers.get('content-type')).toBe('application/json;charset=UTF-8')
        expect(reply.json).toMatchObject({ statusCode: 401, data: { authorized: false }, reason: 'Unauthorized' })
      }
    })
  },
)

it('says at another address where the wiki is, and which setting that is', async () => {
  const base = 'https://wiki.example.org'
  const wiki = await startTestWiki('sqlite', [createAccountsFeature()], { OXBOW_BASE_URL: base })
  try {
    const form = { os_username: ADMIN.username, os_password: ADMIN.password, os_destination: '' }
    const browser = new Browser(wiki.url)
    const send = (headers: Record<string, string>) => browser.post('/dologin.action', form, headers)
    const html = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
    for (const origin of ['https://other.example.org', 'http://wiki.example.org', 'http://localhost:8090']) {
      const page = await send({ ...html, origin })
      expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html;charset=UTF-8'])
      expect(page.text).toContain(`This page was opened at ${origin}, but the address of the wiki is ${base}.`)
      expect(page.text).toContain(`<a href="${base}">Open ${base}</a>`)
      for (const name of ['OXBOW_BASE_URL', 'OXBOW_TRUST_PROXY', 'Host', 'X-Forwarded-Proto'])
        expect(page.text).toContain(name)
    }
    const german = await send({ ...html, origin: 'https://other.example.org', 'accept-language': 'de' })
    expect(german.text).toContain('Das Wiki hat eine andere Adresse')
    // An origin that is no address is not shown.
    for (const origin of ['null', 'https://x.example/<script>alert(1)</script>', 'javascript:alert(1)']) {
      const page = await send({ ...html, origin })
      expect(page.status).toBe(403)
      expect(page.text).toContain('The form was not accepted')
      expect(page.text).not.toContain('alert(1)')
    }
    // Programs and scripts read JSON, with the same reason for people.
    const json = await send({ origin: 'https://other.example.org' })
    expect(json.json).toMatchObject({
      statusCode: 403,
      message: 'XSRF check failed',
      data: {
        errors: [{ message: { translation: expect.stringContaining(`the address of the wiki is ${base}`) as string } }],
      },
    })
    expect(browser.cookies.size).toBe(0)
  } finally {
    await wiki.close()
  }
})

it('knows its own address behind a proxy, and keeps the cookie to TLS there', async () => {
  const wiki = await startTestWiki('sqlite', [createAccountsFeature()], { OXBOW_BASE_URL: 'https://wiki.example.org' })
  try {
    const form = {
      os_username: ADMIN.username,
      os_password: ADMIN.password,
      os_destination: 'https://wiki.example.org/display/X',
    }
    const reply = await new Browser(wiki.url).post('/dologin.action', form, { origin: 'https://wiki.example.org' })
    expect(reply.headers.get('location')).toBe('/display/X')
    expect(reply.headers.getSetCookie()[0]).toMatch(/; Secure/)
    expect(
      (await new Browser(wiki.url).post('/dologin.action', form, { origin: 'https://wiki.example.com' })).status,
    ).toBe(403)
  } finally {
    await wiki.close()
  }
})

it('slows an address down that tries many names, for seconds and not for good', () => {
  const throttle = new SignInThrottle(() => clock)
  const waits = Array.from({ length: 200 }, (_, i) => {
    void throttle.failed(`name ${i}`, '10.1.1.1')
    try {
      throttle.check('somebody else', '10.1.1.1')
      return 0
    } catch (error) {
      const wait = Number((error as HttpError).headers['retry-after'])
      later(wait * 1000)
      return wait
    }
  })
  expect(waits.slice(0, 99)).toEqual(Array.from({ length: 99 }, () => 0))
  expect(waits.slice(99, 104)).toEqual([1, 2, 4, 8, 15])
  expect(Math.max(...waits)).toBe(15)
  expect(() => throttle.check('somebody else', '10.1.1.2')).not.toThrow()
})

it('keeps the memory of failures bounded, however many names are tried', () => {
  const throttle = new SignInThrottle(() => clock)
  for (let i = 0; i < 60_000; i++) void throttle.failed(`name ${i}`, `10.0.${i >> 8}.${i & 255}`)
  expect(throttle.size).toBeLessThanOrEqual(50_000)
})

it('holds guessing back in all processes of a server, those started later too', async () => {
  const server = new LinkedProcesses()
  const [a, b] = [server.add(), server.add()].map(({ peers }) => new SignInThrottle(() => clock, peers))
  for (const throttle of [a, b, a, b, a]) await throttle?.failed('account 1', '10.1.1.1')
  const third = new SignInThrottle(() => clock, server.add().peers)
  await third.load()
  for (const throttle of [a, b, third]) {
    expect(() => throttle?.check('account 1', '10.1.1.1')).toThrow('Try again in 1 s.')
    expect(() => throttle?.check('account 2', '10.1.1.1')).not.toThrow()
  }
  await b?.succeeded('account 1', '10.1.1.1')
  for (const throttle of [a, b, third]) expect(() => throttle?.check('account 1', '10.1.1.1')).not.toThrow()
})

it('knows sessions that could not be stored in all processes of a server', async () => {
  const server = new LinkedProcesses()
  const [a, b] = [new UnsavedSessions(server.add().peers), new UnsavedSessions(server.add().peers)]
  const session = (id: string) => ({ row: { id } as UnsavedSession['row'], passwordHash: null })
  await a.begin(session('one'))
  await a.begin(session('two'))
  expect(
    b
      .begun()
      .map(({ row }) => row.id)
      .toSorted(),
  ).toEqual(['one', 'two'])
  await b.end('one')
  await b.end('stored before')
  await b.saved('two')
  expect([a.begun(), a.ended(), a.size]).toEqual([[], ['stored before'], 1])
})

it('writes no secret to the log', async () => {
  const wiki = await startTestWiki('sqlite', [createAccountsFeature()])
  try {
    const stream: { write(line: string): void } = Reflect.get(wiki.app.log, pino.symbols.streamSym)
    const lines: string[] = []
    vi.spyOn(stream, 'write').mockImplementation(line => void lines.push(line))
    wiki.app.log.level = 'trace'
    const b = new Browser(wiki.url)
    await b.login(ADMIN.username, ADMIN.password)
    await b.login(ADMIN.username, 'a wrong password')
    await b.get(`/resetuserpassword.action?token=secret-of-a-link`)
    const token = (await wiki.admin.post('/rest/pat/latest/tokens', { name: 'ci' })).json.rawToken as string
    await wiki.anonymous.with({ authorization: `Bearer ${token}` }).get('/rest/api/user/current')
    wiki.app.log.info({ password: 'a wrong password', headers: { cookie: b.cookies.get('JSESSIONID') } }, 'careless')
    const written = lines.join('')
    expect(written).toContain('/dologin.action')
    const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')
    for (const secret of [
      ADMIN.password,
      'a wrong password',
      'secret-of-a-link',
      token,
      basic,
      b.cookies.get('JSESSIONID') ?? '?',
    ]) {
      expect(written).not.toContain(secret)
    }
  } finally {
    await wiki.close()
  }
})

it.each([
  ['', '/'],
  ['/index.action', '/index.action'],
  ['%2Findex.action', '/index.action'],
  ['index.action', '/index.action'],
  ['/a?b=c#d', '/a?b=c#d'],
  ['https://wiki.example.org/display/X', '/display/X'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['https://evil.example/x', '/'],
  ['javascript:alert(1)', '/'],
  ['/.//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['%2F%2Fevil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https:evil.example', '/evil.example'],
  ['https://wiki.example.org@evil.example/', '/'],
  ['https://user:pw@wiki.example.org/x', '/'],
  ['http://wiki.example.org/x', '/'],
  ['/logout.action', '/'],
  ['/login.action?os_destination=x', '/'],
  [`/${'x'.repeat(5000)}`, '/'],
  ['%2F%zz', '/'],
])('leads %j to %j', (given, place) => {
  expect(localDestination(given, 'https://wiki.example.org')).toBe(place)
})
