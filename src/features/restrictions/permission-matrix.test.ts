import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient, type HttpReply, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

/**
 * Who × what × where, as one table. Each line: what the page is, and for each reader what every way of reaching it must
 * answer. The columns are the letters of what the reader may do: v(iew), e(dit), r(estrict), d(elete), x(export).
 */
const READERS = ['anonymous', 'outsider', 'member', 'named', 'grouped', 'spaceAdmin', 'admin'] as const
type Reader = (typeof READERS)[number]

const MATRIX: Record<string, Record<Reader, string>> = {
  //                   anonymous        outsider       member         named          grouped        spaceAdmin      admin
  open:      { anonymous: 'v', outsider: 'v', member: 'vedx', named: 'vedx', grouped: 'vedx', spaceAdmin: 'verdx', admin: 'verdx' },
  // Restricted to the user "named" and the group of "grouped"; space administrators have no way around a restriction.
  restricted: { anonymous: '', outsider: '', member: '', named: 'vedx', grouped: 'vedx', spaceAdmin: '', admin: 'verdx' },
  // Below the restricted page, without a restriction of its own.
  inherited: { anonymous: '', outsider: '', member: '', named: 'vedx', grouped: 'vedx', spaceAdmin: '', admin: 'verdx' },
  // Below the restricted page, and restricted to "named" alone: both restrictions must let the reader in.
  nested:    { anonymous: '', outsider: '', member: '', named: 'vedx', grouped: '', spaceAdmin: '', admin: 'verdx' },
  // Everybody sees it, only "named" edits it.
  locked:    { anonymous: 'v', outsider: 'v', member: 'vx', named: 'vedx', grouped: 'vx', spaceAdmin: 'vx', admin: 'verdx' },
  // A draft belongs to who began it (the member).
  draft:     { anonymous: '', outsider: '', member: 'vedx', named: '', grouped: '', spaceAdmin: '', admin: 'verdx' },
  // In the trash only space administrators find it, and only when they ask for it.
  trashed:   { anonymous: '', outsider: '', member: '', named: '', grouped: '', spaceAdmin: 't', admin: 't' },
  // In a space that only "named" may read.
  elsewhere: { anonymous: '', outsider: '', member: '', named: 'v', grouped: '', spaceAdmin: '', admin: 'verdx' },
}

const PASSWORD = 'a long enough password'
const MARK = 'zebrafinch'

onEachEngine('permission matrix', () => features, wiki => {
  const ids: Record<string, string> = {}
  const readers = {} as Record<Reader, HttpClient>

  beforeAll(async () => {
    await prepare(wiki(), ids, readers)
  }, 60_000)

  describe.each(Object.entries(MATRIX))('%s page', (kind, row) => {
    it.each(READERS)('%s', async reader => {
      const id = ids[kind]!
      const client = readers[reader]
      const may = row[reader]
      const sees = may.includes('v')

      const direct = await client.get(`/rest/api/content/${id}?expand=operations`)
      expect(direct.status, `read: ${direct.text}`).toBe(sees ? 200 : 404)
      if (sees) {
        const operations = direct.json.operations.map((o: { operation: string }) => o.operation)
        expect(operations.includes('update'), 'update').toBe(may.includes('e'))
        expect(operations.includes('restrict_content'), 'restrict').toBe(may.includes('r'))
        expect(operations.includes('delete'), 'delete').toBe(may.includes('d'))
        expect(operations.includes('export'), 'export').toBe(may.includes('x'))
      }
      const trash = await client.get(`/rest/api/content/${id}?status=trashed`)
      expect(trash.status, 'read from the trash').toBe(may.includes('t') ? 200 : 404)

      // Every way to the page, and to what hangs on it, tells the same.
      for (const path of [
        `/rest/api/content/${id}/child/comment`, `/rest/api/content/${id}/history`, `/rest/api/content/${id}/restriction`,
        `/rest/api/content/${id}/restriction/byOperation`, `/rest/oxbow/1.0/pages/${id}`, `/rest/api/content/${id}/child/attachment`,
        `/rest/api/content/${id}/label`, `/rest/api/content/${id}/property`,
      ]) {
        const reply = await client.get(path)
        const trashedHistory = may.includes('t') && /history|oxbow/.test(path)
        expect(reply.status, `${path}: ${reply.text.slice(0, 300)}`).toBe(sees || trashedHistory ? 200 : 404)
      }

      // Lists hold it exactly if it can be seen, and is published.
      const listed = sees && kind !== 'draft'
      const space = kind === 'elsewhere' ? 'PRIV' : 'MTX'
      const list = await client.get(`/rest/api/content?spaceKey=${space}&limit=200`)
      const found = list.status === 200 && list.json.results.some((r: { id: string }) => r.id === id)
      expect(found, 'list').toBe(listed)
      const byId = await client.get(`/rest/api/content?ids=${id}`)
      expect(byId.json.size, 'list by id').toBe(listed ? 1 : 0)
      const recent = await client.get('/rest/oxbow/1.0/recently-updated?limit=100')
      expect(recent.json.results.some((r: { id: string }) => r.id === id), 'recently updated').toBe(listed)
      const search = await client.get(`/rest/api/content/search?cql=${encodeURIComponent(`text ~ "${MARK}"`)}&limit=200`)
      expect(search.json.results.some((r: { id: string }) => r.id === id), 'search').toBe(listed)
      const counted = await client.get(`/rest/api/search?cql=${encodeURIComponent(`id = ${id}`)}`)
      expect(counted.json.totalSize, 'search count').toBe(listed ? 1 : 0)

      // Writing is refused with 403 to who sees the page, with 404 to who does not; nothing changes.
      if (!may.includes('e')) {
        const write = await client.put(`/rest/api/content/${id}`, { type: 'page', title: 'stolen', version: { number: 2 } })
        expect(write.status, `write: ${write.text}`).toBe(sees ? 403 : may.includes('t') ? 400 : 404)
      }
      if (!may.includes('d') && !may.includes('t')) {
        expect((await client.delete(`/rest/api/content/${id}`)).status, 'delete').toBe(sees ? 403 : 404)
      }
      if (!may.includes('r')) {
        const restrict = await client.put(`/rest/api/content/${id}/restriction`, [{ operation: 'read', restrictions: { user: [], group: [] } }])
        expect(restrict.status, 'restrict').toBe(sees ? 403 : 404)
      }
    })
  })
})

async function prepare(wiki: TestWiki, ids: Record<string, string>, readers: Record<Reader, HttpClient>): Promise<void> {
  const { admin } = wiki
  const ok = async (reply: Promise<HttpReply>) => {
    const answer = await reply
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.json
  }
  for (const name of ['outsider', 'member', 'named', 'grouped', 'spaceAdmin']) {
    await ok(admin.post('/rest/api/admin/user', { userName: name, fullName: name, email: `${name}@example.org`, password: PASSWORD, notifyViaEmail: false }))
    readers[name as Reader] = wiki.as(name, PASSWORD)
  }
  readers.anonymous = wiki.anonymous
  readers.admin = admin
  for (const group of ['members', 'insiders']) await ok(admin.post('/rest/api/admin/group', { type: 'group', name: group }))
  for (const user of ['member', 'named', 'grouped']) await ok(admin.put(`/rest/api/user/${user}/group/members`))
  await ok(admin.put('/rest/api/user/grouped/group/insiders'))
  await ok(admin.put('/rest/api/permissions/anonymous/grant', [{ targetType: 'application', operationKey: 'use' }]))

  await ok(admin.post('/rest/api/space', { key: 'MTX', name: 'Matrix' }))
  await ok(admin.post('/rest/api/space', { key: 'PRIV', name: 'Private' }))
  const grant = (space: string, subject: string, operations: string[]) => ok(admin.put(`/rest/api/space/${space}/permissions/${subject}/grant`,
    operations.map(text => ({ operationKey: text.split(' ')[0], targetType: text.split(' ')[1] }))))
  const revoke = (space: string, subject: string, operations: string[]) => ok(admin.put(`/rest/api/space/${space}/permissions/${subject}/revoke`,
    operations.map(text => ({ operationKey: text.split(' ')[0], targetType: text.split(' ')[1] }))))
  const everything = ['read space', 'create page', 'create blogpost', 'create comment', 'create attachment', 'delete_own space', 'export space']
  for (const space of ['MTX', 'PRIV']) await revoke(space, 'group/confluence-users', everything)
  await grant('MTX', 'anonymous', ['read space'])
  await grant('MTX', 'group/members', ['read space', 'create page', 'create comment', 'create attachment', 'delete page', 'export space'])
  const key = (await ok(admin.get('/rest/api/user?username=spaceAdmin'))).userKey
  await grant('MTX', `user/${key}`, ['read space', 'create page', 'create comment', 'create attachment', 'delete page', 'export space', 'restrict_content space', 'administer space'])
  const named = (await ok(admin.get('/rest/api/user?username=named'))).userKey
  await grant('PRIV', `user/${named}`, ['read space'])

  const create = async (client: HttpClient, title: string, more: object = {}) => (await ok(client.post('/rest/api/content', {
    type: 'page', title, space: { key: 'MTX' }, body: { storage: { value: `<p>${MARK} ${title}</p>`, representation: 'storage' } }, ...more,
  }))).id as string
  const restrict = (id: string, operation: string, users: string[], groups: string[]) => ok(admin.put(`/rest/api/content/${id}/restriction`, [
    { operation, restrictions: { user: users.map(username => ({ type: 'known', username })), group: groups.map(name => ({ type: 'group', name })) } },
  ]))
  ids['open'] = await create(admin, 'Open')
  ids['restricted'] = await create(admin, 'Restricted')
  ids['inherited'] = await create(admin, 'Inherited', { ancestors: [{ id: ids['restricted'] }] })
  ids['nested'] = await create(admin, 'Nested', { ancestors: [{ id: ids['inherited'] }] })
  await restrict(ids['restricted']!, 'read', ['named'], ['insiders'])
  await restrict(ids['nested']!, 'read', ['named'], [])
  ids['locked'] = await create(admin, 'Locked')
  await restrict(ids['locked']!, 'update', ['named'], [])
  ids['draft'] = await create(readers.member, 'Draft', { status: 'draft' })
  ids['trashed'] = await create(admin, 'Trashed')
  await ok(admin.delete(`/rest/api/content/${ids['trashed']}`))
  ids['elsewhere'] = await create(admin, 'Elsewhere', { space: { key: 'PRIV' } })
}
