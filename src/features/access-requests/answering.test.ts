import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addToGroup, createGroup, setActive, requireAccount } from '#features/accounts/server/index.ts'
import { contentById } from '#features/content-core/server/read.ts'
import { letIn } from '#features/restrictions/server/index.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { ENGINES, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { readMail } from '#platform/server/testing/mail-reader.ts'
import { SmtpServer } from '#platform/server/testing/smtp.ts'
import { createServer } from '#platform/server/start.ts'
import { features } from '../../server.ts'
import { bell, listed, permit, prepare, REQUESTS, restrict, settled, stored, type Setting } from './testing/setting.ts'
import { DECLINED_MS } from './server/service.ts'

describe.each(ENGINES)('answering requests for access (%s)', engine => {
  const smtp = new SmtpServer()
  let wiki: TestWiki
  let setting: Setting
  const ask = async ({ client }: TestPerson, body: object) => {
    expect((await client.post(REQUESTS, body)).status).toBe(202)
    await settled(wiki)
  }
  const answer = ({ client }: Pick<TestPerson, 'client'>, id: string | undefined, how: 'grant' | 'decline') =>
    client.post(`${REQUESTS}/${id}/${how}`)
  const onlyRequest = async (who: Pick<TestPerson, 'client'>, page: string | undefined) => {
    const [request, ...others] = await listed(who, page)
    expect(others).toEqual([])
    return request?.id
  }
  const sees = async ({ client }: TestPerson, page: string | undefined) =>
    (await client.get(`/rest/api/content/${page}`)).status
  const part = async ({ client }: TestPerson, page: string | undefined) =>
    (await client.get(`/rest/oxbow/1.0/pages/${page}`)).json.parts['access-request']
  const mailsTo = (name: string) =>
    smtp.received
      .splice(0)
      .filter(({ to }) => to.includes(`${name}@example.org`))
      .map(({ data }) => readMail(data).text)
  const create = async (title: string, readers: readonly string[] = ['ada']) => {
    const { json } = await setting.ada.client.post('/rest/api/content', { type: 'page', title, space: { key: 'DOCS' } })
    if (readers.length > 0) await restrict(setting.ada.client, json.id, 'read', readers)
    return json.id as string
  }

  beforeAll(async () => {
    const port = await smtp.listen()
    wiki = await startTestWiki(engine, features, { OXBOW_SMTP_URL: `smtp://127.0.0.1:${port}` })
    setting = await prepare(wiki)
  })
  afterAll(async () => {
    await wiki.close()
    await smtp.close()
  })

  it('lets in who has asked, tells them in the bell and by mail, and is in the audit log', async () => {
    const { ada, rita, sam, out, pages } = setting
    await ask(rita, { pageId: pages['hidden'] })
    const id = await onlyRequest(ada, pages['hidden'])
    for (const other of [rita, sam, out]) {
      expect((await answer(other, id, 'grant')).status).toBe(404)
      expect((await answer(other, id, 'decline')).status).toBe(404)
    }
    expect((await answer({ client: wiki.anonymous }, id, 'grant')).status).toBe(401)
    expect(await sees(rita, pages['hidden'])).toBe(404)
    smtp.received.splice(0)
    expect((await answer(ada, id, 'grant')).status).toBe(204)
    expect(await sees(rita, pages['hidden'])).toBe(200)
    expect(
      (await ada.client.get(`/rest/oxbow/1.0/content/${pages['hidden']}/restrictions`)).json.read.users,
    ).toMatchObject([{ username: 'ada' }, { username: 'rita' }])
    expect(await bell(wiki, rita)).toEqual(['granted: Hidden'])
    const mails = mailsTo('rita')
    expect(mails).toEqual([
      expect.stringContaining(`ada Doe gave you access to Hidden\n${wiki.app.baseUrl}/display/DOCS/Hidden\n`),
    ])
    expect(await listed(ada, pages['hidden'])).toEqual([])
    for (const how of ['grant', 'decline'] as const) expect((await answer(ada, id, how)).status).toBe(404)
    const { results } = (await wiki.admin.get('/rest/api/audit')).json
    expect(results[0]).toMatchObject({
      summary: 'Content restriction changed',
      author: { username: 'ada' },
      affectedObject: { name: 'Hidden' },
    })
    // Asked for and had.
    await ask(rita, { pageId: pages['hidden'] })
    expect(await stored(wiki)).toEqual([])
    await restrict(ada.client, pages['hidden'] ?? '', 'read', ['ada'])
  })

  it('lets them in where the restriction is: at the pages above, too', async () => {
    const { ada, rita, pages } = setting
    await restrict(ada.client, pages['below'] ?? '', 'read', ['ada'])
    await ask(rita, { pageId: pages['below'] })
    expect(
      (await listed(ada, pages['below'])).map(request => request.pages.map(({ title }) => title).toSorted()),
    ).toEqual([['Below', 'Hidden']])
    expect((await answer(ada, await onlyRequest(ada, pages['below']), 'grant')).status).toBe(204)
    expect([await sees(rita, pages['below']), await sees(rita, pages['hidden'])]).toEqual([200, 200])
    await restrict(ada.client, pages['below'] ?? '', 'read', [])
    await restrict(ada.client, pages['hidden'] ?? '', 'read', ['ada'])
  })

  it('lets them edit, and says on the page whether they may ask', async () => {
    const { ada, rita, out, pages } = setting
    expect([
      await part(rita, pages['locked']),
      await part(ada, pages['locked']),
      await part(rita, pages['open']),
    ]).toEqual(['possible', null, null])
    await permit(wiki, 'DOCS', out, ['read space'])
    // Users who may not create pages could edit none without a restriction either.
    expect(await part(out, pages['locked'])).toBeNull()
    await ask(rita, { access: 'edit', pageId: pages['locked'] })
    expect(await part(rita, pages['locked'])).toBe('asked')
    expect((await answer(ada, await onlyRequest(ada, pages['locked']), 'grant')).status).toBe(204)
    expect(await part(rita, pages['locked'])).toBeNull()
    const edit = {
      type: 'page',
      title: 'Locked',
      version: { number: 2 },
      body: { storage: { value: '<p>x</p>', representation: 'storage' } },
    }
    expect((await rita.client.put(`/rest/api/content/${pages['locked']}`, edit)).status).toBe(200)
    await restrict(ada.client, pages['locked'] ?? '', 'update', ['ada'])
  })

  it('declines without telling, and passes over who asks again at once', async () => {
    const { ada, rita } = setting
    const page = await create('Declined')
    await ask(rita, { pageId: page })
    const told = await bell(wiki, rita)
    expect((await answer(ada, await onlyRequest(ada, page), 'decline')).status).toBe(204)
    expect(await listed(ada, page)).toEqual([])
    const before = await bell(wiki, ada)
    await ask(rita, { pageId: page })
    expect(await stored(wiki)).toEqual(['rita view Declined (declined)'])
    expect([await bell(wiki, ada), await bell(wiki, rita)]).toEqual([before, told])
    await wiki.app.database.transaction(({ db }) =>
      db
        .updateTable('access_request')
        .set({ declined_at: Date.now() - DECLINED_MS - 1 })
        .execute(),
    )
    await ask(rita, { pageId: page })
    expect(await stored(wiki)).toEqual(['rita view Declined'])
    expect(await bell(wiki, ada)).toEqual(['request: Declined', ...before])
    expect((await answer(ada, await onlyRequest(ada, page), 'decline')).status).toBe(204)
  })

  it('leads administrators of a space to its permissions, and tells who may view it then', async () => {
    const { sam, pages } = setting
    const ida = await person(wiki, 'ida')
    await ask(ida, { spaceKey: 'PRIV' })
    await ask(ida, { pageId: pages['private'] })
    const request = await onlyRequest(sam, pages['private'])
    const refused = await answer(sam, request, 'grant')
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'No restriction is in the way: give them the permission to view the space',
    ])
    expect(await sees(ida, pages['private'])).toBe(404)
    await permit(wiki, 'PRIV', ida, ['read space'])
    expect((await bell(wiki, ida)).toSorted()).toEqual(['granted: Private Home', 'granted: Private plans'])
    expect((await stored(wiki)).filter(text => text.startsWith('ida'))).toEqual([])
  })

  it('waits for the space where a restriction was in the way too', async () => {
    const { ada, sam, pages } = setting
    const page = pages['private'] ?? ''
    await permit(wiki, 'PRIV', ada, ['read space', 'create page', 'restrict space'])
    await restrict(wiki.admin, page, 'read', ['admin', 'ada', 'sam'])
    const eva = await person(wiki, 'eva')
    await ask(eva, { pageId: page })
    expect(await listed(ada, page)).toMatchObject([{ needsSpace: true, mayGrant: true }])
    expect((await answer(ada, await onlyRequest(ada, page), 'grant')).status).toBe(204)
    expect(await bell(wiki, eva)).toEqual([])
    expect(await listed(sam, page)).toMatchObject([{ needsSpace: true, mayGrant: false, pages: [] }])
    expect(await listed(ada, page)).toEqual([])
    await permit(wiki, 'PRIV', eva, ['read space'])
    expect(await bell(wiki, eva)).toEqual(['granted: Private plans'])
    await restrict(wiki.admin, page, 'read', [])
  })

  it('is not needed where they come to it otherwise: by the dialog, a group, a move', async () => {
    const { ada, rita, pages } = setting
    const open = async () => (await stored(wiki)).filter(text => !text.endsWith('(declined)'))
    const [first, second] = [await create('By the dialog'), await create('By a group')]
    const top = await create('Top')
    const { json: third } = await ada.client.post('/rest/api/content', {
      type: 'page',
      title: 'By a move',
      space: { key: 'DOCS' },
      ancestors: [{ id: top }],
    })
    const group = await createGroup(wiki.app, { name: 'insiders' }, null)
    const restriction = {
      operation: 'read',
      restrictions: { user: [{ type: 'known', username: 'ada' }], group: [{ name: 'insiders' }] },
    }
    expect((await ada.client.put(`/rest/api/content/${second}/restriction`, [restriction])).status).toBe(200)
    for (const pageId of [first, second, third.id]) await ask(rita, { pageId })
    expect(await open()).toEqual(['rita view By the dialog', 'rita view By a group', 'rita view By a move'])
    const before = await bell(wiki, rita)
    await restrict(ada.client, first, 'read', ['ada', 'rita'])
    expect((await bell(wiki, rita)).slice(0, -before.length || undefined)).toEqual(['granted: By the dialog'])
    await addToGroup(wiki.app, await requireAccount(wiki.app, { id: rita.id }), group, ada.id)
    await settled(wiki)
    const moved = await ada.client.put(`/rest/api/content/${third.id}/move/append/${pages['open']}`)
    expect(moved.status, moved.text).toBe(200)
    expect((await bell(wiki, rita)).slice(0, 3)).toEqual([
      'granted: By a move',
      'granted: By a group',
      'granted: By the dialog',
    ])
    expect(await open()).toEqual([])
  })

  it('leaves out of the list who may not use the wiki any more, and pages in the trash', async () => {
    const { ada } = setting
    const page = await create('Out of date')
    const una = await person(wiki, 'una')
    await ask(una, { pageId: page })
    const id = await onlyRequest(ada, page)
    await setActive(wiki.app, await requireAccount(wiki.app, { id: una.id }), false, null)
    expect(await listed(ada, page)).toEqual([])
    expect((await answer(ada, id, 'grant')).status).toBe(404)
    await setActive(wiki.app, await requireAccount(wiki.app, { id: una.id }), true, null)
    expect(await listed(ada, page)).toHaveLength(1)
    expect((await ada.client.delete(`/rest/api/content/${page}`)).status).toBe(204)
    expect((await answer(ada, id, 'grant')).status).toBe(404)
    expect((await wiki.admin.get(`/rest/oxbow/1.0/content/${page}/access-requests`)).status).toBe(404)
  })

  it('restricts no page that is open meanwhile', async () => {
    const { ada, rita } = setting
    const page = await create('Opened meanwhile', [])
    const row = await contentById(wiki.app.database.read, Number(page))
    await wiki.app.database.transaction(tx =>
      letIn(tx, wiki.app.systemContext(), row!, { operation: 'read', accountId: rita.id }),
    )
    expect((await ada.client.get(`/rest/oxbow/1.0/content/${page}/restrictions`)).json.read.users).toEqual([])
  })
})

it.each(ENGINES)('a request is heard after the wiki ended before it looked at it (%s)', async engine => {
  const wiki = await startTestWiki(engine, features)
  try {
    const { ada, rita, pages } = await prepare(wiki)
    await settled(wiki)
    // Stopped before it is taken.
    await wiki.app.jobs.stop()
    expect((await rita.client.post(REQUESTS, { pageId: pages['hidden'] })).status).toBe(202)
    expect(await stored(wiki)).toEqual([])
    await wiki.stop()
    const again = await createServer(wiki.config, features)
    try {
      for (let n = 0; n < 2; n++) {
        await again.app.events.settled()
        await again.app.jobs.idle()
      }
      const told = await again.app.database.read
        .selectFrom('notification')
        .select(['account_id', 'kind', 'actor_id'])
        .execute()
      expect(told).toEqual([{ account_id: ada.id, kind: 'request', actor_id: rita.id }])
    } finally {
      await again.close()
    }
  } finally {
    await wiki.close()
  }
})
