import type { Context } from '#platform/server/context.ts'
import type { FrameFacts } from '#platform/server/http/document.ts'
import { GLOBAL_CREATE_SPACE, hasGlobalPermission } from './permissions/global-permissions.ts'
import { findAccount } from './users/accounts.ts'
import { personOf } from './users/people.ts'

/** What the frame of every page shows of the reader. */
export async function accountFacts(ctx: Context): Promise<Partial<FrameFacts>> {
  const { viewer, app } = ctx
  const account = viewer.userId === null ? undefined : await findAccount(app, { id: viewer.userId })
  const can = { createSpace: await hasGlobalPermission(app, viewer, GLOBAL_CREATE_SPACE) }
  if (!account) return { can }
  return {
    can,
    user: {
      username: account.username, userKey: account.user_key, displayName: account.display_name,
      avatarUrl: personOf(app, account).profilePicture.path, isAdmin: viewer.isAdmin,
    },
  }
}
