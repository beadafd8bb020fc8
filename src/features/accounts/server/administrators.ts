import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { GLOBAL_ADMINISTER } from './permissions/global-permissions.ts'
import type { Account } from './viewer.ts'

/** Advisory lock of PostgreSQL under which the number of accounts and administrators is decided. */
const ADMINISTRATION_LOCK = 817102510

/**
 * Makes changes to administrators follow one another, so that two of them cannot each spare the other's last one.
 * SQLite has one writer and needs nothing.
 */
export async function lockAdministration(tx: WriteTransaction): Promise<void> {
  if (tx.engine === 'postgres') await sql`select pg_advisory_xact_lock(${ADMINISTRATION_LOCK})`.execute(tx.db)
}

/**
 * Called last in a transaction that takes rights or accounts away.
 * @throws HttpError 400 when nobody could administer the wiki afterwards
 */
export async function assertAdministratorRemains(tx: WriteTransaction): Promise<void> {
  if (!(await administratorExists(tx))) {
    throw badRequest(
      'This would leave the wiki without an active administrator. Give another account the permission first.',
    )
  }
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

async function administratorExists({ db }: WriteTransaction): Promise<boolean> {
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
