import type { Context } from '#platform/server/context.ts'
import { forbidden } from '#platform/server/http/errors.ts'
import { findAccount, requireAccount, requireUser, type Account } from '#features/accounts/server/index.ts'
import { mayInSpace } from '#features/spaces/server/index.ts'

/** Those who administer the wiki or the space see and change who else watches. */
export async function mayManageWatchers(ctx: Context, spaceId: number): Promise<boolean> {
  return mayInSpace(ctx.app, ctx.viewer, spaceId, 'administer:space')
}

/** @throws HttpError 401, 403 */
export async function requireManageWatchers(ctx: Context, spaceId: number): Promise<void> {
  requireUser(ctx)
  if (!(await mayManageWatchers(ctx, spaceId)))
    throw forbidden('Only administrators of the wiki or the space may see who else watches')
}

/**
 * The user whose watch a call is about: the caller, or the user whom the call names.
 * @throws HttpError 401, 403 when another user is named by someone who does not administer, 404 for an unknown user
 */
export async function watcherOf(
  ctx: Context,
  spaceId: number,
  named: { key?: string | undefined; username?: string | undefined },
): Promise<number> {
  const own = requireUser(ctx)
  const ref = named.key ? { userKey: named.key } : named.username ? { username: named.username } : undefined
  if (!ref) return own
  const account: Account | undefined = await findAccount(ctx.app, ref)
  if (account?.id === own) return own
  // The policy comes before the answer whether such a user exists.
  await requireManageWatchers(ctx, spaceId)
  return (await requireAccount(ctx.app, ref)).id
}
