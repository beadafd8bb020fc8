import type { HttpClient, HttpReply, TestWiki } from '#platform/server/testing/harness.ts'
import { maxAttachmentSize } from '#features/attachments/server/index.ts'
import { gliffy } from './wiki.ts'

/** Roles and rights: all but `anonymous` read everything that is not restricted, `elsewhere` edits another space. */
export const WHO = ['anonymous', 'reader', 'editor', 'elsewhere', 'admin'] as const
export type Who = (typeof WHO)[number]
export type Clients = Record<Who, HttpClient>

/** The space of `editor`, that of `elsewhere`, and one of `editor` that {@link archive} closes. */
const SPACES = { MINE: 'editor', THEIRS: 'elsewhere', SHUT: 'editor' } as const
export type SpaceKey = keyof typeof SPACES

/** An answer. @throws Error when the call was refused */
export async function done(answer: Promise<HttpReply>): Promise<HttpReply> {
  const reply = await answer
  if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text}`)
  return reply
}

export async function makeSpace(wiki: TestWiki, key: string): Promise<void> {
  await done(wiki.admin.post('/rest/api/space', { key, name: `Space ${key}` }))
}

export async function makePage(wiki: TestWiki, space: string, title: string, value = '<p>text</p>'): Promise<string> {
  const body = { storage: { value, representation: 'storage' } }
  const page = { type: 'page', title, space: { key: space }, body }
  return (await done(wiki.admin.post('/rest/api/content', page))).json.id as string
}

/** The people and spaces of a test of access. */
export async function makePeople(wiki: TestWiki): Promise<Clients> {
  const clients: Clients = {
    anonymous: wiki.anonymous,
    admin: wiki.admin,
    reader: await wiki.addUser('rita'),
    editor: await wiki.addUser('ada'),
    elsewhere: await wiki.addUser('bob'),
  }
  const editing = ['create page', 'create attachment', 'delete attachment']
    .map(permission => permission.split(' '))
    .map(([operationKey, targetType]) => ({ operationKey, targetType }))
  for (const [key, who] of Object.entries(SPACES)) {
    await makeSpace(wiki, key)
    const { userKey } = (await clients[who].get('/rest/api/user/current')).json as { userKey: string }
    for (const change of ['group/confluence-users/revoke', `user/${userKey}/grant`])
      await done(wiki.admin.put(`/rest/api/space/${key}/permissions/${change}`, editing))
  }
  return clients
}

/** Leaves a page to administrators, to read or to update it. */
export async function restrict(wiki: TestWiki, page: string, operation: 'read' | 'update'): Promise<void> {
  const restrictions = { user: [{ type: 'known', username: 'admin' }] }
  await done(wiki.admin.put(`/rest/api/content/${page}/restriction`, [{ operation, restrictions }]))
}

/** Archives the space that is there for it, or brings it back. */
export async function archive(wiki: TestWiki, isArchived: boolean): Promise<void> {
  await done(wiki.admin.put(`/rest/api/space/SHUT/${isArchived ? 'archive' : 'restore'}`))
}

/** Limits the size of files, so that none can be attached, while `work` runs. */
export async function whileFull<T>({ app }: TestWiki, work: () => Promise<T>): Promise<T> {
  const most = app.settings.get(maxAttachmentSize)
  const limit = (bytes: number) => app.database.transaction(tx => app.settings.set(tx, maxAttachmentSize, bytes, null))
  await limit(1)
  try {
    return await work()
  } finally {
    await limit(most)
  }
}

const TABLES = [
  'content',
  'content_version',
  'content_link',
  'attachment',
  'attachment_version',
  'diagram_use',
  'diagram_embed_link',
] as const

/** All rows that calls on diagrams write, to see that one wrote none. */
export async function traces({ app }: TestWiki): Promise<Record<string, string[]>> {
  await app.jobs.idle()
  const { read } = app.database
  const rows = await Promise.all(
    TABLES.map(async table => [
      table,
      (
        await read
          .selectFrom(table as 'content')
          .selectAll()
          .execute()
      )
        .map(row => JSON.stringify(row))
        .toSorted(),
    ]),
  )
  // Signing in appends events too, which are about no content.
  const told = await read.selectFrom('event').selectAll().where('content_id', 'is not', null).execute()
  return { ...Object.fromEntries(rows), event: told.map(row => JSON.stringify(row)) }
}

/** A text that shows a diagram of another page. */
export const showing = (pageId: string, name: string) => gliffy({ name, pageid: pageId })

/** The parameters of each diagram's macro in a page's stored text. */
export async function macrosOf(wiki: TestWiki, page: string): Promise<Record<string, string>[]> {
  const { json } = await wiki.admin.get(`/rest/api/content/${page}?expand=body.storage`)
  const macros = (json.body.storage.value as string).matchAll(
    /<ac:structured-macro ac:name="gliffy".*?<\/ac:structured-macro>/g,
  )
  return [...macros].map(([macro]) =>
    Object.fromEntries(
      [...macro.matchAll(/ac:name="(\w+)">([^<]*)<\/ac:parameter>/g)].map(([, key, value]) => [key, value]),
    ),
  )
}

/** The entries of {@link filesOf} for a diagram with its pictures. */
export const threeFiles = (name: string, version: number) => ({
  [name]: version,
  [`${name}.png`]: version,
  [`${name}.svg`]: version,
})

/** Names and numbers of versions of a page's files, once the pictures that are to come are attached. */
export async function filesOf({ app }: TestWiki, page: string): Promise<Record<string, number>> {
  await app.jobs.idle()
  const rows = await app.database.read
    .selectFrom('content')
    .select(['title', 'version'])
    .where('container_id', '=', Number(page))
    .where('type', '=', 'attachment')
    .where('status', '=', 'current')
    .execute()
  return Object.fromEntries(rows.map(({ title, version }) => [title, version]))
}
