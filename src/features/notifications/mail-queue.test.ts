import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateAccount, setActive, requireAccount } from '#features/accounts/server/index.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { ENGINES, startTestWiki, type HttpClient, type TestWiki } from '#platform/server/testing/harness.ts'
import { readMail } from '#platform/server/testing/mail-reader.ts'
import { SmtpServer } from '#platform/server/testing/smtp.ts'
import { features } from '../../server.ts'
import { claimMail } from './server/mail/queue-store.ts'
import { sendDueMail } from './server/mail/send.ts'

const MINUTE = 60_000
const SETTINGS = '/rest/oxbow/1.0/notifications/settings'

describe.each(ENGINES)('the queue of mails (%s)', engine => {
  const smtp = new SmtpServer()
  let wiki: TestWiki
  let writer: TestPerson
  let reader: TestPerson
  let page = ''
  let versions = 1

  beforeAll(async () => {
    const port = await smtp.listen()
    wiki = await startTestWiki(engine, features, {
      OXBOW_SMTP_URL: `smtp://127.0.0.1:${port}`,
      OXBOW_BASE_URL: 'https://wiki.example.org',
    })
    writer = await person(wiki, 'writer')
    reader = await person(wiki, 'reader')
    await wiki.admin.post('/rest/api/space', { key: 'MAIL', name: 'Mailed' })
    page = await create('Plans')
    // A watcher from before the events are handled is notified too.
    await settled()
    await reader.client.post(`/rest/api/user/watch/content/${page}`, {})
  })
  afterAll(async () => {
    await wiki.close()
    await smtp.close()
  })

  const storage = (value: string) => ({ body: { storage: { value, representation: 'storage' } } })
  const made = async (client: HttpClient, body: object) => {
    const { status, text, json } = await client.post('/rest/api/content', body)
    expect(status, text).toBe(200)
    return json.id as string
  }
  const create = (title: string, value = '<p>Text</p>') =>
    made(writer.client, { type: 'page', title, space: { key: 'MAIL' }, ...storage(value) })
  const change = async (value: string) => {
    const version = { number: ++versions }
    const body = { type: 'page', title: 'Plans', version, ...storage(`<p>${value}</p>`) }
    const { status, text } = await writer.client.put(`/rest/api/content/${page}`, body)
    expect(status, text).toBe(200)
  }
  const comment = (client: HttpClient, value: string) =>
    made(client, { type: 'comment', container: { id: page, type: 'page' }, ...storage(value) })
  const choose = async (kind: string, mail: string, more: object = {}) => {
    const { status, text } = await reader.client.put(SETTINGS, { choices: [{ kind, bell: true, mail }], ...more })
    expect(status, text).toBe(200)
  }
  const settled = async () => {
    await wiki.app.events.settled()
    await wiki.app.jobs.idle()
  }
  const waiting = () => wiki.app.database.read.selectFrom('notification_mail').selectAll().orderBy('version').execute()
  /** Mails sent since the last call: recipients and subjects. */
  const sent = async () => {
    await settled()
    return smtp.received.splice(0).map(({ to, data }) => ({ to: to.join(), ...readMail(data) }))
  }
  const sentAfter = async (minutes: number) => {
    await settled()
    await sendDueMail(wiki.app, Date.now() + minutes * MINUTE)
    return sent()
  }

  it('sends at once, once, however often the job runs, and keeps what is gathered', async () => {
    const mention = `<p>See <ac:link><ri:user ri:userkey="${reader.userKey}" /></ac:link></p>`
    await comment(writer.client, mention)
    expect((await sent()).map(({ to }) => to)).toEqual(['reader@example.org'])
    const rows = await wiki.app.database.read
      .selectFrom('event')
      .selectAll()
      .where('kind', '=', 'comment.created')
      .execute()
    const events = rows.map(({ actor_id, space_id, content_id, data, ...event }) => ({
      ...event,
      actorId: actor_id,
      spaceId: space_id,
      contentId: content_id,
      data: JSON.parse(data) as object,
    }))
    await wiki.app.jobs.enqueue({ kind: 'notifications.notify', title: 'Again', ownerId: null, input: { events } })
    expect(await sent()).toEqual([])
    await change('One')
    await change('Two')
    await change('Three')
    expect(await sent()).toEqual([])
    expect((await waiting()).map(row => row.version)).toEqual([2, 3, 4])
    expect(await sentAfter(9)).toEqual([])
    const [bundle, ...others] = await sentAfter(11)
    expect(others).toEqual([])
    expect(bundle?.text).toContain('writer Doe changed Plans')
    expect(bundle?.text).toContain('[-Text-]{+Three+}')
    expect(await waiting()).toEqual([])
  })

  it('sends what a process that died had claimed under the same Message-ID, and each mail once of several at once', async () => {
    await change('Four')
    await settled()
    const at = Date.now() + 11 * MINUTE
    const claimed = await claimMail(wiki.app.database, at)
    await change('Five')
    await comment(wiki.admin, '<p>Hm</p>')
    await settled()
    // No other worker takes it while the one that has it may be alive.
    await Promise.all([1, 2, 3].map(() => sendDueMail(wiki.app, at + 5 * MINUTE)))
    const others = await sent()
    // The author is notified of the comment, the watcher of both.
    expect(others.map(({ to }) => to).toSorted()).toEqual(['reader@example.org', 'writer@example.org'])
    expect(others.find(({ to }) => to.startsWith('reader'))?.text).toMatch(/changed Plans[^]*commented on Plans/)
    const [taken, ...more] = await sentAfter(11 + 11)
    expect(more).toEqual([])
    expect(taken?.headers.get('message-id')).toBe(`<${claimed?.mailId}@wiki.example.org>`)
    expect(taken?.text).toContain('[-Three-]{+Four+}')
    expect(await waiting()).toEqual([])
  })

  it('tells what happened in the order in which it happened, whichever job wrote first', async () => {
    await comment(wiki.admin, '<p>Second</p>')
    await settled()
    await comment(wiki.admin, '<p>First</p>')
    await settled()
    await wiki.app.database.transaction(async ({ db }) => {
      const [, newest] = await db
        .selectFrom('notification_mail')
        .select('notification_id')
        .where('account_id', '=', reader.id)
        .orderBy('due_at')
        .execute()
      if (!newest) throw new Error('no mail waits')
      const earlier = Date.now() - MINUTE
      await db.updateTable('notification').set({ at: earlier }).where('id', '=', newest.notification_id).execute()
    })
    expect((await sentAfter(11)).find(({ to }) => to.startsWith('reader'))?.text).toMatch(/> First[^]*> Second/)
  })

  it('loses nothing while the mail server is away, nor asks it again and again', async () => {
    await choose('updated', 'now')
    await choose('comment', 'now')
    smtp.refuse = '421 closing'
    await change('Six')
    await comment(wiki.admin, '<p>Again</p>')
    await settled()
    const before = await waiting()
    // The first refusal stops who is sending; at most so many are under way then.
    expect(before.length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...before.map(row => row.attempt))).toBe(1)
    smtp.refuse = undefined
    const mails = await sentAfter(30)
    expect(
      mails.filter(({ to }) => to.startsWith('reader')).map(({ headers }) => headers.get('message-id')),
    ).toHaveLength(2)
    expect(await waiting()).toEqual([])
    expect(await sentAfter(60)).toEqual([])
  })

  it('goes on with others where one receiver is refused, and gives that one up after days', async () => {
    smtp.refuse = '550 no such mailbox'
    await change('Seven')
    await settled()
    const [row] = await waiting()
    expect(row?.attempt).toBe(1)
    expect((row?.due_at ?? 0) - Date.now()).toBeGreaterThan(MINUTE / 2)
    await wiki.app.database.transaction(async ({ db }) => {
      await db.updateTable('notification_mail').set({ attempt: 35 }).execute()
    })
    expect(await sentAfter(60)).toEqual([])
    expect(await waiting()).toEqual([])
    smtp.refuse = undefined
  })

  it('sends once a day, at the hour that its receiver chose, by their time', async () => {
    await choose('updated', 'daily', { digestHour: 6 })
    await choose('comment', 'daily')
    const account = await requireAccount(wiki.app, { id: reader.id })
    await updateAccount(wiki.app, account, { timeZone: 'Asia/Kolkata' }, null)
    await change('Eight')
    await comment(wiki.admin, '<p>Nice</p>')
    const other = await create('Other')
    await settled()
    await reader.client.post(`/rest/api/user/watch/content/${other}`, {})
    await made(wiki.admin, { type: 'comment', container: { id: other, type: 'page' }, ...storage('<p>So so</p>') })
    await settled()
    const rows = (await waiting()).filter(row => row.account_id === reader.id)
    expect(rows).toHaveLength(3)
    const [due = 0] = new Set(rows.map(row => row.due_at))
    expect(rows.every(row => row.due_at === due)).toBe(true)
    expect(new Date(due).toISOString()).toMatch(/T00:30:00.000Z$/)
    const minutes = (due - Date.now()) / MINUTE
    expect(minutes).toBeLessThanOrEqual(24 * 60)
    expect((await sentAfter(minutes - 1)).filter(({ to }) => to.startsWith('reader'))).toEqual([])
    const [digest, ...more] = await sentAfter(minutes + 1)
    expect(more).toEqual([])
    expect(digest?.headers.get('subject')).toBe('[Oxbow] 3 notifications')
    expect(digest?.headers.has('references')).toBe(false)
    for (const text of ['changed Plans', 'commented on Plans', 'commented on Other', '> Nice', '> So so'])
      expect(digest?.text).toContain(text)
  })

  it('tells of many changes of a page once, so that they leave room for other pages', async () => {
    const pages = [page, await create('Last of all')]
    await settled()
    await reader.client.post(`/rest/api/user/watch/content/${pages[1]}`, {})
    for (let n = 0; n < 52; n++) await change(`Again ${n}`)
    const { version } = (await writer.client.get(`/rest/api/content/${pages[1]}`)).json
    await writer.client.put(`/rest/api/content/${pages[1]}`, {
      type: 'page',
      title: 'Last of all',
      version: { number: version.number + 1 },
      ...storage('<p>Other words</p>'),
    })
    const [digest, ...more] = (await sentAfter(24 * 60 + 1)).filter(({ to }) => to.startsWith('reader'))
    expect(more).toEqual([])
    expect(digest?.headers.get('subject')).toBe('[Oxbow] 2 notifications')
    expect(digest?.text.match(/changed Plans/g)).toHaveLength(1)
    expect(digest?.text).toContain('[-Eight-]{+Again 51+}')
    expect(digest?.text).toContain('changed Last of all')
  })

  it('sends nothing of what its receiver may not see by then, does not want any more, or where they are gone', async () => {
    await choose('updated', 'bundled')
    await choose('comment', 'bundled')
    await change('Nine')
    await comment(wiki.admin, '<p>Secret</p>')
    await settled()
    await choose('updated', 'never')
    const [mail, ...others] = (await sentAfter(11)).filter(({ to }) => to.startsWith('reader'))
    expect(others).toEqual([])
    expect(mail?.text).toContain('Secret')
    expect(mail?.text).not.toContain('changed Plans')
    await choose('updated', 'bundled')
    const restrict = (user: string[]) =>
      wiki.admin.put(`/rest/api/content/${page}/restriction`, [
        { operation: 'read', restrictions: { user: user.map(username => ({ type: 'known', username })) } },
      ])
    await change('Ten')
    await settled()
    expect((await restrict(['writer', 'admin'])).status).toBe(200)
    expect(await sentAfter(11)).toEqual([])
    expect((await restrict(['writer', 'admin', 'reader'])).status).toBe(200)
    await change('Eleven')
    await settled()
    const account = await requireAccount(wiki.app, { id: reader.id })
    await setActive(wiki.app, account, false, null)
    expect(await sentAfter(11)).toEqual([])
    await setActive(wiki.app, account, true, null)
    await change('Twelve')
    await settled()
    await updateAccount(wiki.app, account, { email: '' }, null)
    expect(await sentAfter(11)).toEqual([])
    expect(await waiting()).toEqual([])
    await change('Thirteen')
    await settled()
    expect(await waiting()).toEqual([])
  })
})
