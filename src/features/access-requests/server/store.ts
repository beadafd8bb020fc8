import { sql, type Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import { prepared, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import { GLOBAL_ADMINISTER, type Account } from '#features/accounts/server/index.ts'
import type { Access } from '../shared.ts'
import type { AccessRequestTable } from './tables.ts'

export type RequestRow = Selectable<AccessRequestTable>

/**
 * Stores a request unless there is one, open or declined lately.
 * @param declinedBefore one that was declined before this time (epoch milliseconds) is opened again
 * @returns whether it is new
 */
export async function insertRequest(
  { db }: WriteTransaction,
  request: { accountId: number; contentId: number; access: Access },
  declinedBefore: number,
): Promise<boolean> {
  const { accountId, contentId, access } = request
  const written = await db
    .insertInto('access_request')
    .values({ account_id: accountId, content_id: contentId, access, at: Date.now(), declined_at: null })
    .onConflict(conflict =>
      conflict
        .columns(['account_id', 'content_id', 'access'])
        .doUpdateSet(eb => ({ at: eb.ref('excluded.at'), declined_at: null }))
        .where('access_request.declined_at', '<', declinedBefore),
    )
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** An open request. */
export async function openRequest(db: Queries, id: number): Promise<RequestRow | undefined> {
  return db
    .selectFrom('access_request')
    .selectAll()
    .where('id', '=', id)
    .where('declined_at', 'is', null)
    .executeTakeFirst()
}

/** Open requests for a page, oldest first. */
export async function openRequestsFor(db: Queries, contentId: number, limit: number): Promise<RequestRow[]> {
  return db
    .selectFrom('access_request')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('declined_at', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute()
}

/** Whether an account has asked for a page, and has not been answered as far as it knows. */
export async function hasAsked(
  db: Queries,
  request: { accountId: number; contentId: number; access: Access },
): Promise<boolean> {
  return (await requestOf(db, request)).length > 0
}

const requestOf = prepared(
  (db, { accountId, contentId, access }: { accountId: number; contentId: number; access: Access }) =>
    db
      .selectFrom('access_request')
      .select('id')
      .where('account_id', '=', accountId)
      .where('content_id', '=', contentId)
      .where('access', '=', access),
)

/** Ends a request that is open. @returns whether it was */
export async function deleteRequest({ db }: WriteTransaction, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('access_request')
    .where('id', '=', id)
    .where('declined_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Marks an open request as declined. @returns whether it was open */
export async function declineRequest({ db }: WriteTransaction, id: number): Promise<boolean> {
  const declined = await db
    .updateTable('access_request')
    .set({ declined_at: Date.now() })
    .where('id', '=', id)
    .where('declined_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return declined !== undefined
}

/**
 * Deletes requests that were not answered since a time, and those that were declined before another; epoch
 * milliseconds.
 */
export async function deleteOldRequests(
  { database }: App,
  { askedBefore, declinedBefore }: { askedBefore: number; declinedBefore: number },
): Promise<void> {
  await database.transaction(async ({ db }) => {
    await db.deleteFrom('access_request').where('at', '<', askedBefore).execute()
    await db.deleteFrom('access_request').where('declined_at', '<', declinedBefore).execute()
  })
}

/** Whether any request is open. */
export async function hasOpenRequests(db: Queries): Promise<boolean> {
  const row = await db
    .selectFrom('access_request')
    .select('id')
    .where('declined_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Open requests of an account, or for what is in a space: after an id, by id. */
export async function openRequestsOf(
  db: Queries,
  of: { accountId: number } | { spaceId: number },
  { after, limit }: { after: number; limit: number },
): Promise<RequestRow[]> {
  let query = db
    .selectFrom('access_request')
    .selectAll('access_request')
    .where('access_request.id', '>', after)
    .where('access_request.declined_at', 'is', null)
  query =
    'accountId' in of
      ? query.where('access_request.account_id', '=', of.accountId)
      : query.innerJoin('content', 'content.id', 'access_request.content_id').where('content.space_id', '=', of.spaceId)
  return query.orderBy('access_request.id').limit(limit).execute()
}

/** Permissions of accounts and groups in a space, as far as they decide what may be asked for. */
export async function grantsOfSpace(db: Queries, spaceId: number) {
  return db
    .selectFrom('space_permission')
    .select(['account_id', 'group_id', 'permission'])
    .where('space_id', '=', spaceId)
    .where('permission', 'in', ['read:space', 'create:page', 'create:blogpost'])
    .execute()
}

/** Active accounts that administer a space: those named themselves before members of groups. */
export async function spaceAdministrators({ database }: App, spaceId: number, limit: number): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select account.* from account join (
      select account_id, 0 as place from space_permission
        where space_id = ${spaceId} and permission = 'administer:space' and account_id is not null
      union all select membership.account_id, 1 from space_permission
      join membership on membership.group_id = space_permission.group_id
        where space_permission.space_id = ${spaceId} and space_permission.permission = 'administer:space') as held
      on held.account_id = account.id
    where account.active = 1 order by held.place, account.id limit ${limit}`.execute(database.read)
  return unique(rows)
}

/** Active administrators of the wiki. */
export async function wikiAdministrators({ database }: App, limit: number): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select account.* from account join (
      select account_id from global_permission where permission = ${GLOBAL_ADMINISTER} and account_id is not null
      union select membership.account_id from global_permission
      join membership on membership.group_id = global_permission.group_id
        where global_permission.permission = ${GLOBAL_ADMINISTER}) as held on held.account_id = account.id
    where account.active = 1 order by account.id limit ${limit}`.execute(database.read)
  return unique(rows)
}

function unique(accounts: readonly Account[]): Account[] {
  return [...new Map(accounts.map(account => [account.id, account])).values()]
}
