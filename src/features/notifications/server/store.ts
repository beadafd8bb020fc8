import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { prepared, type Database, type WriteTransaction } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, pictureUrl } from '#features/accounts/server/index.ts'
import { contentPath, holderPresent, visible } from '#features/content/server/index.ts'
import type { Notification } from '../contract.ts'
import { DEFAULT_CHOICES, type MailTime, type NotificationKind } from '../shared.ts'
import { dueAt } from './mail/due.ts'
import { queueMail } from './mail/queue.ts'
import type {} from './tables.ts'

/** A badge shows no more, so no more are counted. */
const MOST_COUNTED = 100

/** An event, and whom it concerns in one way. */
export interface Concerned {
  readonly event: WikiEvent
  readonly kind: NotificationKind
  readonly contentId: number
  /** What it happened to, or on. */
  readonly pageId: number
  readonly accountIds: readonly number[]
}

/**
 * Writes notifications of one event, with the mails that are to tell of them. Its actor and disabled accounts get none; of
 * what was done to a content at a time an account gets one, and an assigned task is more than being mentioned in it. Who may
 * not see the content has a row that no query shows.
 * @returns how many were written; cached answers are not made void
 */
export async function insertNotifications(app: App, concerned: Concerned): Promise<number> {
  const { event, kind, contentId } = concerned
  const accountIds = concerned.accountIds.filter(id => id !== event.actorId)
  if (accountIds.length === 0) return 0
  return app.database.transaction(
    async tx => {
      const people = await peopleTold(tx, accountIds, kind)
      const told = people.filter(person => person.bell || person.mail !== 'never')
      if (told.length === 0) return 0
      const canMail = app.mail.configured
      const values = told.map(({ id, bell, mail, email }) => ({
        account_id: id,
        kind,
        content_id: contentId,
        actor_id: event.actorId,
        at: event.at,
        read_at: null,
        in_bell: bell ? 1 : 0,
        mailed: canMail && mail !== 'never' && email !== '' ? 1 : 0,
      }))
      const written = await tx.db
        .insertInto('notification')
        .values(values)
        .onConflict(conflict => {
          const same = conflict.columns(['account_id', 'content_id', 'at'])
          return kind === 'task'
            ? same
                .doUpdateSet(eb => ({
                  kind,
                  in_bell: eb.ref('excluded.in_bell'),
                  // No second mail to who was mailed of the mention.
                  mailed: sql<number>`excluded.mailed * (1 - notification.mailed)`,
                }))
                .where('notification.kind', '<>', 'task')
            : same.doNothing()
        })
        .returning(['id', 'account_id', 'mailed'])
        .execute()
      const mailed = new Map(written.flatMap(row => (row.mailed === 1 ? [[row.account_id, row.id] as const] : [])))
      await queueMail(
        tx,
        told.flatMap(person => {
          const notificationId = mailed.get(person.id)
          return notificationId === undefined ? [] : [mailOf(concerned, notificationId, person)]
        }),
      )
      return written.length
    },
    { invalidates: false },
  )
}

interface Person {
  id: number
  email: string
  bell: boolean
  mail: MailTime
  digestHour: number | null
  timeZone: string | null
}

/** How these accounts, as far as they may be used, are told of a kind. */
async function peopleTold(
  { db, dialect }: WriteTransaction,
  accountIds: readonly number[],
  kind: NotificationKind,
): Promise<Person[]> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('notification_choice as choice', join =>
      join.onRef('choice.account_id', '=', 'account.id').on('choice.kind', '=', kind),
    )
    .leftJoin('notification_preference as own', 'own.account_id', 'account.id')
    .select(['account.id', 'account.email', 'account.time_zone', 'choice.bell', 'choice.mail', 'own.digest_hour'])
    .where('account.id', 'in', dialect.inIntegers(accountIds))
    .where('account.active', '=', 1)
    .execute()
  const usual = DEFAULT_CHOICES[kind]
  return rows.map(row => ({
    id: row.id,
    email: row.email,
    bell: row.bell === null ? usual.bell : row.bell === 1,
    mail: row.mail ?? usual.mail,
    digestHour: row.digest_hour,
    timeZone: row.time_zone,
  }))
}

function mailOf({ event, kind, pageId }: Concerned, notificationId: number, person: Person) {
  const { version, note, text } = event.data
  const isEdit = event.kind.endsWith('.updated') && !event.kind.startsWith('comment.')
  const said = kind === 'share' ? note : kind === 'task' ? text : undefined
  return {
    notification_id: notificationId,
    account_id: person.id,
    page_id: pageId,
    time: person.mail,
    version: isEdit && kind !== 'task' && typeof version === 'number' ? version : null,
    note: typeof said === 'string' ? said : null,
    due_at: dueAt(person.mail, Date.now(), person),
  }
}

/** Accounts that watch the content or its space, by id, after the given one. */
export async function watchersAfter(
  { database: { read } }: App,
  watched: { contentId: number; spaceId: number; scopes: readonly string[]; after: number; limit: number },
): Promise<number[]> {
  const { contentId, spaceId, scopes, after, limit } = watched
  // Each part by itself reads no more rows of its index than are wanted.
  const { rows } = await sql<{ account_id: number }>`
    select account_id from (select account_id from content_watch
      where content_id = ${contentId} and account_id > ${after} order by account_id limit ${limit}) as of_content
    union select account_id from (select account_id from space_watch
      where space_id = ${spaceId} and scope in (${sql.join(scopes)}) and account_id > ${after}
      order by account_id limit ${limit * scopes.length}) as of_space
    order by account_id limit ${limit}`.execute(read)
  return rows.map(row => Number(row.account_id))
}

/** Notifications of what the viewer may see. */
export function shownTo({ app: { database }, viewer }: Context) {
  return database.read
    .selectFrom('notification')
    .innerJoin('content', 'content.id', 'notification.content_id')
    .where('content.status', '=', 'current')
    .where(visible(database.dialect, viewer))
    .where(holderPresent())
}

/** What the bell shows of the viewer's own: the query that counts and lists begin with. */
function seenBy(ctx: Context, accountId: number) {
  return shownTo(ctx).where('notification.account_id', '=', accountId).where('notification.in_bell', '=', 1)
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
