import { expect } from 'vitest'
import type { HttpClient, HttpReply, TestWiki } from '#platform/server/testing/harness.ts'
import { accountsFeature, createAccount } from '#features/accounts/server/index.ts'
import { refreshGuards } from '#features/content-core/server/write.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { longTasksFeature } from '#features/longtasks/server/index.ts'
import { spacesFeature } from '#features/spaces/server/index.ts'
import { searchFeature } from '../server/index.ts'

/** Features that the tests of the search run on. */
export const FEATURES = [
  accountsFeature,
  longTasksFeature,
  spacesFeature,
  contentCoreFeature,
  contentFeature,
  searchFeature,
]

export const PASSWORD = 'a long password'

/** Creates a content over REST as the administrator. */
export async function createContent(
  wiki: TestWiki,
  space: string,
  title: string,
  storage: string,
  more: object = {},
): Promise<{ id: string; version: { number: number } }> {
  const reply = await wiki.admin.post('/rest/api/content', {
    type: 'page',
    title,
    space: { key: space },
    body: { storage: { value: storage, representation: 'storage' } },
    ...more,
  })
  expect(reply.status, reply.text).toBe(200)
  return reply.json as { id: string; version: { number: number } }
}

export async function createSpace(wiki: TestWiki, key: string, name: string): Promise<void> {
  const reply = await wiki.admin.post('/rest/api/space', { key, name })
  expect(reply.status, reply.text).toBe(200)
}

/** A user of the wiki, and a client that is signed in as them. */
export async function createUser(wiki: TestWiki, username: string, displayName: string) {
  const account = await createAccount(
    wiki.app,
    { username, displayName, email: `${username}@example.org`, password: PASSWORD },
    null,
  )
  return { account, client: wiki.as(username, PASSWORD) }
}

/** Lets only one account see a page and what is below it. */
export async function restrict(wiki: TestWiki, pageId: string, accountId: number): Promise<void> {
  await wiki.app.database.transaction(async tx => {
    await tx.db
      .insertInto('restriction')
      .values({ content_id: Number(pageId), operation: 'read', account_id: accountId, group_id: null })
      .execute()
    await refreshGuards(tx, Number(pageId))
  })
}

/** Inserts a comment or attachment of a page the way their features do: rows and event in one transaction. */
export async function insertContained(
  wiki: TestWiki,
  type: 'comment' | 'attachment',
  containerId: string,
  title: string,
  storage: string,
): Promise<number> {
  return wiki.app.database.transaction(async tx => {
    const container = await tx.db
      .selectFrom('content')
      .selectAll()
      .where('id', '=', Number(containerId))
      .executeTakeFirstOrThrow()
    const at = Date.now()
    const { id } = await tx.db
      .insertInto('content')
      .values({
        type,
        status: 'current',
        space_id: container.space_id,
        parent_id: null,
        container_id: container.id,
        title,
        title_key: title.toLowerCase(),
        position: '',
        version: 1,
        creator_id: container.creator_id,
        created_at: at,
        updater_id: container.creator_id,
        updated_at: at,
        guard_id: container.guard_id,
        posting_day: null,
        trashed_at: null,
        trashed_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('content_version')
      .values({
        content_id: id,
        number: 1,
        author_id: container.creator_id,
        at,
        message: '',
        minor: 0,
        title,
        storage,
      })
      .execute()
    tx.append({ kind: `${type}.created`, actorId: null, spaceId: container.space_id, contentId: id })
    return id
  })
}

export const searchPath = (cql: string, more = '') => `/rest/api/search?cql=${encodeURIComponent(cql)}${more}`
export const contentSearchPath = (cql: string, more = '') =>
  `/rest/api/content/search?cql=${encodeURIComponent(cql)}${more}`

/** Titles of what `/rest/api/content/search` finds, in order. */
export async function titles(client: HttpClient, cql: string, more = '&limit=100'): Promise<string[]> {
  const reply = await client.get(contentSearchPath(cql, more))
  expect(reply.status, reply.text).toBe(200)
  return titlesOf(reply)
}

export const titlesOf = (reply: HttpReply): string[] =>
  reply.json.results.map((result: { title: string }) => result.title)
