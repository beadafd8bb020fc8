import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { madeFrom, SITE_WIDE } from '#platform/server/database/index.ts'
import type { FrameFacts } from '#platform/server/http/document.ts'
import { AccessMemory } from './access.ts'
import { GLOBAL_CREATE_SPACE } from './permissions/global-permissions.ts'
import { hasGlobalPermission } from './permissions/policies.ts'
import { findAccount } from './users/store.ts'
import { pictureUrl } from './users/people.ts'

type Facts = Partial<FrameFacts>

/** Makes the function for what the frame of every page shows of the reader. */
export function accountFacts(app: App): (ctx: Context) => Promise<Facts> {
  const memory = new AccessMemory<Facts>(app)
  return ctx =>
    madeFrom(SITE_WIDE, () =>
      memory.get(`${ctx.viewer.userId} ${ctx.viewer.isAdmin}`, async () => ({ value: await find(ctx) })),
    )
}

async function find(ctx: Context): Promise<Facts> {
  const { viewer, app } = ctx
  const can = { createSpace: await hasGlobalPermission(app, viewer, GLOBAL_CREATE_SPACE) }
  const account = viewer.userId === null ? undefined : await findAccount(app, { id: viewer.userId })
  if (!account) return { can }
  return {
    can,
    user: {
      username: account.username,
      userKey: account.user_key,
      displayName: account.display_name,
      avatarUrl: pictureUrl(account),
      isAdmin: viewer.isAdmin,
    },
  }
}
