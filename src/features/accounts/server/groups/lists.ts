import type { App } from '#platform/server/app.ts'
import type { GroupEntry } from '../../contract.ts'
import { nameKey } from '../names.ts'
import type { Window } from '../users/lists.ts'
import type { Group } from './groups.ts'

/** A group as the REST interface shows one. */
export interface GroupView {
  type: 'group'
  name: string
  _links: { self: string }
  _expandable: Record<string, never>
}

/** A group as answers carry it. */
export function groupView(app: Pick<App, 'baseUrl'>, group: Pick<Group, 'name'>): GroupView {
  return {
    type: 'group',
    name: group.name,
    _links: { self: `${app.baseUrl}/rest/api/group/${encodeURIComponent(group.name)}` },
    _expandable: {},
  }
}

/** Groups by name; one more than `limit` when there are more. */
export function listGroups(app: App, { start, limit }: Window): Promise<Group[]> {
  return app.database.read
    .selectFrom('account_group')
    .selectAll()
    .orderBy('name_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** The groups of an account by name; one more than `limit` when there are more. */
export function listGroupsOf(app: App, accountId: number, { start, limit }: Window): Promise<Group[]> {
  return app.database.read
    .selectFrom('membership')
    .innerJoin('account_group', 'account_group.id', 'membership.group_id')
    .selectAll('account_group')
    .where('membership.account_id', '=', accountId)
    .orderBy('account_group.name_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Groups by id in one query, for lists. Ids without a group are absent. */
export async function groupsById(app: App, ids: readonly number[]): Promise<Map<number, Group>> {
  if (ids.length === 0) return new Map()
  const rows = await app.database.read
    .selectFrom('account_group')
    .selectAll()
    .where('id', 'in', app.database.dialect.inIntegers([...new Set(ids)]))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * Groups whose name begins with a text, by name, with their members counted; one more than `limit` when there are more.
 * Deleted accounts are in no group; disabled ones count.
 */
export async function searchGroups(
  app: App,
  { query, start, limit }: Window & { query: string },
): Promise<GroupEntry[]> {
  const key = nameKey(query)
  const rows = await app.database.read
    .selectFrom('account_group')
    .select(['name', 'description'])
    .select(eb =>
      eb
        .selectFrom('membership')
        .whereRef('membership.group_id', '=', 'account_group.id')
        .select(eb => eb.fn.countAll<number>().as('members'))
        .as('members'),
    )
    .$if(key !== '', rows => rows.where('name_key', '>=', key).where('name_key', '<', `${key}\u{10FFFF}`))
    .orderBy('name_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
  return rows.map(row => ({ ...row, members: Number(row.members) }))
}
