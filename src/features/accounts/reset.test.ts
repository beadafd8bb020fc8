import { expect, it } from 'vitest'
import type { Mail } from '#platform/server/mail.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { createAccount, createAccountsFeature, findAccount, setActive } from './server/index.ts'

const PASSWORD = 'a long enough one'
const NEW = 'fresh and long enough'
const HOUR = 60 * 60 * 1000
let clock = Date.now()
let count = 0

onEachEngine(
  'a new password by link',
  () => [createAccountsFeature({ now: () => clock })],
  wiki => {
    const newUser = () => {
      const username = `forgetful${++count}`
      return createAccount(
        wiki().app,
        { username, displayName: 'Fay Forgetful', email: `${username}@example.org`, password: PASSWORD },
        null,
      )
    }
    /** Puts a mailer in place that keeps what it is given. */
    const collectMail = (): Mail[] => {
      const sent: Mail[] = []
      Object.assign(wiki().app, {
        mail: { configured: true, send: async (mail: Mail) => void sent.push(mail), close: async () => {} },
      })
      return sent
    }
    const ask = (usernameOrEmail: string) =>
      new Browser(wiki().url).post('/forgotuserpassword.action', { usernameOrEmail })
    const linkIn = (text: string | undefined) =>
      /\/resetuserpassword\.action\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
    const use = (token: string, fields: Record<string, string> = {}) =>
      new Browser(wiki().url).post('/resetuserpassword.action', {
        token,
        newPassword: NEW,
        newPasswordConfirmation: NEW,
        ...fields,
      })
    const link = async (account: { user_key: string }) =>
      linkIn((await wiki().admin.post(`/rest/oxbow/1.0/users/${account.user_key}/reset-link`)).json.url)

    it('says so when no mail can be sent', async () => {
      expect((await new Browser(wiki().url).get('/forgotuserpassword.action')).text).toContain('Ask an administrator')
      const expired = await new Browser(wiki().url).get('/resetuserpassword.action?token=gone')
      expect([expired.status, expired.text.includes('/forgotuserpassword.action')]).toEqual([404, false])
      expect(expired.text).toContain('Ask an administrator')
    })

    it('is mailed, works once, and ends all sessions', async () => {
      const sent = collectMail()
      const account = await newUser()
      const b = new Browser(wiki().url)
      await b.login(account.username, PASSWORD)
      expect((await ask(account.email.toUpperCase())).status).toBe(200)
      await wiki().app.jobs.idle()
      expect(sent.map(mail => mail.to)).toEqual([account.email])
      const token = linkIn(sent[0]?.text)
      expect(token).toMatch(/^[\w-]{43}$/)
      const rows = await wiki().app.database.read.selectFrom('password_reset').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect((await b.get(`/resetuserpassword.action?token=${token}`)).text).toContain('name="newPassword"')
      expect((await use(token, { newPasswordConfirmation: 'other' })).text).toContain('The two passwords differ.')
      expect((await use(token, { newPassword: 'short', newPasswordConfirmation: 'short' })).text).toContain(
        '8 to 256 characters',
      )
      const both = await Promise.all([use(token), use(token)])
      expect(both.map(reply => reply.status).toSorted((a, b) => a - b)).toEqual([200, 404])
      expect((await use(token)).status).toBe(404)
      expect((await b.send('GET', '/rest/api/user/current')).status).toBe(401)
      expect((await wiki().as(account.username, PASSWORD).get('/rest/api/user/current')).status).toBe(401)
      expect((await wiki().as(account.username, NEW).get('/rest/api/user/current')).status).toBe(200)
    })

    it('gives the same answer for names that nobody has', async () => {
      const sent = collectMail()
      const account = await newUser()
      const answers = await Promise.all([ask(account.username), ask('nobody at all'), ask('nobody@example.org')])
      expect(new Set(answers.map(reply => `${reply.status} ${reply.text}`)).size).toBe(1)
      await wiki().app.jobs.idle()
      expect(sent.map(mail => mail.to)).toEqual([account.email])
    })

    it('does not flood a mailbox', async () => {
      collectMail()
      const account = await newUser()
      const statuses: number[] = []
      for (let i = 0; i < 5; i++) statuses.push((await ask(account.username)).status)
      expect(statuses).toEqual([200, 200, 200, 429, 429])
    })

    it('expires after an hour, with a newer link, with another e-mail address, and for disabled accounts', async () => {
      const [old, replaced, moved, disabled] = [await newUser(), await newUser(), await newUser(), await newUser()]
      const tokens = [await link(old), await link(replaced), await link(moved), await link(disabled)]
      await link(replaced)
      await wiki().admin.put(`/rest/api/admin/user/${moved.username}`, { email: 'elsewhere@example.org' })
      await setActive(wiki().app, disabled, false, null)
      const page = async (token = '') =>
        (await new Browser(wiki().url).get(`/resetuserpassword.action?token=${token}`)).status
      expect(await Promise.all(tokens.map(page))).toEqual([200, 404, 404, 404])
      clock += HOUR
      expect(await page(tokens[0])).toBe(404)
      expect(await page('')).toBe(404)
      const expired = await new Browser(wiki().url).get(`/resetuserpassword.action?token=${tokens[0]}`)
      expect(expired.text).toContain('This link has expired or was used already.')
      expect(expired.text).toMatch(/<a class="oxf-button" href="\/forgotuserpassword\.action">Ask for a new link<\/a>/)
      expect((await wiki().admin.post(`/rest/oxbow/1.0/users/${disabled.user_key}/reset-link`)).status).toBe(400)
    })

    it('welcomes a user whom an administrator made without a password', async () => {
      const sent = collectMail()
      const body = {
        userName: `invited${count}`,
        fullName: 'Ina Invited',
        email: `ina${count}@example.org`,
        notifyViaEmail: true,
      }
      expect((await wiki().admin.post('/rest/api/admin/user', body)).status).toBe(201)
      await wiki().app.jobs.idle()
      expect(sent[0]).toMatchObject({
        to: body.email,
        text: expect.stringContaining(`Your user name is ${body.userName}`),
      })
      expect((await findAccount(wiki().app, { username: body.userName }))?.password_hash).toBeNull()
      expect((await wiki().as(body.userName, '').get('/rest/api/user/current')).status).toBe(401)
      clock += HOUR * 3
      const account = await findAccount(wiki().app, { username: body.userName })
      expect((await use(await link(account ?? { user_key: '' }))).status).toBe(200)
      expect((await wiki().as(body.userName, NEW).get('/rest/api/user/current')).status).toBe(200)
    })
  },
)
