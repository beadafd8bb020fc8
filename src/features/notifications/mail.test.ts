import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireAccount, updateAccount } from '#features/accounts/server/index.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { startTestWiki, type HttpClient, type TestWiki } from '#platform/server/testing/harness.ts'
import { readMail, type ReadMail } from '#platform/server/testing/mail-reader.ts'
import { SmtpServer } from '#platform/server/testing/smtp.ts'
import { features } from '../../server.ts'
import { sendDueMail } from './server/mail/send.ts'
import type { NotificationSettings } from './contract.ts'
import { kindsOf } from './server/kinds.ts'

const BASE = 'https://wiki.example.org'
const API = '/rest/oxbow/1.0/notifications'

/** On one database: the queue, where they differ, has separate tests. */
describe('mails of notifications', () => {
  const smtp = new SmtpServer()
  let wiki: TestWiki
  let writer: TestPerson
  let reader: TestPerson
  let leser: TestPerson
  let page = ''

  beforeAll(async () => {
    const port = await smtp.listen()
    wiki = await startTestWiki('sqlite', features, {
      OXBOW_SMTP_URL: `smtp://127.0.0.1:${port}`,
      OXBOW_BASE_URL: BASE,
    })
    writer = await person(wiki, 'writer')
    reader = await person(wiki, 'reader')
    leser = await person(wiki, 'leser')
    await updateAccount(wiki.app, await requireAccount(wiki.app, { id: leser.id }), { locale: 'de' }, null)
    await wiki.admin.post('/rest/api/space', { key: 'MAIL', name: 'R&D' })
    page = await create('Plans <b>& more</b>', '<p>First line.</p><p>The old roof leaks.</p><p>Last line.</p>')
    await settled()
    for (const { client } of [reader, leser]) await watch(client, `content/${page}`)
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
  const create = (title: string, value: string) =>
    made(writer.client, { type: 'page', title, space: { key: 'MAIL' }, ...storage(value) })
  const change = async (value: string) => {
    const { title, version } = (await writer.client.get(`/rest/api/content/${page}`)).json
    const body = { type: 'page', title, version: { number: version.number + 1 }, ...storage(value) }
    const { status, text } = await writer.client.put(`/rest/api/content/${page}`, body)
    expect(status, text).toBe(200)
  }
  const comment = (client: HttpClient, value: string, parent?: string) =>
    made(client, {
      type: 'comment',
      container: { id: page, type: 'page' },
      ...(parent ? { ancestors: [{ id: parent }] } : {}),
      ...storage(value),
    })
  const watch = async (client: HttpClient, what: string) =>
    expect((await client.post(`/rest/api/user/watch/${what}`, {})).status).toBe(204)
  const settled = async () => {
    await wiki.app.events.settled()
    await wiki.app.jobs.idle()
  }
  /** Mails to a person, those in the digest too; others are discarded. */
  const mailsTo = async (name: string): Promise<ReadMail[]> => {
    await settled()
    await sendDueMail(wiki.app, Date.now() + 11 * 60_000)
    return smtp.received
      .splice(0)
      .flatMap(({ to, data }) => (to.includes(`${name}@example.org`) ? [readMail(data)] : []))
  }
  const oneTo = async (name: string): Promise<ReadMail> => {
    const [mail, ...others] = await mailsTo(name)
    expect(others).toEqual([])
    if (!mail) throw new Error(`no mail to ${name}`)
    return mail
  }
  /** Path and query of the link that ends the mail. */
  const linkOf = ({ headers }: ReadMail) =>
    /^<https:\/\/wiki.example.org(.*)>$/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  const settings = async ({ client }: TestPerson) => (await client.get(`${API}/settings`)).json as NotificationSettings
  const mailOf = async (who: TestPerson, kind: string) =>
    (await settings(who)).choices.find(choice => choice.kind === kind)?.mail

  it('tell of a comment on a file under its page, which they let stop watching', async () => {
    await mailsTo('reader')
    const file = await attach(writer.client, page, 'roof.txt', 'Tiles')
    const container = { id: file.id.replace(/^att/, ''), type: 'attachment' }
    const id = await made(writer.client, { type: 'comment', container, ...storage('<p>Count them</p>') })
    await comment(writer.client, '<p>See the file</p>')
    const mail = await oneTo('reader')
    expect(mail.headers.get('subject')).toBe('[Oxbow] R&D: writer Doe commented on roof.txt and 1 more')
    expect(mail.text).toContain('writer Doe commented on roof.txt')
    expect(mail.text).toContain(
      `${BASE}/pages/viewpage.action?pageId=${container.id}&focusedCommentId=${id}#comment-${id}`,
    )
    expect(mail.text).toContain('Count them')
    expect(mail.text).toContain('writer Doe commented on Plans <b>& more</b>')
    expect(mail.text).toContain('You get this mail because you watch Plans <b>& more</b>.')
  })

  it('have each block in the direction of its text', async () => {
    await mailsTo('reader')
    const id = await create('תוכניות לקיץ.', '<p>First line.</p>')
    await settled()
    await watch(reader.client, `content/${id}`)
    await made(writer.client, {
      type: 'comment',
      container: { id, type: 'page' },
      ...storage('<p>שלום לכולם.</p>'),
    })
    const { html } = await oneTo('reader')
    expect(html).toMatch(/<h2 dir="rtl" style="[^"]*"><a [^>]*>תוכניות לקיץ\.<\/a><\/h2>/)
    expect(html).toMatch(/<blockquote dir="rtl" style="[^"]*border-right:3px[^"]*">שלום לכולם\.<\/blockquote>/)
    expect(html).toMatch(/<p style="[^"]*"><a [^>]*>writer Doe commented on/)
    expect(html).toMatch(/<p style="[^"]*">R&amp;D<\/p>/)
  })

  it('show what changed, word by word, to each in their language, without running anything', async () => {
    await change(
      '<p>First line.</p><p>The new roof holds <script>alert(1)</script>&lt;b&gt;well&lt;/b&gt;.</p><p>Last line.</p>',
    )
    await settled()
    await sendDueMail(wiki.app, Date.now() + 11 * 60_000)
    const received = smtp.received.splice(0).map(({ to, data }) => ({ to: to.join(), ...readMail(data) }))
    expect(received.map(({ to }) => to).toSorted()).toEqual(['leser@example.org', 'reader@example.org'])
    const english = received.find(({ to }) => to.startsWith('reader'))
    const german = received.find(({ to }) => to.startsWith('leser'))
    expect(english?.headers.get('subject')).toBe('[Oxbow] R&D: writer Doe changed Plans <b>& more</b>')
    expect(english?.text).toContain('writer Doe changed Plans <b>& more</b>')
    expect(english?.text).toMatch(/The \[-old-\]\{\+new\+\} roof \[-leaks-\]\{\+holds .*<b>well<\/b>\+\}\./)
    expect(english?.text).not.toContain('First line')
    expect(english?.text).toContain(
      `${BASE}/pages/diffpagesbyversion.action?pageId=${page}&selectedPageVersions=1&selectedPageVersions=2`,
    )
    expect(english?.html).toMatch(/The <del style="[^"]+">old<\/del><ins style="[^"]+">new<\/ins> roof/)
    expect(english?.html).toContain('Plans &lt;b&gt;&amp; more&lt;/b&gt;')
    expect(english?.html).toContain('&lt;b&gt;well&lt;/b&gt;')
    expect(english?.html).not.toMatch(/<(?:script|img|link|style)\b/)
    expect(german?.text).toContain('writer Doe hat Plans <b>& more</b> geändert')
    expect(german?.text).toContain('Sie erhalten diese E-Mail, weil Sie Plans <b>& more</b> beobachten.')
    expect(german?.html).toContain('<html lang="de-DE">')
  })

  it('tell of a comment on marked text, and not of its marker as a change of the page', async () => {
    const versions = async () => (await reader.client.get(`/rest/api/content/${page}/version`)).json.results.length
    const before = await versions()
    const selected = {
      originalSelection: 'First line',
      matchIndex: 0,
      numMatches: 1,
      containerId: page,
      body: '<p>What of it?</p>',
    }
    const made = await writer.client.post('/rest/inlinecomments/1.0/comments', selected)
    expect(made.status, made.text).toBe(200)
    await settled()
    const queued = () =>
      wiki.app.database.read
        .selectFrom('notification_mail')
        .innerJoin('notification', 'notification.id', 'notification_mail.notification_id')
        .select(['notification.account_id', 'kind', 'content_id'])
        .where('page_id', '=', Number(page))
        .orderBy('notification.account_id')
        .execute()
    const told = { kind: 'comment', content_id: made.json.id }
    expect(await queued()).toEqual([reader, leser].map(({ id }) => ({ account_id: id, ...told })))
    const mail = await oneTo('reader')
    expect(mail.text).toContain('What of it?')
    expect(mail.text).not.toContain('changed Plans')
    // Nor when the marker goes with its comment.
    expect((await writer.client.delete(`/rest/inlinecomments/1.0/comments/${made.json.id}`)).status).toBe(204)
    expect(await mailsTo('reader')).toEqual([])
    expect(await versions()).toBe(before)
  })

  it('lead to the exact place, say what was said, and are gathered by their page', async () => {
    const first = await comment(reader.client, '<p>Why?</p>')
    await mailsTo('writer')
    const reply = await comment(writer.client, '<p>Because of <strong>this</strong>.</p>', first)
    const mail = await oneTo('reader')
    expect(mail.text).toContain('writer Doe replied to you on')
    expect(mail.text).toContain('> Because of this.')
    expect(mail.text).toContain(
      `${BASE}/pages/viewpage.action?pageId=${page}&focusedCommentId=${reply}#comment-${reply}`,
    )
    expect(mail.headers.get('references')).toBe(`<page-${page}@wiki.example.org>`)
    expect(mail.headers.get('in-reply-to')).toBe(`<page-${page}@wiki.example.org>`)
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail.headers.get('precedence')).toBe('bulk')
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })

  it('say in the subject what happened, of several things the one that concerns the receiver most', async () => {
    const subject = async () => (await oneTo('reader')).headers.get('subject')
    const mention = `<p><ac:link><ri:user ri:userkey="${reader.userKey}" /></ac:link></p>`
    const subjects: (string | null | undefined)[] = []
    await comment(writer.client, '<p>Aside</p>')
    subjects.push(await subject())
    await comment(writer.client, mention)
    subjects.push(await subject())
    const first = await comment(reader.client, '<p>And this?</p>')
    await mailsTo('writer')
    await comment(writer.client, '<p>That</p>', first)
    subjects.push(await subject())
    await change('<p>First line.</p><p>Twice</p>')
    await change('<p>First line.</p><p>Thrice</p>')
    subjects.push(await subject())
    await change('<p>First line.</p>')
    await comment(writer.client, '<p>Done</p>')
    await comment(writer.client, '<p>Really</p>')
    subjects.push(await subject())
    expect(subjects).toEqual(
      [
        'writer Doe commented on Plans <b>& more</b>',
        'writer Doe mentioned you on Plans <b>& more</b>',
        'writer Doe replied to you on Plans <b>& more</b>',
        'writer Doe changed Plans <b>& more</b>',
        'writer Doe commented on Plans <b>& more</b> and 2 more',
      ].map(sentence => `[Oxbow] R&D: ${sentence}`),
    )
  })

  it('tell of the task that was assigned, and of a share with its note', async () => {
    const user = `<ac:link><ri:user ri:userkey="${reader.userKey}" /></ac:link>`
    const id = await create(
      'To do',
      `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>${user} mend the roof</ac:task-body></ac:task></ac:task-list>`,
    )
    const task = await oneTo('reader')
    expect(task.text).toContain('writer Doe assigned you a task on To do')
    expect(task.text).toContain('mend the roof')
    const share = { entityId: id, users: ['reader'], groups: [], emails: [], note: 'Have a\nlook' }
    expect((await writer.client.post('/rest/share-page/latest/share', share)).status).toBe(200)
    const shared = await oneTo('reader')
    expect(shared.text).toContain('writer Doe shared To do with you')
    expect(shared.text).toContain('> Have a\n> look')
  })

  it('end by one press of the mail program, without signing in: the watch that they came of', async () => {
    await change('<p>Once more</p>')
    const link = linkOf(await oneTo('reader'))
    const asked = await wiki.anonymous.get(link)
    expect(asked.status).toBe(200)
    expect(asked.text).toContain('Do you want to stop watching Plans &lt;b&gt;&amp; more&lt;/b&gt;?')
    const watching = async () =>
      (await reader.client.get(`/rest/api/user/watch/content/${page}`)).json.watching as boolean
    expect(await watching()).toBe(true)
    // Mail providers send either kind of form (RFC 8058, 3.2), and a browser the one of the page.
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await wiki.anonymous.send('POST', link, form)).status).toBe(200)
    expect(await watching()).toBe(false)
    await change('<p>Unseen</p>')
    expect(await mailsTo('reader')).toEqual([])
    await watch(reader.client, 'space/MAIL')
    await change('<p>Seen</p>')
    const ofSpace = linkOf(await oneTo('reader'))
    expect((await wiki.anonymous.get(ofSpace)).text).toContain('stop watching R&amp;D?')
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await wiki.anonymous.send('POST', ofSpace, oneClick)).status).toBe(200)
    expect((await reader.client.get('/rest/api/user/watch/space/MAIL')).json).toEqual({ watching: false })
    // Once more changes nothing.
    expect((await wiki.anonymous.send('POST', ofSpace, oneClick)).status).toBe(200)
  })

  it('end by kind where they came of no watch; the bell goes on', async () => {
    const mention = `<p><ac:link><ri:user ri:userkey="${reader.userKey}" /></ac:link></p>`
    await comment(writer.client, mention)
    const link = linkOf(await oneTo('reader'))
    expect((await wiki.anonymous.get(link)).text).toContain('A mention of me')
    expect(await mailOf(reader, 'mention')).toBe('now')
    const { searchParams, pathname } = new URL(link, BASE)
    const fromPage = new URLSearchParams({ token: searchParams.get('token') ?? '' })
    expect((await wiki.anonymous.send('POST', pathname, fromPage)).status).toBe(200)
    expect(await mailOf(reader, 'mention')).toBe('never')
    await comment(writer.client, mention)
    expect(await mailsTo('reader')).toEqual([])
    const [newest] = (await reader.client.get(API)).json.results
    expect(newest.kind).toBe('mention')
  })

  it('are ended by nobody else: not by another token, nor by one that was revoked or went to another address', async () => {
    await watch(reader.client, `content/${page}`)
    const next = async (text: string) => {
      await change(`<p>${text}</p>`)
      return linkOf(await oneTo('reader'))
    }
    const status = async (link: string) => {
      const answers = [await wiki.anonymous.get(link), await wiki.anonymous.send('POST', link, new URLSearchParams())]
      return answers.map(answer => answer.status)
    }
    const link = await next('a')
    const other = link.replace(/token=\d+\./, `token=${leser.id}.`)
    const wider = link.replace(/\.page-\d+\./, '.daily.')
    for (const wrong of [
      other,
      wider,
      link.slice(0, -1),
      `${link}A`,
      '/unsubscribe.action',
      '/unsubscribe.action?token=1.2.3',
    ])
      expect(await status(wrong), wrong).toEqual([404, 404])
    expect((await reader.client.delete(`${API}/unsubscribe-links`)).status).toBe(204)
    expect(await status(link)).toEqual([404, 404])
    const later = await next('b')
    const account = await requireAccount(wiki.app, { id: reader.id })
    await updateAccount(wiki.app, account, { email: 'reader.two@example.org' }, null)
    expect(await status(later)).toEqual([404, 404])
    await updateAccount(wiki.app, account, { email: 'reader@example.org' }, null)
    expect((await wiki.anonymous.get(later)).status).toBe(200)
    const foreign = await wiki.anonymous.send('POST', later, new URLSearchParams(), { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
  })

  it('come as each has chosen', async () => {
    expect(await settings(writer)).toMatchObject({
      choices: kindsOf(wiki.app).map(({ name, usual }) => ({ kind: name, ...usual })),
      digestHour: 7,
      timeZone: expect.any(String),
      address: 'writer@example.org',
    })
    const put = (body: object) => leser.client.put(`${API}/settings`, body)
    const chosen = await put({ choices: [{ kind: 'updated', bell: false, mail: 'now' }] })
    expect(chosen.json.choices.find((choice: { kind: string }) => choice.kind === 'updated')).toEqual({
      kind: 'updated',
      bell: false,
      mail: 'now',
    })
    await change('<p>Chosen</p>')
    await settled()
    expect(smtp.received.splice(0).filter(({ to }) => to.includes('leser@example.org'))).toHaveLength(1)
    const bell = async () => (await leser.client.get(API)).json.results.map((one: { at: string }) => one.at) as string[]
    const unread = async () =>
      (await leser.client.get('/rest/mywork/latest/status/notification/count')).json.count as number
    const [before, unreadBefore] = [await bell(), await unread()]
    expect(unreadBefore).toBeGreaterThan(0)
    await change('<p>Not in the bell</p>')
    await settled()
    expect(await bell()).toEqual(before)
    expect(await unread()).toBe(unreadBefore)
    for (const wrong of [
      { choices: [{ kind: 'updated', bell: true, mail: 'hourly' }] },
      { choices: [{ kind: 'nothing', bell: true, mail: 'now' }] },
      {
        choices: Array.from({ length: kindsOf(wiki.app).length + 1 }, () => ({
          kind: 'like',
          bell: true,
          mail: 'now',
        })),
      },
      { digestHour: 24 },
    ])
      expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await wiki.anonymous.get(`${API}/settings`)).status).toBe(401)
    expect((await wiki.anonymous.put(`${API}/settings`, {})).status).toBe(401)
  })
})
