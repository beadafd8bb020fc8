import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, conflict } from '#platform/server/http/errors.ts'
import { setting } from '#platform/server/settings.ts'
import type { LinkedApplicationInput } from '../contract.ts'
import type { ApprovedAccess } from '../shared.ts'
import { exchangeCode, siteIdOf } from './exchange.ts'
import {
  applicationById,
  countApplications,
  insertApplication,
  linkedTypesOf,
  type LinkedApplicationRow,
  moveApplication,
  type NewApplication,
  removeApplication,
  removeApprovalsOf,
  renameApplication,
  replaceApplication,
  requireApplication,
  settlePrimary,
  storeApproval,
} from './store.ts'

const MAX_APPLICATIONS = 20

/** Types of which an application is linked. In memory, so that a page without any costs no query. */
const linkedTypes = setting('linked-applications.types', z.array(z.string()), [])

/** Whether an application of a type is linked. Asks no database. */
export function isLinked({ settings }: Pick<App, 'settings'>, typeId: LinkedApplicationRow['type_id']): boolean {
  return settings.get(linkedTypes).includes(typeId)
}

/** @throws HttpError 400 when as many as can be are linked, 409 when an application of this id is */
export function linkApplication(ctx: Context, input: NewApplication): Promise<LinkedApplicationRow> {
  return ctx.app.database.transaction(async tx => {
    if ((await countApplications(tx.db)) >= MAX_APPLICATIONS) {
      throw badRequest('At most {{most}} applications can be linked: remove one first', {
        values: { most: MAX_APPLICATIONS },
      })
    }
    if (input.id !== undefined && (await applicationById(tx.db, input.id)))
      throw conflict('This application is linked already')
    const row = await insertApplication(tx, input)
    await settlePrimary(tx, row.type_id, input.isPrimary ? row.id : undefined)
    await stored(tx, ctx, 'linked-application.created', row)
    return requireApplication(tx.db, row.id)
  })
}

/**
 * Changes all of an application. Where it has another address or client, all approvals end, so that no token goes to
 * whom it was not given for.
 * @throws HttpError 404; 400 where none is set or the address is another, and the secret is not given
 */
export function changeApplication(
  ctx: Context,
  id: string,
  input: LinkedApplicationInput,
): Promise<LinkedApplicationRow> {
  return ctx.app.database.transaction(async tx => {
    const before = await requireApplication(tx.db, id)
    const isElsewhere = before.rpc_url !== input.rpcUrl
    if (before.client_secret === '' && input.clientSecret === undefined)
      throw badRequest('is required', { field: 'clientSecret' })
    if (isElsewhere && input.clientSecret === undefined)
      throw badRequest('must be given again for another address', { field: 'clientSecret' })
    const row = await replaceApplication(tx, id, input)
    if (isElsewhere || before.client_id !== row.client_id) await removeApprovalsOf(tx, id)
    await settlePrimary(tx, row.type_id, input.isPrimary ? id : undefined)
    await stored(tx, ctx, 'linked-application.updated', row)
    return requireApplication(tx.db, id)
  })
}

/**
 * Changes what an application is called and where it is. At another address its secret and all approvals are of no use.
 * @throws HttpError 404
 */
export function relocateApplication(
  ctx: Context,
  id: string,
  changes: { name?: string; rpcUrl: string; displayUrl?: string | undefined; isPrimary?: boolean },
): Promise<LinkedApplicationRow> {
  return ctx.app.database.transaction(async tx => {
    const before = await requireApplication(tx.db, id)
    const { rpcUrl, name = before.name } = changes
    const follows = before.display_url === before.rpc_url
    const displayUrl = changes.displayUrl ?? (follows ? rpcUrl : before.display_url)
    if (rpcUrl !== before.rpc_url) {
      await moveApplication(tx, id, { rpcUrl, displayUrl })
      await removeApprovalsOf(tx, id)
    }
    await renameApplication(tx, id, { name, displayUrl })
    await settlePrimary(tx, before.type_id, changes.isPrimary === true ? id : undefined)
    const row = await requireApplication(tx.db, id)
    await stored(tx, ctx, 'linked-application.updated', row)
    return row
  })
}

/** Makes an application the one that is meant where none of its type is named. @throws HttpError 404 */
export function makePrimary(ctx: Context, id: string): Promise<LinkedApplicationRow> {
  return ctx.app.database.transaction(async tx => {
    const { type_id } = await requireApplication(tx.db, id)
    await settlePrimary(tx, type_id, id)
    const row = await requireApplication(tx.db, id)
    await stored(tx, ctx, 'linked-application.updated', row)
    return row
  })
}

/** @throws HttpError 404 */
export async function unlinkApplication(ctx: Context, id: string): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const row = await requireApplication(tx.db, id)
    await removeApplication(tx, id)
    await settlePrimary(tx, row.type_id)
    await stored(tx, ctx, 'linked-application.deleted', row)
  })
}

/** Notes which types are linked, and appends the event. */
async function stored(
  tx: WriteTransaction,
  { app, viewer }: Context,
  kind: `linked-application.${'created' | 'updated' | 'deleted'}`,
  row: LinkedApplicationRow,
): Promise<void> {
  const types = await linkedTypesOf(tx.db)
  if (types.join() !== app.settings.get(linkedTypes).join())
    await app.settings.set(tx, linkedTypes, types, viewer.userId)
  tx.append({ kind, actorId: viewer.userId, data: { applicationId: row.id, name: row.name } })
}

/**
 * Stores that a user has approved, by the code that their browser brought back.
 * @throws InvalidGrantError, HttpError 502
 */
export async function approve(
  { app, viewer }: Context,
  application: LinkedApplicationRow,
  { access, ...proof }: { code: string; verifier: string; access: ApprovedAccess },
): Promise<void> {
  const accountId = viewer.userId
  if (accountId === null) return
  const tokens = await exchangeCode(app, application, proof)
  const siteId = await siteIdOf(app, application, tokens.accessToken)
  // Pages show what the application shows this user: cached ones end.
  await app.database.transaction(tx =>
    storeApproval(tx, {
      application_id: application.id,
      account_id: accountId,
      access_token: tokens.accessToken,
      refresh_token: tokens.refreshToken,
      expires_at: tokens.expiresAt,
      site_id: siteId,
      approved_at: Date.now(),
      may_write: access === 'write' ? 1 : 0,
    }),
  )
}
