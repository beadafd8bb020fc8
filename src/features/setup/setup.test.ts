import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFeature, findAccount } from '#features/accounts/server/index.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { request } from '#platform/server/http/testing/raw-request.ts'
import type { ServerFeature } from '#platform/server/app.ts'
import { ENGINES, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { setupAddress, setupFeature, setupSteps } from './server/index.ts'

const FORM = {
  username: 'boss',
  displayName: 'The Boss',
  email: '',
  password: 'a long enough one',
  demonstration: 'true',
}

describe.each(ENGINES)('the first start (%s)', engine => {
  const ran: string[] = []
  const guests: ServerFeature = {
    name: 'guests',
    register(app) {
      app.extensions.add(
        setupSteps,
        { name: 'breaks', run: async () => Promise.reject(new Error('no room')) },
        { name: 'demonstration', run: async ctx => void ran.push(`${ctx.viewer.username} ${ctx.viewer.isAdmin}`) },
      )
    },
  }
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki(engine, [accountsFeature, setupFeature, guests], {
      OXBOW_ADMIN_USER: '',
      OXBOW_ADMIN_PASSWORD: '',
      OXBOW_ADMIN_EMAIL: '',
      OXBOW_NEW_WIKI: 'true',
    })
  })
  afterAll(() => wiki.close())

  const open = async () => {
    const b = new Browser(wiki.url)
    const page = await b.get('/setup')
    return { b, page, token: /name="token" value="([0-9a-f]{40})"/.exec(page.text)?.[1] ?? '' }
  }
  const accounts = () => wiki.app.database.read.selectFrom('account').select('username').execute()

  it('leads people to the set-up and tells programs so', async () => {
    const b = new Browser(wiki.url)
    for (const path of ['/', '/display/DOC', '/login.action?os_destination=%2F', '/pages/viewpage.action?pageId=1']) {
      const reply = await b.get(path)
      expect(reply.status).toBe(302)
      expect(reply.headers.get('location')).toBe('/setup')
    }
    for (const client of [wiki.anonymous, wiki.admin, wiki.anonymous.with({ authorization: 'Bearer oxb_x' })]) {
      const reply = await client.get('/rest/api/user/current')
      expect(reply.status).toBe(503)
      expect(reply.json).toMatchObject({ statusCode: 503, message: expect.stringContaining('/setup') })
    }
    // Files that every document of ours names are there at once.
    for (const path of ['/favicon.svg', '/favicon.ico'])
      expect((await b.get(path)).headers.get('content-type')).toBe('image/svg+xml')
    expect((await b.login('boss', 'x')).status).toBe(503)
  })

  it('shows a form that needs no script and can be read by everyone', async () => {
    const { page } = await open()
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/^<!doctype html>\n<html lang="en" data-theme="system">/)
    for (const name of ['username', 'displayName', 'email', 'password'])
      expect(page.text).toContain(`<label for="${name}">`)
    expect(page.text).not.toContain('<script')
    const style = /href="(\/styles\/forms-[0-9a-f]+\.css)"/.exec(page.text)?.[1] ?? ''
    expect((await wiki.anonymous.get(style)).headers.get('content-type')).toContain('text/css')
    expect((await new Browser(wiki.url).get('/setup', { 'accept-language': 'de' })).text).toContain('Wiki einrichten')
  })

  it('refuses a form without its token, from another site, or with wrong values, and makes nothing', async () => {
    const { b, token } = await open()
    const stranger = new Browser(wiki.url)
    expect((await stranger.post('/setup', { ...FORM, token })).status).toBe(403)
    expect((await b.post('/setup', FORM)).status).toBe(403)
    expect((await b.post('/setup', { ...FORM, token }, { origin: 'https://evil.example' })).status).toBe(403)
    const wrong = await b.post('/setup', { ...FORM, token, username: '<b>', password: 'short' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Password: must have at least 8 characters')
    expect(wrong.text).not.toContain('<b>')
    expect(wrong.text).not.toContain('short"')
    expect(await accounts()).toEqual([])
  })

  it('asks whoever is not at the machine itself for the code that stands in the log', async () => {
    const address = new URL((await setupAddress(wiki.app)) ?? '')
    const code = address.searchParams.get('code') ?? ''
    expect(address.pathname).toBe('/setup')
    expect(code).toMatch(/^(?:[A-Z2-9]{4}-){2}[A-Z2-9]{4}$/)
    expect(await setupAddress(wiki.app)).toBe(address.href)
    const elsewhere: Record<string, string>[] = [
      ...['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'].map(name => ({
        [name]: '203.0.113.7',
      })),
      // A name elsewhere that leads to this machine. The headers of a browser's form are checked against it, and agree.
      { host: 'wiki.example.org', origin: 'http://wiki.example.org' },
    ]
    for (const headers of elsewhere) {
      const { status, body } = await request(`${wiki.url}/setup`, headers)
      expect([status, body.includes('name="code"')], JSON.stringify(headers)).toEqual([200, true])
    }
    const { b, page, token } = await open()
    expect(page.text).not.toContain('name="code"')
    const far = { 'x-forwarded-for': '203.0.113.7' }
    for (const wrong of ['', 'AAAA-AAAA-AAAA', `${code}A`, code.slice(0, -1)]) {
      const refused = await b.post('/setup', { ...FORM, token, code: wrong }, far)
      expect(refused.status).toBe(403)
      expect(refused.text).toContain('That is not the set-up code of this wiki.')
    }
    expect(await accounts()).toEqual([])
    expect((await b.get(`/setup?code=${code}`, far)).text).toContain(`name="code" value="${code}"`)
    // A wrong value is reported, so the code was right; case and dashes do not matter.
    expect(
      (
        await b.post(
          '/setup',
          { ...FORM, token, code: ` ${code.toLowerCase().replaceAll('-', '')} `, password: 'short' },
          far,
        )
      ).status,
    ).toBe(400)
  })

  it('makes one administrator, signed in, however many try at once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, open))
    const replies = await Promise.all(
      all.map(({ b, token }, i) => b.post('/setup', { ...FORM, username: `boss${i}`, token })),
    )
    expect(replies.map(reply => reply.status)).toEqual([302, 302, 302, 302])
    const made = await accounts()
    expect(made).toHaveLength(1)
    const winner = all[Number(made[0]?.username.slice(4))]?.b
    expect((await winner?.send('GET', '/rest/api/permissions'))?.status).toBe(200)
    expect(all.filter(({ b }) => b.cookies.has('JSESSIONID'))).toHaveLength(1)
    expect(ran).toEqual([`${made[0]?.username} true`])
    expect(await findAccount(wiki.app, { username: made[0]?.username ?? '' })).toMatchObject({
      display_name: 'The Boss',
      active: 1,
    })
  })

  it('is over then', async () => {
    const { b, page } = await open()
    expect(page.headers.get('location')).toBe('/')
    expect((await b.post('/setup', { ...FORM, username: 'second' })).headers.get('location')).toBe('/')
    expect(await accounts()).toHaveLength(1)
    expect((await wiki.anonymous.get('/rest/api/user/current')).status).toBe(401)
    expect((await b.get('/login.action')).status).toBe(200)
    expect(ran).toHaveLength(1)
    expect(await setupAddress(wiki.app)).toBeUndefined()
    expect(
      await wiki.app.database.read.selectFrom('setting').selectAll().where('name', 'like', 'setup.%').execute(),
    ).toEqual([])
  })
})
