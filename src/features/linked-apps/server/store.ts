import { randomUUID } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { notFound } from '#platform/server/http/errors.ts'
import type { LinkedApplicationInput } from '../contract.ts'
import type { ApplicationType } from '../shared.ts'
import { isCloud } from './oauth.ts'
import type { ApprovalTable, LinkedApplicationTable } from './tables.ts'

export type LinkedApplicationRow = Selectable<LinkedApplicationTable>
export type ApprovalRow = Selectable<ApprovalTable>

export interface NewApplication extends LinkedApplicationInput {
  /** By which the application calls itself; one is made up where it is absent. */
  id?: string | undefined
  typeId: ApplicationType
}

/** Applications by name: one more than `limit`, where there are, each with the number of its approvals. */
export function findApplications(db: Queries, { start, limit }: { start: number; limit: number }) {
  return db
    .selectFrom('linked_application')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('linked_application_approval')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .whereRef('application_id', '=', 'linked_application.id')
        .as('approvals'),
    )
    .orderBy('name')
    .orderBy('id')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** All applications, by type and name. */
export function allApplications(db: Queries): Promise<LinkedApplicationRow[]> {
  return db.selectFrom('linked_application').selectAll().orderBy('type_id').orderBy('name').orderBy('id').execute()
}

/** Those of a type that are asked with the rights of users, the primary one first, then by name. */
export function applicationsOfType(
  db: Queries,
  typeId: LinkedApplicationRow['type_id'],
): Promise<LinkedApplicationRow[]> {
  return db
    .selectFrom('linked_application')
    .selectAll()
    .where('type_id', '=', typeId)
    .where('client_secret', '<>', '')
    .orderBy('is_primary', 'desc')
    .orderBy('name')
    .execute()
}

export function applicationById(db: Queries, id: string): Promise<LinkedApplicationRow | undefined> {
  return db.selectFrom('linked_application').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @throws HttpError 404 */
export async function requireApplication(db: Queries, id: string): Promise<LinkedApplicationRow> {
  const row = await applicationById(db, id)
  if (!row) throw notFound('This application is not linked any more')
  return row
}

export function insertApplication(
  { db }: WriteTransaction,
  { id = randomUUID(), typeId, ...input }: NewApplication,
): Promise<LinkedApplicationRow> {
  const now = Date.now()
  return db
    .insertInto('linked_application')
    .values({
      id,
      type_id: typeId,
      ...columnsOf(input),
      client_secret: input.clientSecret ?? '',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes all of an application; its secret where one is given. */
export function replaceApplication(
  { db }: WriteTransaction,
  id: string,
  input: LinkedApplicationInput,
): Promise<LinkedApplicationRow> {
  const { clientSecret } = input
  return db
    .updateTable('linked_application')
    .set({
      ...columnsOf(input),
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      updated_at: Date.now(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function columnsOf({ name, rpcUrl, displayUrl = rpcUrl, clientId, isPrimary }: LinkedApplicationInput) {
  return {
    name,
    rpc_url: rpcUrl,
    display_url: displayUrl,
    is_primary: isPrimary ? 1 : 0,
    deployment: isCloud(rpcUrl) ? ('cloud' as const) : ('data-center' as const),
    client_id: clientId,
  }
}

/** Gives an application another address. The secret was meant for the one of before and goes. */
export async function moveApplication(
  { db }: WriteTransaction,
  id: string,
  { rpcUrl, displayUrl }: { rpcUrl: string; displayUrl: string },
): Promise<void> {
  await db
    .updateTable('linked_application')
    .set({
      rpc_url: rpcUrl,
      display_url: displayUrl,
      deployment: isCloud(rpcUrl) ? 'cloud' : 'data-center',
      client_secret: '',
      updated_at: Date.now(),
    })
    .where('id', '=', id)
    .execute()
}

export async function renameApplication(
  { db }: WriteTransaction,
  id: string,
  { name, displayUrl }: { name: string; displayUrl: string },
): Promise<void> {
  await db
    .updateTable('linked_application')
    .set({ name, display_url: displayUrl, updated_at: Date.now() })
    .where('id', '=', id)
    .execute()
}

/** Leaves one primary application of a type: the given one, else the oldest where there is none. */
export async function settlePrimary(
  { db }: WriteTransaction,
  typeId: ApplicationType,
  primaryId?: string,
): Promise<void> {
  const rows = await db
    .selectFrom('linked_application')
    .select(['id', 'is_primary'])
    .where('type_id', '=', typeId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const primary = primaryId ?? (rows.find(row => row.is_primary === 1) ?? rows[0])?.id
  for (const row of rows) {
    const isPrimary = row.id === primary ? 1 : 0
    if (row.is_primary === isPrimary) continue
    await db.updateTable('linked_application').set({ is_primary: isPrimary }).where('id', '=', row.id).execute()
  }
}

export async function removeApplication({ db }: WriteTransaction, id: string): Promise<void> {
  await db.deleteFrom('linked_application').where('id', '=', id).execute()
}

/** Types of which there are applications that are asked with the rights of users. */
export async function linkedTypesOf(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('linked_application')
    .select('type_id')
    .distinct()
    .where('client_secret', '<>', '')
    .orderBy('type_id')
    .execute()
  return rows.map(row => row.type_id)
}

export async function countApplications(db: Queries): Promise<number> {
  const { number } = await db
    .selectFrom('linked_application')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** How many users have approved. */
export async function countApprovals(db: Queries, applicationId: string): Promise<number> {
  const { number } = await db
    .selectFrom('linked_application_approval')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** A user's approvals, by the id of the application. */
export async function approvalsOf(db: Queries, accountId: number): Promise<ReadonlyMap<string, ApprovalRow>> {
  const rows = await db
    .selectFrom('linked_application_approval')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map(row => [row.application_id, row]))
}

export function approvalOf(db: Queries, applicationId: string, accountId: number): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('linked_application_approval')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
}

export async function storeApproval({ db }: WriteTransaction, row: Insertable<ApprovalTable>): Promise<void> {
  const { application_id: _application, account_id: _account, ...changes } = row
  await db
    .insertInto('linked_application_approval')
    .values(row)
    .onConflict(conflict => conflict.columns(['account_id', 'application_id']).doUpdateSet(changes))
    .execute()
}

/** Ends an approval, where it still has this refresh token when one is given. */
export async function removeApproval(
  { db }: WriteTransaction,
  approval: Pick<ApprovalRow, 'application_id' | 'account_id'>,
  refreshToken?: string,
): Promise<void> {
  let statement = db
    .deleteFrom('linked_application_approval')
    .where('account_id', '=', approval.account_id)
    .where('application_id', '=', approval.application_id)
  if (refreshToken !== undefined) statement = statement.where('refresh_token', '=', refreshToken)
  await statement.execute()
}

export async function removeApprovalsOf({ db }: WriteTransaction, applicationId: string): Promise<void> {
  await db.deleteFrom('linked_application_approval').where('application_id', '=', applicationId).execute()
}
