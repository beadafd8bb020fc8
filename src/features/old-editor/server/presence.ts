import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { Migration } from '#platform/server/database/index.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Who has an old editor open on what, and when they last said so. */
    edit_presence: { content_id: number; account_id: number; seen_at: number }
  }
}

export const migrations: Migration[] = [{
  name: '2026-11-21-62-edit-presence',
  async up(db, { types: { integer } }) {
    await sql.raw(`create table edit_presence (
      content_id ${integer} not null references content (id) on delete cascade,
      account_id ${integer} not null references account (id) on delete cascade,
      seen_at ${integer} not null, primary key (content_id, account_id))`).execute(db)
  },
}]

/** Editors say that they are there every 30 s; who has missed three times is gone. */
const GONE_MS = 90_000

/** Others who edit the content now, after saying that the viewer does. */
export async function enter(ctx: Context, contentId: number, accountId: number): Promise<{ username: string; display_name: string }[]> {
  const now = Date.now()
  return ctx.app.database.transaction(async ({ db }) => {
    await db.deleteFrom('edit_presence').where('content_id', '=', contentId).where('seen_at', '<', now - GONE_MS).execute()
    await db.insertInto('edit_presence').values({ content_id: contentId, account_id: accountId, seen_at: now })
      .onConflict(conflict => conflict.columns(['content_id', 'account_id']).doUpdateSet({ seen_at: now })).execute()
    return db.selectFrom('edit_presence').innerJoin('account', 'account.id', 'edit_presence.account_id')
      .select(['account.username', 'account.display_name']).where('edit_presence.content_id', '=', contentId)
      .where('edit_presence.account_id', '<>', accountId).orderBy('account.username_key').limit(100).execute()
  })
}

/** The account no longer edits the content. */
export async function leave(ctx: Context, contentId: number, accountId: number): Promise<void> {
  await ctx.app.database.transaction(({ db }) =>
    db.deleteFrom('edit_presence').where('content_id', '=', contentId).where('account_id', '=', accountId).execute())
}
