import type { Context } from '#platform/server/context.ts'
import { forbidden, HttpError } from '#platform/server/http/errors.ts'
import { requireElevation } from '#features/accounts/server/index.ts'

/** @throws HttpError 401 for visitors who have not signed in, 403 for users who do not administer the wiki */
export function requireAdministrator(ctx: Context): void {
  if (ctx.viewer.isAdmin) return
  if (ctx.authentication.method === 'anonymous') throw new HttpError(401, 'Sign in to administer the wiki')
  throw forbidden('Only administrators may do this')
}

/** For changes to the wiki as a whole: an administrator whose password was confirmed lately. */
export async function requireElevatedAdministrator(ctx: Context): Promise<void> {
  requireAdministrator(ctx)
  await requireElevation(ctx)
}
