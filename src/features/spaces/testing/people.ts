import {
  addToGroup,
  createAccount,
  createGroup,
  findGroup,
  GLOBAL_CREATE_SPACE,
  GLOBAL_USE,
  grant,
  GROUP_USERS,
  removeFromGroup,
  revoke,
} from '#features/accounts/server/index.ts'
import type { HttpClient, TestWiki } from '#platform/server/testing/harness.ts'

/** Of all users who are made here. */
export const PASSWORD = 'correct horse battery'

/** A user of a test wiki with their client. */
export interface TestPerson {
  id: number
  userKey: string
  client: HttpClient
}

/** Makes a user who is in the given groups besides `confluence-users`; groups come into being as needed. */
export async function person(wiki: TestWiki, username: string, groups: readonly string[] = []): Promise<TestPerson> {
  const account = await createAccount(
    wiki.app,
    { username, displayName: `${username} Doe`, email: `${username}@example.org`, password: PASSWORD },
    null,
  )
  for (const name of groups) {
    const group = (await findGroup(wiki.app, name)) ?? (await createGroup(wiki.app, { name }, null))
    await addToGroup(wiki.app, account, group, null)
  }
  return { id: account.id, userKey: account.user_key, client: wiki.as(username, PASSWORD) }
}

/** A user who may sign in but is in no group that new spaces let in. */
export async function outsider(wiki: TestWiki, username: string): Promise<TestPerson> {
  const made = await person(wiki, username, ['guests'])
  const guests = await findGroup(wiki.app, 'guests')
  const users = await findGroup(wiki.app, GROUP_USERS)
  if (!guests || !users) throw new Error('the groups of a new wiki are missing')
  await removeFromGroup(wiki.app, made, users, null)
  await grant(wiki.app, { accountId: made.id }, [GLOBAL_USE], null)
  return made
}

/** Lets anonymous visitors use the wiki, which is off by default. */
export async function openToAnonymous(wiki: TestWiki): Promise<void> {
  await grant(wiki.app, 'anonymous', [GLOBAL_USE], null)
}

/** Leaves the permission to create spaces to one user (and to administrators). */
export async function onlyTheyCreateSpaces(wiki: TestWiki, who: TestPerson): Promise<void> {
  const users = await findGroup(wiki.app, GROUP_USERS)
  if (!users) throw new Error('the group of all users is missing')
  await revoke(wiki.app, { groupId: users.id }, [GLOBAL_CREATE_SPACE], null)
  await grant(wiki.app, { accountId: who.id }, [GLOBAL_CREATE_SPACE], null)
}

/** Entries of the event log about spaces, oldest first. */
export async function spaceEvents(
  wiki: TestWiki,
  spaceId?: number,
): Promise<{ kind: string; data: Record<string, unknown> }[]> {
  let query = wiki.app.database.read
    .selectFrom('event')
    .select(['kind', 'data'])
    .where('kind', 'like', 'space.%')
    .orderBy('id')
  if (spaceId !== undefined) query = query.where('space_id', '=', spaceId)
  const rows = await query.execute()
  return rows.map(row => ({ kind: row.kind, data: JSON.parse(row.data) as Record<string, unknown> }))
}
