import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outsider, person, type TestPerson } from '#features/spaces/testing/people.ts'
import {
  ENGINES,
  onEachEngine,
  startTestWiki,
  type HttpClient,
  type TestWiki,
} from '#platform/server/testing/harness.ts'
import { readMail } from '#platform/server/testing/mail-reader.ts'
import { SmtpServer } from '#platform/server/testing/smtp.ts'
import { features } from '../../server.ts'

describe.each(ENGINES)('sharing a page (%s)', engine => {
  let wiki: TestWiki
  let smtp: SmtpServer
  let ada: TestPerson
  let page = ''
  let hidden = ''
  const share = (body: object, client: HttpClient = ada.client) =>
    client.post('/rest/share-page/latest/share', { entityId: page, ...body })
  const settled = async () => {
    await wiki.app.events.settled()
    await wiki.app.jobs.idle()
  }
  const sentTo = async () => {
    await settled()
    return smtp.received
      .splice(0)
      .flatMap(message => message.to)
      .toSorted((a, b) => (a < b ? -1 : 1))
  }

  beforeAll(async () => {
    smtp = new SmtpServer()
    const port = await smtp.listen()
    wiki = await startTestWiki(engine, features, { OXBOW_SMTP_URL: `smtp://127.0.0.1:${port}` })
    await wiki.admin.post('/rest/api/space', { key: 'SHARE', name: 'Shared' })
    const made = (title: string) => wiki.admin.createPage('SHARE', title)
    page = await made('Plan & budget')
    hidden = await made('Hidden')
    await wiki.admin.put(`/rest/api/content/${hidden}/restriction`, [
      { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
    ])
    ada = await person(wiki, 'ada', ['team'])
    await person(wiki, 'ben', ['team'])
    await person(wiki, 'cleo', ['team'])
    await outsider(wiki, 'out')
  })
  afterAll(async () => {
    await wiki.close()
    await smtp.close()
  })

  it('sends the note and the address, once to each, and not to oneself', async () => {
    const answer = await share({
      users: ['ben', 'ben'],
      groups: ['team'],
      emails: ['x@example.org'],
      note: 'Please read',
    })
    expect([answer.status, answer.json]).toEqual([200, { sent: 3 }])
    await settled()
    for (const { data } of smtp.received) {
      const { text } = readMail(data)
      expect(text).toContain('Please read')
      expect(text).toContain(`/pages/viewpage.action?pageId=${page}`)
    }
    expect(await sentTo()).toEqual(['ben@example.org', 'cleo@example.org', 'x@example.org'])
    const events = await wiki.app.database.read
      .selectFrom('event')
      .selectAll()
      .where('kind', '=', 'content.shared')
      .execute()
    expect(events.map(event => [String(event.content_id), event.actor_id])).toEqual([[page, ada.id]])
  })

  it('sends nothing to who may not see the page, and nothing of a page that the sender may not see', async () => {
    const refused = await share({ users: ['out'] })
    expect([refused.status, refused.json.message]).toEqual([400, 'users: out Doe may not view this page'])
    expect((await share({ entityId: hidden, users: ['ben'] })).status).toBe(404)
    expect((await share({ groups: ['guests'] })).status).toBe(200)
    expect(await sentTo()).toEqual([])
    // Restricted between the share and its mail.
    expect((await share({ entityId: hidden, groups: ['team'] }, wiki.admin)).status).toBe(200)
    expect(await sentTo()).toEqual([])
  })

  it('refuses what cannot be sent', async () => {
    for (const [body, status] of [
      [{}, 400],
      [{ emails: ['no address'] }, 400],
      [{ emails: ['a@example.org\r\nBcc: b@example.org'] }, 400],
      [{ users: ['nobody'] }, 404],
      [{ groups: ['nobodies'] }, 404],
      [{ users: Array.from({ length: 21 }, (_, n) => `u${n}`) }, 400],
      [{ users: ['ben'], note: 'x'.repeat(2001) }, 400],
    ] as const)
      expect((await share(body, wiki.admin)).status, JSON.stringify(body).slice(0, 80)).toBe(status)
    expect((await share({ users: ['ben'] }, wiki.anonymous)).status).toBe(401)
    expect(await sentTo()).toEqual([])
  })

  it('says which of the recipients is wrong, and why', async () => {
    const message = async (body: object) => {
      const reply = await share(body, wiki.admin)
      expect(reply.status, JSON.stringify(body)).toBe(400)
      return reply.json.message as string
    }
    const nobody = 'Enter a person to share the page with'
    for (const body of [{}, { users: null, groups: null, emails: null, note: null }, { users: [''], emails: [' '] }])
      expect(await message(body)).toBe(`users: ${nobody}`)
    // Users are named, but none are left.
    expect(await message({ users: ['admin'] })).toMatch(/^users: The page cannot be shared with these people: you /)
    expect((await wiki.admin.post('/rest/api/admin/group', { name: 'empty' })).status).toBe(201)
    expect(await message({ groups: ['empty'] })).toMatch(/^groups: The page cannot be shared with these people: you /)
    expect(await message({ emails: ['no address'] })).toBe('emails: “no address” is no e-mail address')
    expect(await message({ users: 'ben' })).toBe('body.users: must be a list of names')
    expect(await message({ users: [{ userKey: ada.userKey }] })).toMatch(/^body\.users\.0: /)
    expect((await wiki.admin.post('/rest/share-page/latest/share', { users: ['ben'] })).json.message).toBe(
      'body.entityId: is required',
    )
    expect((await share({ users: ['ben', ''], emails: null }, wiki.admin)).json).toEqual({ sent: 1 })
    expect(await sentTo()).toEqual(['ben@example.org'])
  })

  it('lets nobody send in masses', async () => {
    const cleo = wiki.as('cleo', 'correct horse battery')
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await share({}, cleo)).status)
    expect(statuses.slice(0, 20).every(status => status === 400)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })
})

onEachEngine(
  'sharing a page in a wiki without a mail server',
  () => features,
  wiki => {
    it('notifies users and members of groups, and takes no addresses [I1-11]', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'BELL', name: 'Bell' })
      const page = await wiki().admin.createPage('BELL', 'By the bell')
      const [ada, ben] = [await person(wiki(), 'ada'), await person(wiki(), 'ben', ['team'])]
      const share = (body: object) =>
        wiki().admin.post('/rest/share-page/latest/share', { entityId: page, note: 'Look', ...body })
      const answer = await share({ users: ['ada'], groups: ['team'] })
      expect([answer.status, answer.json]).toEqual([200, { sent: 2 }])
      const refused = await share({ users: ['ada'], emails: ['x@example.org'] })
      expect(refused.status).toBe(400)
      expect(refused.json.message).toContain('This wiki sends no mail.')
      await wiki().app.events.settled()
      await wiki().app.jobs.idle()
      for (const { client } of [ada, ben]) {
        const { results } = (await client.get('/rest/oxbow/1.0/notifications')).json
        expect(results.map((one: { kind: string; title: string }) => [one.kind, one.title])).toEqual([
          ['share', 'By the bell'],
        ])
      }
      const part = async (client: HttpClient) =>
        (await client.get(`/rest/oxbow/1.0/pages/${page}`)).json.parts.share as unknown
      expect(await part(ada.client)).toEqual({ byMail: false })
    })
  },
)
