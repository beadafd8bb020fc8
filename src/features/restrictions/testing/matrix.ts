import { expect } from 'vitest'
import type { HttpClient, HttpReply, TestWiki } from '#platform/server/testing/harness.ts'

/**
 * Readers × operations × pages, as one table. Each line: what the page is, and for each reader what every way of
 * reaching it must answer. The columns are letters for the reader's rights: v(iew), e(dit), r(estrict), d(elete),
 * x(export).
 */
export const READERS = ['anonymous', 'outsider', 'member', 'named', 'grouped', 'spaceAdmin', 'admin'] as const
export type Reader = (typeof READERS)[number]

export const MATRIX: Record<string, Record<Reader, string>> = {
  //                   anonymous        outsider       member         named          grouped        spaceAdmin
  //                   admin
  open: {
    anonymous: 'v',
    outsider: 'v',
    member: 'vedx',
    named: 'vedx',
    grouped: 'vedx',
    spaceAdmin: 'verdx',
    admin: 'verdx',
  },
  // Restricted to the user "named" and the group of "grouped"; space administrators have no way around a restriction.
  restricted: {
    anonymous: '',
    outsider: '',
    member: '',
    named: 'vedx',
    grouped: 'vedx',
    spaceAdmin: '',
    admin: 'verdx',
  },
  // Below the restricted page, without an own restriction.
  inherited: {
    anonymous: '',
    outsider: '',
    member: '',
    named: 'vedx',
    grouped: 'vedx',
    spaceAdmin: '',
    admin: 'verdx',
  },
  // Below the restricted page, and restricted to "named" alone: both restrictions must let the reader in.
  nested: { anonymous: '', outsider: '', member: '', named: 'vedx', grouped: '', spaceAdmin: '', admin: 'verdx' },
  // Everybody sees it, only "named" edits it.
  locked: {
    anonymous: 'v',
    outsider: 'v',
    member: 'vx',
    named: 'vedx',
    grouped: 'vx',
    spaceAdmin: 'vx',
    admin: 'verdx',
  },
  // A draft belongs to who began it (the member).
  draft: { anonymous: '', outsider: '', member: 'vedx', named: '', grouped: '', spaceAdmin: '', admin: 'verdx' },
  // In the trash only space administrators find it, and only when they ask for it.
  trashed: { anonymous: '', outsider: '', member: '', named: '', grouped: '', spaceAdmin: 't', admin: 't' },
  // In a space that only "named" may read.
  elsewhere: { anonymous: '', outsider: '', member: '', named: 'v', grouped: '', spaceAdmin: '', admin: 'verdx' },
}

const PASSWORD = 'a long enough password'
export const MARK = 'zebrafinch'

/** Text that only readers of a page of this kind may see. */
export function secretOf(kind: string): string {
  return `only-on-the-${kind}-page`
}

/**
 * Makes the readers, and a page of each kind.
 * @param furnish adds to a page what belongs to it, before it is thrown away where it is to be
 */
export async function prepare(
  wiki: TestWiki,
  ids: Record<string, string>,
  readers: Record<Reader, HttpClient>,
  furnish?: (id: string, creator: HttpClient) => Promise<void>,
): Promise<void> {
  const { admin } = wiki
  const ok = async (reply: Promise<HttpReply>) => {
    const answer = await reply
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.json
  }
  for (const name of ['outsider', 'member', 'named', 'grouped', 'spaceAdmin']) {
    readers[name as Reader] = await wiki.addUser(name, { fullName: name, password: PASSWORD })
  }
  readers.anonymous = wiki.anonymous
  readers.admin = admin
  for (const group of ['members', 'insiders'])
    await ok(admin.post('/rest/api/admin/group', { type: 'group', name: group }))
  for (const user of ['member', 'named', 'grouped']) await ok(admin.put(`/rest/api/user/${user}/group/members`))
  await ok(admin.put('/rest/api/user/grouped/group/insiders'))
  await ok(admin.put('/rest/api/permissions/anonymous/grant', [{ targetType: 'application', operationKey: 'use' }]))

  await ok(admin.post('/rest/api/space', { key: 'MTX', name: 'Matrix' }))
  await ok(admin.post('/rest/api/space', { key: 'PRIV', name: 'Private' }))
  const grant = (space: string, subject: string, operations: string[]) =>
    ok(
      admin.put(
        `/rest/api/space/${space}/permissions/${subject}/grant`,
        operations.map(text => ({ operationKey: text.split(' ')[0], targetType: text.split(' ')[1] })),
      ),
    )
  const revoke = (space: string, subject: string, operations: string[]) =>
    ok(
      admin.put(
        `/rest/api/space/${space}/permissions/${subject}/revoke`,
        operations.map(text => ({ operationKey: text.split(' ')[0], targetType: text.split(' ')[1] })),
      ),
    )
  const everything = [
    'read space',
    'create page',
    'create blogpost',
    'create comment',
    'create attachment',
    'delete_own space',
    'export space',
  ]
  for (const space of ['MTX', 'PRIV']) await revoke(space, 'group/confluence-users', everything)
  await grant('MTX', 'anonymous', ['read space'])
  await grant('MTX', 'group/members', [
    'read space',
    'create page',
    'create comment',
    'create attachment',
    'delete page',
    'export space',
  ])
  const key = (await ok(admin.get('/rest/api/user?username=spaceAdmin'))).userKey
  await grant('MTX', `user/${key}`, [
    'read space',
    'create page',
    'create comment',
    'create attachment',
    'delete page',
    'export space',
    'restrict_content space',
    'administer space',
  ])
  const named = (await ok(admin.get('/rest/api/user?username=named'))).userKey
  await grant('PRIV', `user/${named}`, ['read space'])

  const create = async (client: HttpClient, title: string, more: object = {}) => {
    const text = `<p>${MARK} ${title}</p><ac:structured-macro ac:name="excerpt"><ac:rich-text-body><p>${secretOf(title.toLowerCase())}</p></ac:rich-text-body></ac:structured-macro>`
    const page = await ok(
      client.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'MTX' },
        body: { storage: { value: text, representation: 'storage' } },
        ...more,
      }),
    )
    await furnish?.(page.id as string, client)
    return page.id as string
  }
  const restrict = (id: string, operation: string, users: string[], groups: string[]) =>
    ok(
      admin.put(`/rest/api/content/${id}/restriction`, [
        {
          operation,
          restrictions: {
            user: users.map(username => ({ type: 'known', username })),
            group: groups.map(name => ({ type: 'group', name })),
          },
        },
      ]),
    )
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
