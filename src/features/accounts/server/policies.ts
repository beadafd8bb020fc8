import type { Context } from '#platform/server/context.ts'
import { forbidden, HttpError } from '#platform/server/http/errors.ts'
import { GLOBAL_VIEW_USERS } from './permissions/global-permissions.ts'
import { hasGlobalPermission } from './permissions/policies.ts'

/** Policies of the calls for accounts. The refusal is 401 for visitors who have not signed in, else 403. */

/** @throws HttpError 401 or 403 */
export function refuse(ctx: Context, key?: string): never {
  if (ctx.authentication.method === 'anonymous') throw new HttpError(401, 'Sign in to do this')
  throw forbidden(key)
}

/** A signed-in user. @returns the account's id. @throws HttpError 401 */
export function requireUser(ctx: Context): number {
  if (ctx.viewer.userId === null) refuse(ctx)
  return ctx.viewer.userId
}

/** Anyone who may use the wiki, anonymous visitors where that is allowed. @throws HttpError 401, 403 */
export function requireUse(ctx: Context): void {
  if (!ctx.viewer.mayUse) refuse(ctx, 'You do not have permission to use this wiki')
}

/** A system administrator. @throws HttpError 401, 403 */
export function requireAdministrator(ctx: Context): void {
  if (!ctx.viewer.isAdmin) refuse(ctx, 'Only administrators may do this')
}

/** May see the profiles of other users, and groups. */
export async function mayViewUsers(ctx: Context): Promise<boolean> {
  return hasGlobalPermission(ctx.app, ctx.viewer, GLOBAL_VIEW_USERS)
}

/** Asked before anything is looked up, so that the answer does not disclose who exists. */
export async function requireViewUsers(ctx: Context): Promise<void> {
  if (!(await mayViewUsers(ctx))) refuse(ctx, 'You do not have permission to view users')
}
