import type { Context } from '#platform/server/context.ts'
import type {} from './tables.ts'

/** Editors say that they are there every 30 s; who has missed three times is gone. */
const GONE_MS = 90_000

/** Others who edit the content now, after saying that the viewer does. */
export async function enter(
  ctx: Context,
  contentId: number,
  accountId: number,
): Promise<{ username: string; display_name: string }[]> {
  const now = Date.now()
  return ctx.app.database.transaction(
    async ({ db }) => {
      await db
        .deleteFrom('edit_presence')
        .where('content_id', '=', contentId)
        .where('seen_at', '<', now - GONE_MS)
        .execute()
      await db
        .insertInto('edit_presence')
        .values({ content_id: contentId, account_id: accountId, seen_at: now })
        .onConflict(conflict => conflict.columns(['content_id', 'account_id']).doUpdateSet({ seen_at: now }))
        .execute()
      return db
        .selectFrom('edit_presence')
        .innerJoin('account', 'account.id', 'edit_presence.account_id')
        .select(['account.username', 'account.display_name'])
        .where('edit_presence.content_id', '=', contentId)
        .where('edit_presence.account_id', '<>', accountId)
        .orderBy('account.username_key')
        .limit(100)
        .execute()
    },
    { invalidates: false, durable: false },
  )
}

/** The account no longer edits the content. */
export async function leave(ctx: Context, contentId: number, accountId: number): Promise<void> {
  await ctx.app.database.transaction(
    ({ db }) =>
      db.deleteFrom('edit_presence').where('content_id', '=', contentId).where('account_id', '=', accountId).execute(),
    { invalidates: false, durable: false },
  )
}
