import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { prepared, type Database } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, pictureUrl } from '#features/accounts/server/index.ts'
import { contentPath, holderPresent, visible } from '#features/content/server/index.ts'
import type { Notification } from '../contract.ts'
import type { NotificationKind } from '../shared.ts'
import type {} from './tables.ts'

/** A badge shows no more, so no more are counted. */
const MOST_COUNTED = 100

/**
 * Writes notifications of one event. Its actor and disabled accounts get none; of what was done to a content at a time an
 * account gets one, and an assigned task is more than being mentioned in it. Who may not see the content has a row that no query shows.
 */
export async function insertNotifications(
  app: App,
  notification: { event: WikiEvent; kind: NotificationKind; contentId: number; accountIds: readonly number[] },
): Promise<void> {
  const { event, kind, contentId } = notification
  const accountIds = notification.accountIds.filter(id => id !== event.actorId)
  if (accountIds.length === 0) return
  await app.database.transaction(async ({ db }) => {
    const active = await db
      .selectFrom('account')
      .select('id')
      .where('id', 'in', app.database.dialect.inIntegers(accountIds))
      .where('active', '=', 1)
      .execute()
    if (active.length === 0) return
    const values = active.map(({ id }) => ({
      account_id: id,
      kind,
      content_id: contentId,
      actor_id: event.actorId,
      at: event.at,
      read_at: null,
    }))
    await db
      .insertInto('notification')
      .values(values)
      .onConflict(conflict => {
        const same = conflict.columns(['account_id', 'content_id', 'at'])
        return kind === 'task' ? same.doUpdateSet({ kind }) : same.doNothing()
      })
      .execute()
  })
}

/** Accounts that watch the content or its space, by id, after the given one. */
export async function watchersAfter(
  { database: { read } }: App,
  watched: { contentId: number; spaceId: number; scopes: readonly string[]; after: number; limit: number },
): Promise<number[]> {
  const { contentId, spaceId, scopes, after, limit } = watched
  const { rows } = await sql<{ account_id: number }>`
    select account_id from content_watch where content_id = ${contentId} and account_id > ${after}
    union select account_id from space_watch
      where space_id = ${spaceId} and scope in (${sql.join(scopes)}) and account_id > ${after}
    order by account_id limit ${limit}`.execute(read)
  return rows.map(row => Number(row.account_id))
}

/** What an account may see of its notifications: the query that counts and lists begin with. */
function seenBy({ app: { database }, viewer }: Context, accountId: number) {
  return database.read
    .selectFrom('notification')
    .innerJoin('content', 'content.id', 'notification.content_id')
    .where('notification.account_id', '=', accountId)
    .where('content.status', '=', 'current')
    .where(visible(database.dialect, viewer))
    .where(holderPresent())
}

/** Unread notifications since the list was opened last, at most {@link MOST_COUNTED}. */
export async function countNew(ctx: Context, accountId: number): Promise<number> {
  const [seen] = await seenId(ctx.app.database.read, { accountId })
  const rows = await seenBy(ctx, accountId)
    .select('notification.id')
    .where('notification.read_at', 'is', null)
    .where('notification.id', '>', seen?.notification_id ?? 0)
    .limit(MOST_COUNTED)
    .execute()
  return rows.length
}

/** {@link countNew}, cached, for documents. */
export function knownCount(ctx: Context, accountId: number): Promise<number> {
  return ctx.app.facts.get(`notifications ${accountId}`, () => countNew(ctx, accountId))
}

const seenId = prepared((db, { accountId }: { accountId: number }) =>
  db.selectFrom('notification_seen').select('notification_id').where('account_id', '=', accountId),
)

/** Notifications of an account about what it may see, newest first; one more than `limit` when there are more. */
export async function notificationsOf(
  ctx: Context,
  accountId: number,
  { filter, cursor, limit }: { filter: 'all' | 'unread'; cursor?: number | undefined; limit: number },
): Promise<Notification[]> {
  let query = seenBy(ctx, accountId)
    .innerJoin('space', 'space.id', 'content.space_id')
    .leftJoin('content as page', 'page.id', 'content.container_id')
    .selectAll('content')
    .select(['notification.id as notification_id', 'notification.kind', 'notification.at', 'notification.read_at'])
    .select(['notification.actor_id', 'page.title as page_title'])
    .select(['space.key as space_key', 'space.name as space_name'])
  if (filter === 'unread') query = query.where('notification.read_at', 'is', null)
  if (cursor !== undefined) query = query.where('notification.id', '<', cursor)
  const rows = await query
    .orderBy('notification.id', 'desc')
    .limit(limit + 1)
    .execute()
  const people = await accountsById(
    ctx.app,
    rows.map(row => row.actor_id),
  )
  return rows.map(row => {
    const actor = people.get(row.actor_id ?? 0)
    return {
      id: String(row.notification_id),
      kind: row.kind,
      at: isoTime(row.at),
      isRead: row.read_at !== null,
      actor: actor ? { displayName: actor.display_name, avatarUrl: pictureUrl(actor) } : null,
      title: row.page_title ?? row.title,
      url: contentPath(row, row.space_key),
      space: { key: row.space_key, name: row.space_name },
    }
  })
}

/** Sets the count of an account back to 0. */
export async function setSeen({ app }: Context, accountId: number): Promise<void> {
  await app.database.transaction(async ({ db }) => {
    const { newest } = await db
      .selectFrom('notification')
      .select(eb => eb.fn.max('id').as('newest'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (newest === null) return
    await db
      .insertInto('notification_seen')
      .values({ account_id: accountId, notification_id: Number(newest) })
      .onConflict(conflict =>
        conflict.column('account_id').doUpdateSet(eb => ({ notification_id: eb.ref('excluded.notification_id') })),
      )
      .execute()
  })
}

/** Marks notifications of an account as read; without ids, all of them. */
export async function setRead({ app }: Context, accountId: number, ids?: readonly number[]): Promise<void> {
  if (ids?.length === 0) return
  await app.database.transaction(async ({ db }) => {
    let update = db
      .updateTable('notification')
      .set({ read_at: Date.now() })
      .where('account_id', '=', accountId)
      .where('read_at', 'is', null)
    if (ids) update = update.where('id', 'in', app.database.dialect.inIntegers(ids))
    await update.execute()
  })
}

/** Deletes notifications from before a time, in epoch milliseconds. */
export async function deleteNotifications(database: Database, before: number): Promise<void> {
  await database.transaction(({ db }) => db.deleteFrom('notification').where('at', '<', before).execute())
}
