import { expect } from 'vitest'
import { outsider, person, type TestPerson } from '#features/spaces/testing/people.ts'
import type { HttpClient, HttpReply, TestWiki } from '#platform/server/testing/harness.ts'
import type { AccessRequest } from '../contract.ts'

export const REQUESTS = '/rest/oxbow/1.0/access-requests'

/** People and pages of a wiki for tests of requests for access. */
export interface Setting {
  /** Wrote the pages, and may restrict them. */
  readonly ada: TestPerson
  /** Reads and writes as all users do. */
  readonly rita: TestPerson
  /** Administers the space, and is named in no restriction. */
  readonly sam: TestPerson
  /** May use the wiki, and sees no space. */
  readonly out: TestPerson
  /** Ids by name. `missing` is none. */
  readonly pages: Readonly<Record<string, string>>
}

async function ok(reply: Promise<HttpReply>): Promise<HttpReply['json']> {
  const { status, text, json } = await reply
  expect(status, text).toBeLessThan(300)
  return json
}

/** Names who may see (`read`) or edit (`update`) a page; no names for everybody. */
export async function restrict(
  client: HttpClient,
  id: string,
  operation: 'read' | 'update',
  users: readonly string[],
): Promise<void> {
  const user = users.map(username => ({ type: 'known', username }))
  await ok(client.put(`/rest/api/content/${id}/restriction`, [{ operation, restrictions: { user, group: [] } }]))
}

/** Gives a user permissions in a space, named `<operation> <target>`. */
export async function permit(wiki: TestWiki, space: string, who: TestPerson, permissions: readonly string[]) {
  const body = permissions.map(text => {
    const [operationKey, targetType] = text.split(' ')
    return { operationKey, targetType }
  })
  await ok(wiki.admin.put(`/rest/api/space/${space}/permissions/user/${who.userKey}/grant`, body))
}

export async function prepare(wiki: TestWiki): Promise<Setting> {
  const { admin } = wiki
  const [ada, rita, sam] = [await person(wiki, 'ada'), await person(wiki, 'rita'), await person(wiki, 'sam')]
  const out = await outsider(wiki, 'out')
  for (const [key, name] of [
    ['DOCS', 'Documentation'],
    ['OLD', 'Archive'],
    ['PRIV', 'Private'],
  ]) {
    await ok(admin.post('/rest/api/space', { key, name }))
    if (key !== 'PRIV') await permit(wiki, key ?? '', ada, ['restrict space'])
    await permit(wiki, key ?? '', sam, ['administer space', 'restrict space'])
  }
  await ok(
    admin.put('/rest/api/space/PRIV/permissions/group/confluence-users/revoke', [
      { operationKey: 'read', targetType: 'space' },
    ]),
  )
  const create = async (title: string, space: string, more: object = {}) =>
    (
      await ok(
        (space === 'PRIV' ? admin : ada.client).post('/rest/api/content', {
          type: 'page',
          title,
          space: { key: space },
          ...more,
        }),
      )
    ).id as string
  const pages: Record<string, string> = { missing: '99999999' }
  pages['open'] = await create('Open', 'DOCS')
  pages['hidden'] = await create('Hidden', 'DOCS')
  pages['below'] = await create('Below', 'DOCS', { ancestors: [{ id: pages['hidden'] }] })
  pages['locked'] = await create('Locked', 'DOCS')
  pages['trashed'] = await create('Trashed', 'DOCS')
  pages['draft'] = await create('Draft', 'DOCS', { status: 'draft' })
  pages['oldHidden'] = await create('Old hidden', 'OLD')
  pages['oldLocked'] = await create('Old locked', 'OLD')
  pages['private'] = await create('Private plans', 'PRIV')
  for (const name of ['hidden', 'trashed', 'oldHidden']) await restrict(ada.client, pages[name] ?? '', 'read', ['ada'])
  for (const name of ['locked', 'oldLocked']) await restrict(ada.client, pages[name] ?? '', 'update', ['ada'])
  await ok(ada.client.delete(`/rest/api/content/${pages['trashed']}`))
  await ok(admin.put('/rest/api/space/OLD/archive'))
  return { ada, rita, sam, out, pages }
}

export async function settled(wiki: TestWiki): Promise<void> {
  await wiki.app.events.settled()
  await wiki.app.jobs.idle()
  // Entries that jobs appended.
  await wiki.app.events.settled()
  await wiki.app.jobs.idle()
}

/** Open requests, as `user access page`, and those that were declined with a mark. */
export async function stored({ app }: TestWiki): Promise<string[]> {
  const rows = await app.database.read
    .selectFrom('access_request')
    .innerJoin('account', 'account.id', 'access_request.account_id')
    .innerJoin('content', 'content.id', 'access_request.content_id')
    .select(['account.username', 'content.title', 'access_request.access', 'access_request.declined_at'])
    .orderBy('access_request.id')
    .execute()
  return rows.map(
    ({ username, access, title, declined_at }) =>
      `${username} ${access} ${title}${declined_at === null ? '' : ' (declined)'}`,
  )
}

/** Entries of a user's bell, newest first, as `kind: title`. */
export async function bell(wiki: TestWiki, { client }: TestPerson): Promise<string[]> {
  await settled(wiki)
  const { json } = await client.get('/rest/oxbow/1.0/notifications')
  return (json.results as { kind: string; title: string }[]).map(({ kind, title }) => `${kind}: ${title}`)
}

/** Open requests for a page that a user may answer. */
export async function listed({ client }: { client: HttpClient }, id: string | undefined): Promise<AccessRequest[]> {
  const reply = await client.get(`/rest/oxbow/1.0/content/${id}/access-requests`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json.results as AccessRequest[]
}
