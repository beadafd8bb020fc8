import { expressionBuilder, sql, type Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Queries, Tables, WriteTransaction } from '#platform/server/database/index.ts'
import type { PermissionTable } from '../tables.ts'
import type { Account } from '../viewer.ts'
import { GLOBAL_ADMINISTER } from './global-permissions.ts'

type Row = Selectable<PermissionTable>
/** The holder of a grant: an account, a group, or with neither everybody. */
export type Holder = Pick<Row, 'account_id' | 'group_id'>

/** Advisory lock of PostgreSQL under which the number of accounts and administrators is decided. */
const ADMINISTRATION_LOCK = 817102510

/**
 * Makes changes to administrators follow one another, so that two of them cannot each spare the other's last one.
 * SQLite has one writer and needs nothing.
 */
export async function lockAdministration(tx: WriteTransaction): Promise<void> {
  if (tx.engine === 'postgres') await sql`select pg_advisory_xact_lock(${ADMINISTRATION_LOCK})`.execute(tx.db)
}

/** Grants read at once. A wiki grants to groups; even one that grants to thousands of users stays below. */
const MAX_GRANTS = 10_000

/** All grants, or those of one holder, in the order in which they were made. */
export async function globalGrants(db: Queries, holder?: Holder): Promise<Row[]> {
  let query = db.selectFrom('global_permission').selectAll()
  if (holder) query = query.where(of('account_id', holder)).where(of('group_id', holder))
  return query.orderBy('id').limit(MAX_GRANTS).execute()
}

/** Site-wide permissions of visitors who have not signed in. */
export async function anonymousPermissions({ database }: App): Promise<ReadonlySet<string>> {
  const rows = await database.read
    .selectFrom('global_permission')
    .select('permission')
    .where('account_id', 'is', null)
    .where('group_id', 'is', null)
    .execute()
  return new Set(rows.map(row => row.permission))
}

/** Site-wide permissions of an account: its own, those of its groups and everybody's. */
export async function permissionsHeldBy(
  { database: { read, dialect } }: App,
  accountId: number,
  groupIds: readonly number[],
): Promise<ReadonlySet<string>> {
  const rows = await read
    .selectFrom('global_permission')
    .select('permission')
    .where(eb =>
      eb.or([
        eb('account_id', '=', accountId),
        eb.and([eb('account_id', 'is', null), eb('group_id', 'is', null)]),
        ...(groupIds.length > 0 ? [eb('group_id', 'in', dialect.inIntegers(groupIds))] : []),
      ]),
    )
    .execute()
  return new Set(rows.map(row => row.permission))
}

/** Grants permissions that the holder has not got yet. */
export async function insertGlobalGrants(
  tx: WriteTransaction,
  holder: Holder,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return
  await tx.db
    .insertInto('global_permission')
    .values(permissions.map(permission => ({ ...holder, permission })))
    .execute()
}

/** Takes permissions away. */
export async function deleteGlobalGrants(
  tx: WriteTransaction,
  holder: Holder,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return
  await tx.db
    .deleteFrom('global_permission')
    .where(of('account_id', holder))
    .where(of('group_id', holder))
    .where('permission', 'in', permissions)
    .execute()
}

function of(column: keyof Holder, { [column]: id }: Holder) {
  const eb = expressionBuilder<Tables, 'global_permission'>()
  return id === null ? eb(column, 'is', null) : eb(column, '=', id)
}

/** Active accounts that may administer the wiki, by name, and one more than `limit` when there are more. */
export async function listAdministrators(
  { database }: App,
  { start, limit }: { start: number; limit: number },
): Promise<Account[]> {
  const { read } = database
  const direct = read
    .selectFrom('global_permission')
    .select('account_id')
    .where('permission', '=', GLOBAL_ADMINISTER)
    .where('account_id', 'is not', null)
  const byGroup = read
    .selectFrom('global_permission')
    .innerJoin('membership', 'membership.group_id', 'global_permission.group_id')
    .select('membership.account_id')
    .where('permission', '=', GLOBAL_ADMINISTER)
  return read
    .selectFrom('account')
    .selectAll()
    .where('active', '=', 1)
    .where(({ or, eb }) => or([eb('id', 'in', direct), eb('id', 'in', byGroup)]))
    .orderBy('username_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Whether anybody who can sign in may administer the wiki, directly or through a group. */
export async function administratorExists({ db }: WriteTransaction): Promise<boolean> {
  const direct = await db
    .selectFrom('global_permission')
    .innerJoin('account', 'account.id', 'global_permission.account_id')
    .select('account.id')
    .where('permission', '=', GLOBAL_ADMINISTER)
    .where('account.active', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (direct) return true
  const byGroup = await db
    .selectFrom('global_permission')
    .innerJoin('membership', 'membership.group_id', 'global_permission.group_id')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select('account.id')
    .where('permission', '=', GLOBAL_ADMINISTER)
    .where('account.active', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return byGroup !== undefined
}
