import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { prepared, preparedWithLists, type Database, type WriteTransaction } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, pictureUrl } from '#features/accounts/server/index.ts'
import { holderPresent, visible } from '#features/content-core/server/policies.ts'
import { contentPath, type ContentRow } from '#features/content-core/server/read.ts'
import type { Notification } from '../contract.ts'
import type { MailTime } from '../shared.ts'
import { kindNamed, sentenceOf, type NotificationKind } from './kinds.ts'
import { dueAt } from './mail/due.ts'
import { queueMail } from './mail/queue-store.ts'
import type {} from './tables.ts'

/** The bell has one entry for the changes of a page that follow each other within this time. */
const PERIOD_MS = 24 * 60 * 60_000

/** A badge shows no more, so no more are counted. */
const MOST_COUNTED = 100

/** An event, and whom it concerns in one way. */
export interface Concerned {
  readonly event: WikiEvent
  readonly kind: NotificationKind
  readonly contentId: number
  /** Page or post that it happened to, or on. */
  readonly pageId: number
  readonly accountIds: readonly number[]
}

/**
 * Writes notifications, with their mails. Disabled accounts get none; of what was done to a content at a time an
 * account gets one, and an assigned task is more than being mentioned in it. An account that may not see the content
 * has a row that no query shows.
 * @returns how many were written
 */
export async function insertNotifications(
  tx: WriteTransaction,
  app: Pick<App, 'mail'>,
  all: readonly Concerned[],
): Promise<number> {
  const peopleOf = await recipientsOf(tx, all)
  const deliveries = all.flatMap(concerned =>
    peopleOf(concerned)
      .filter(person => person.bell || person.mail !== 'never')
      .map(person => ({ concerned, person })),
  )
  let written = 0
  for (let from = 0; from < deliveries.length;) {
    const kind = deliveries[from]?.concerned.kind
    const end = deliveries.findIndex(({ concerned }, index) => index > from && concerned.kind !== kind)
    const alike = deliveries.slice(from, end < 0 ? deliveries.length : end)
    // A statement takes each row once.
    const rows = new Map<string, Delivery>()
    for (const one of alike) if (!rows.has(keyOf(one))) rows.set(keyOf(one), one)
    written += await insertAlike(tx, app, rows)
    from += alike.length
  }
  return written
}

interface Delivery {
  concerned: Concerned
  person: Person
}

function keyOf({ concerned: { event, contentId }, person }: Delivery): string {
  return keyOfRow({ account_id: person.id, content_id: contentId, at: event.at })
}

function keyOfRow(row: { account_id: number; content_id: number; at: number }): string {
  return `${row.account_id} ${row.content_id} ${row.at}`
}

/** Writes notifications of one kind. */
async function insertAlike(
  tx: WriteTransaction,
  app: Pick<App, 'mail'>,
  deliveries: ReadonlyMap<string, Delivery>,
): Promise<number> {
  const kind = [...deliveries.values()][0]?.concerned.kind
  const values = [...deliveries.values()].map(
    ({
      concerned: {
        kind: { name },
        contentId,
        event,
      },
      person,
    }) => ({
      account_id: person.id,
      kind: name,
      content_id: contentId,
      actor_id: event.actorId,
      at: event.at,
      read_at: null,
      in_bell: person.bell ? 1 : 0,
      mailed: app.mail.configured && person.mail !== 'never' && person.email !== '' ? 1 : 0,
    }),
  )
  const written = await tx.db
    .insertInto('notification')
    .values(values)
    .onConflict(conflict => {
      const same = conflict.columns(['account_id', 'content_id', 'at'])
      return kind?.replacesOthers
        ? same
            .doUpdateSet(eb => ({
              kind: eb.ref('excluded.kind'),
              in_bell: eb.ref('excluded.in_bell'),
              // No second mail to who was mailed of the mention.
              mailed: sql<number>`excluded.mailed * (1 - notification.mailed)`,
            }))
            .where('notification.kind', '<>', kind.name)
        : same.doNothing()
    })
    .returning(['id', 'account_id', 'content_id', 'at', 'mailed'])
    .execute()
  const mails = written.flatMap(row => {
    const one = row.mailed === 1 ? deliveries.get(keyOfRow(row)) : undefined
    return one ? [mailOf(one.concerned, row.id, one.person)] : []
  })
  await queueMail(tx, mails)
  if (kind?.name === 'updated') await hideEarlierChanges(tx, written)
  return written.length
}

/**
 * Hides each change of a page in the bell that a later one follows within {@link PERIOD_MS}, whichever of them was
 * written first. The rows stay, so that a job that runs again does not write them again; mails still tell of them.
 */
async function hideEarlierChanges(
  { db, dialect }: WriteTransaction,
  written: readonly { account_id: number; content_id: number; at: number }[],
): Promise<void> {
  for (const [contentId, rows] of Map.groupBy(written, row => row.content_id)) {
    const times = rows.map(row => row.at)
    await db
      .updateTable('notification')
      .set({ in_bell: 0 })
      .where('account_id', 'in', dialect.inIntegers([...new Set(rows.map(row => row.account_id))]))
      .where('content_id', '=', contentId)
      .where('at', '>=', Math.min(...times) - PERIOD_MS)
      .where('at', '<=', Math.max(...times))
      .where('kind', '=', 'updated')
      .where('in_bell', '=', 1)
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('notification as later')
            .select('later.id')
            .whereRef('later.account_id', '=', 'notification.account_id')
            .whereRef('later.content_id', '=', 'notification.content_id')
            .whereRef('later.at', '>', 'notification.at')
            .where('later.at', '<=', eb('notification.at', '+', PERIOD_MS))
            .where('later.kind', '=', 'updated')
            .where('later.in_bell', '=', 1),
        ),
      )
      .execute()
  }
}

interface Person {
  id: number
  email: string
  bell: boolean
  mail: MailTime
  digestHour: number | null
  timeZone: string | null
}

/** The active accounts that an event concerns, each with how it is notified. */
async function recipientsOf(
  tx: WriteTransaction,
  all: readonly Concerned[],
): Promise<(concerned: Concerned) => Person[]> {
  const ids = [...new Set(all.flatMap(({ accountIds }) => accountIds))]
  const accounts = await activeAccounts(tx, { ids })
  const choices = await choicesOf(tx, { ids })
  const byId = new Map(accounts.map(row => [row.id, row]))
  const chosen = new Map(choices.map(row => [`${row.account_id} ${row.kind}`, row]))
  return ({ kind, accountIds }) =>
    [...new Set(accountIds)].flatMap(id => {
      const row = byId.get(id)
      if (!row) return []
      const choice = chosen.get(`${id} ${kind.name}`)
      return {
        id,
        email: row.email,
        bell: choice ? choice.bell === 1 : kind.usual.bell,
        mail: choice?.mail ?? kind.usual.mail,
        digestHour: row.digest_hour,
        timeZone: row.time_zone,
      }
    })
}

const activeAccounts = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('account')
    .leftJoin('notification_preference as own', 'own.account_id', 'account.id')
    .select(['account.id', 'account.email', 'account.time_zone', 'own.digest_hour'])
    .where('account.id', 'in', dialect.inIntegers(ids))
    .where('account.active', '=', 1),
)
const choicesOf = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('notification_choice')
    .select(['account_id', 'kind', 'bell', 'mail'])
    .where('account_id', 'in', dialect.inIntegers(ids)),
)

function mailOf({ event, kind, pageId }: Concerned, notificationId: number, person: Person) {
  const { version } = event.data
  const isEdit = event.kind.endsWith('.updated') && !event.kind.startsWith('comment.')
  const note = kind.noteOf?.(event.data)
  return {
    notification_id: notificationId,
    account_id: person.id,
    page_id: pageId,
    time: person.mail,
    version: isEdit && typeof version === 'number' ? version : null,
    note: typeof note === 'string' ? note : null,
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

/** The contents among these that accounts other than the actor watch, by themselves or with their space. */
export async function watchedByOthers(
  tx: WriteTransaction,
  watched: { ids: readonly number[]; actorId: number },
): Promise<Set<number>> {
  return new Set((await watchedContents(tx, watched)).map(({ id }) => id))
}

const watchedContents = preparedWithLists(
  ({ db, dialect }, { ids, actorId }: { ids: readonly number[]; actorId: number }) =>
    db
      .selectFrom('content')
      .select('id')
      .where('id', 'in', dialect.inIntegers(ids))
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('content_watch')
              .select('account_id')
              .whereRef('content_id', '=', 'content.id')
              .where('account_id', '<>', actorId),
          ),
          exists(
            selectFrom('space_watch')
              .select('account_id')
              .whereRef('space_watch.space_id', '=', 'content.space_id')
              .where('account_id', '<>', actorId),
          ),
        ]),
      ),
)

/** Notifications of what the viewer may see. */
export function shownTo({ app: { database }, viewer }: Context) {
  return database.read
    .selectFrom('notification')
    .innerJoin('content', 'content.id', 'notification.content_id')
    .where('content.status', '=', 'current')
    .where(visible(database.dialect, viewer))
    .where(holderPresent())
}

/** The viewer's own entries in the bell: the query that counts and lists begin with. */
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
  return ctx.app.facts.get(`notifications ${accountId}`, () => countNew(ctx, accountId), {
    sources: [`account ${accountId}`],
  })
}

const seenId = prepared((db, { accountId }: { accountId: number }) =>
  db.selectFrom('notification_seen').select('notification_id').where('account_id', '=', accountId),
)

/** The query that lists the viewer's own: each with what it is about, and the page or file that has that. */
export function listedTo(ctx: Context, accountId: number) {
  return seenBy(ctx, accountId)
    .innerJoin('space', 'space.id', 'content.space_id')
    .leftJoin('content as page', 'page.id', 'content.container_id')
    .selectAll('content')
    .select(['notification.id as notification_id', 'notification.kind', 'notification.at', 'notification.read_at'])
    .select(['notification.actor_id', 'page.id as page_id', 'page.type as page_type', 'page.title as page_title'])
    .select(['space.key as space_key', 'space.name as space_name'])
}

/** Notifications of an account about what it may see, newest first; one more than `limit` when there are more. */
export async function notificationsOf(
  ctx: Context,
  accountId: number,
  { filter, cursor, limit }: { filter: 'all' | 'unread'; cursor?: number | undefined; limit: number },
): Promise<Notification[]> {
  let query = listedTo(ctx, accountId)
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
  const { t } = readerOf(ctx)
  return rows.map(row => {
    const actor = people.get(row.actor_id ?? 0)
    const kind = kindNamed(ctx.app, row.kind)
    const title = row.page_title ?? row.title
    return {
      id: String(row.notification_id),
      kind: row.kind,
      at: isoTime(row.at),
      isRead: row.read_at !== null,
      actor: actor ? { displayName: actor.display_name, avatarUrl: pictureUrl(actor) } : null,
      sentence: sentenceOf(t, kind, actor?.display_name, title),
      title,
      url: placeOf(kind, row, row.space_key),
      space: { key: row.space_key, name: row.space_name },
    }
  })
}

/** Path of the place that a notification is about. */
export function placeOf({ placeOf: place }: NotificationKind, row: ContentRow, spaceKey: string): string {
  const path = contentPath(row, spaceKey)
  return place ? place(path) : path
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
