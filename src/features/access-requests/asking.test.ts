import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { ENGINES, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { readMail } from '#platform/server/testing/mail-reader.ts'
import { SmtpServer } from '#platform/server/testing/smtp.ts'
import { repetitionsOf } from '#platform/server/testing/statements.ts'
import { features } from '../../server.ts'
import { bell, listed, permit, prepare, REQUESTS, restrict, settled, stored, type Setting } from './testing/setting.ts'
import { REQUEST_JOB } from './server/service.ts'

describe.each(ENGINES)('asking for access (%s)', engine => {
  const smtp = new SmtpServer()
  let wiki: TestWiki
  let setting: Setting
  const ask = ({ client }: Pick<TestPerson, 'client'>, body: object) => client.post(REQUESTS, body)
  const clear = async () => {
    await settled(wiki)
    await wiki.app.database.transaction(async ({ db }) => {
      await db.deleteFrom('access_request').execute()
      await db.deleteFrom('notification').execute()
    })
    smtp.received.splice(0)
  }
  /** Leaves the wiki's administrator no own permission in these spaces. */
  const forget = async (...keys: string[]) => {
    const { userKey } = (await wiki.admin.get('/rest/api/user?username=admin')).json
    for (const key of keys) {
      const body = [{ operationKey: 'read', targetType: 'space' }]
      const { status, text } = await wiki.admin.put(`/rest/api/space/${key}/permissions/user/${userKey}/revoke`, body)
      expect(status, text).toBeLessThan(300)
    }
  }
  const mailed = () =>
    smtp.received.splice(0).map(({ to, data }) => {
      const { headers, text } = readMail(data)
      return { to, subject: headers.get('subject'), text }
    })

  beforeAll(async () => {
    const port = await smtp.listen()
    wiki = await startTestWiki(engine, features, { OXBOW_SMTP_URL: `smtp://127.0.0.1:${port}` })
    setting = await prepare(wiki)
  })
  afterAll(async () => {
    await wiki.close()
    await smtp.close()
  })

  it('is offered alike on the pages for what is hidden, and for what is not there', async () => {
    const { out, pages } = setting
    const documentOf = async (path: string, client = out.client) => {
      const reply = await client.send('GET', path, undefined, { accept: 'text/html' })
      return {
        status: reply.status,
        text: reply.text.replaceAll(/"(?:confluence-request-time|atlassian-token|ajs-atl-token)" content="[^"]*"/g, ''),
      }
    }
    const shape = async (path: string) => {
      const { status, text } = await documentOf(path)
      const plain = text.replaceAll(encodeURIComponent(path), '').replaceAll(path.replaceAll('&', '&amp;'), '')
      return [status, plain.replace(NO_CANDIDATES, '')]
    }
    // Of an address with a title, the document says that no other page has it.
    const NO_CANDIDATES =
      /\{"key":\["GET \/rest\/oxbow\/1\.0\/address\/candidates",\{\},\{[^{}]*\}\],"data":\{"results":\[\]\}\}/
    const byId = (id: string | undefined) => `/pages/viewpage.action?pageId=${id}`
    const [missing] = [await shape(byId(pages['missing']))]
    expect(missing).toEqual([404, expect.stringContaining('id="request-access"')])
    for (const page of ['hidden', 'below', 'trashed', 'draft', 'private', 'oldHidden'])
      expect(await shape(byId(pages[page])), page).toEqual(missing)
    for (const [hidden, none] of [
      ['/display/PRIV', '/display/NONE'],
      ['/display/DOCS/Hidden', '/display/DOCS/None'],
      ['/display/PRIV/Private+plans', '/display/PRIV/None'],
      [`/spaces/DOCS/pages/${pages['hidden']}/Any`, `/spaces/DOCS/pages/${pages['missing']}/Any`],
      ['/spaces/viewspace.action?key=PRIV', '/spaces/viewspace.action?key=NONE'],
    ] as const) {
      expect(await shape(none), none).toEqual(missing)
      expect(await shape(hidden), hidden).toEqual(missing)
    }
    // Nothing to ask for, and no user to answer.
    expect((await documentOf('/no/such/address')).text).not.toContain('request-access')
    expect((await documentOf(byId(pages['hidden']), wiki.anonymous)).status).toBe(302)
  })

  it('finds a page by each of its addresses, and a space by its home', async () => {
    const { rita, out, pages } = setting
    await clear()
    await ask(rita, { spaceKey: 'docs', title: 'hidden' })
    await ask(out, { spaceKey: 'PRIV' })
    await ask(out, { spaceKey: 'PRIV', title: 'Private plans' })
    const post = await setting.ada.client.post('/rest/api/content', {
      type: 'blogpost',
      title: 'News',
      space: { key: 'DOCS' },
    })
    await restrict(setting.ada.client, post.json.id, 'read', ['ada'])
    const { url } = (await setting.ada.client.get(`/rest/oxbow/1.0/pages/${post.json.id}`)).json
    const [, postingDay] = /DOCS\/(\d+\/\d+\/\d+)\//.exec(url) ?? []
    await ask(rita, { spaceKey: 'DOCS', title: 'News', postingDay })
    const comment = await setting.ada.client.post('/rest/api/content', {
      type: 'comment',
      container: { id: pages['below'], type: 'page' },
      body: { storage: { value: '<p>x</p>', representation: 'storage' } },
    })
    await ask(rita, { pageId: comment.json.id })
    const { tinyUrl } = (await setting.ada.client.get(`/rest/oxbow/1.0/pages/${pages['oldHidden']}`)).json
    await ask(rita, { tiny: tinyUrl.replace('/x/', '') })
    await settled(wiki)
    expect((await stored(wiki)).toSorted()).toEqual([
      'out view Private Home',
      'out view Private plans',
      'rita view Below',
      'rita view Hidden',
      'rita view News',
      'rita view Old hidden',
    ])
    for (const wrong of [
      {},
      { access: 'own', pageId: '1' },
      { pageId: 'x' },
      { title: 'Hidden' },
      { spaceKey: 'x'.repeat(1001) },
    ])
      expect((await ask(rita, wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(400)
    expect(await wiki.app.jobs.list({ ownerId: rita.id, start: 0, limit: 10 })).toEqual([])
  })

  it('tells its author in the bell and by mail, once, with the way to the answer; nobody else', async () => {
    await clear()
    const { rita, ada, sam, pages } = setting
    for (let n = 0; n < 3; n++) expect((await ask(rita, { pageId: pages['hidden'] })).status).toBe(202)
    await settled(wiki)
    const input = { accountId: rita.id, asked: { pageId: pages['hidden'] } }
    await wiki.app.jobs.enqueue({ kind: REQUEST_JOB, title: 'Again', ownerId: null, input })
    expect(await bell(wiki, ada)).toEqual(['request: Hidden'])
    const [told] = (await ada.client.get('/rest/oxbow/1.0/notifications')).json.results
    expect(told).toMatchObject({ url: '/display/DOCS/Hidden?grantAccess=true', actor: { displayName: 'rita Doe' } })
    for (const other of [sam, rita, { ...ada, client: wiki.admin }]) expect(await bell(wiki, other)).toEqual([])
    expect(mailed()).toEqual([
      {
        to: ['ada@example.org'],
        subject: '[Oxbow] Documentation: rita Doe asks for access to Hidden',
        text: expect.stringContaining(
          `rita Doe asks for access to Hidden\n${wiki.app.baseUrl}/display/DOCS/Hidden?grantAccess=true`,
        ),
      },
    ])
    expect(await stored(wiki)).toEqual(['rita view Hidden'])
    const events = await wiki.app.database.read
      .selectFrom('event')
      .selectAll()
      .where('kind', '=', 'access.requested')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(events).toMatchObject([{ actor_id: rita.id, content_id: Number(pages['hidden']) }])
  })

  it('tells administrators of the space where the author cannot grant it, of the wiki where nobody else can', async () => {
    const { rita, ada, sam, out, pages } = setting
    await clear()
    // The creators of the spaces administer them, and the wiki too.
    await forget('DOCS', 'PRIV')
    // The space is in the way.
    await ask(out, { pageId: pages['open'] })
    expect([await bell(wiki, sam), await bell(wiki, ada)]).toEqual([['request: Open'], []])
    // The author may not restrict.
    const own = await rita.client.createPage('DOCS', 'Of Rita')
    await restrict(wiki.admin, own, 'update', ['admin', 'sam'])
    await ask(rita, { access: 'edit', pageId: own })
    expect((await bell(wiki, sam))[0]).toBe('request: Of Rita')
    // No administrator of the space is let in.
    await restrict(wiki.admin, own, 'update', [])
    await restrict(wiki.admin, own, 'read', ['rita'])
    await clear()
    await ask(sam, { pageId: own })
    expect(await bell(wiki, { ...ada, client: wiki.admin })).toEqual(['request: Of Rita'])
    expect([await bell(wiki, rita), await bell(wiki, sam)]).toEqual([[], []])
    // Both restrictions apply, and each request goes to who can lift it.
    await permit(wiki, 'PRIV', ada, ['read space', 'restrict space'])
    await clear()
    await restrict(wiki.admin, pages['private'] ?? '', 'read', ['admin', 'sam'])
    await ask(out, { pageId: pages['private'] })
    expect(await bell(wiki, sam)).toEqual(['request: Private plans'])
    expect(await bell(wiki, ada)).toEqual([])
    await restrict(wiki.admin, pages['private'] ?? '', 'read', [])
  })

  it('is listed for who may answer alone', async () => {
    await clear()
    const { rita, ada, sam, out, pages } = setting
    await ask(rita, { pageId: pages['below'] })
    await ask(out, { pageId: pages['open'] })
    await settled(wiki)
    expect(await listed(ada, pages['below'])).toMatchObject([
      { access: 'view', person: { username: 'rita' }, pages: [{ title: 'Hidden' }], needsSpace: false, mayGrant: true },
    ])
    expect(await listed(sam, pages['open'])).toMatchObject([
      { person: { username: 'out' }, pages: [], needsSpace: true, mayGrant: false },
    ])
    expect([await listed(ada, pages['open']), await listed(rita, pages['open'])]).toEqual([[], []])
    for (const who of [sam, rita, out])
      expect((await who.client.get(`/rest/oxbow/1.0/content/${pages['below']}/access-requests`)).status).toBe(404)
    expect((await wiki.anonymous.get(`/rest/oxbow/1.0/content/${pages['open']}/access-requests`)).status).toBe(401)
  })

  it('is listed by as many statements for many as for one', async () => {
    const { ada, rita, pages } = setting
    const list = () => repetitionsOf(wiki, () => listed(ada, pages['hidden']))
    await clear()
    await ask(rita, { pageId: pages['hidden'] })
    await settled(wiki)
    const one = await list()
    await wiki.app.database.transaction(async ({ db }) => {
      for (const who of [setting.sam, setting.out])
        await db
          .insertInto('access_request')
          .values({ account_id: who.id, content_id: Number(pages['hidden']), access: 'view', at: 1, declined_at: null })
          .execute()
    })
    expect(await listed(ada, pages['hidden'])).toHaveLength(3)
    expect(await list()).toBeLessThanOrEqual(one)
  })

  it('is limited, whether the pages exist or not', async () => {
    const statuses = async (who: TestPerson, pageId: string | undefined) => {
      const found: number[] = []
      for (let n = 0; n < 21; n++) found.push((await ask(who, { pageId })).status)
      return found
    }
    // No request was made as this person yet.
    const expected = [...Array.from({ length: 20 }, () => 202), 429]
    expect(await statuses(await person(wiki, 'one'), setting.pages['hidden'])).toEqual(expected)
    expect(await statuses(await person(wiki, 'two'), setting.pages['missing'])).toEqual(expected)
    await settled(wiki)
    expect((await stored(wiki)).filter(text => text.startsWith('one'))).toEqual(['one view Hidden'])
  })
})
