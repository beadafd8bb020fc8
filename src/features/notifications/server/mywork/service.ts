import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import type { MyworkNotification } from '../../mywork-contract.ts'
import { beginningsOf } from '../beginnings.ts'
import { kindNamed } from '../kinds.ts'
import { groupsOf as groups, shapeOf } from './shape.ts'
import { markRead, markSeen, partOf, takeOut, type ListedRow, type Part } from './store.ts'

/** Storage format of longer comments is not read for a description: a hundred of them would hold up everybody else. */
const MOST_STORAGE = 20_000

/** A part of an account's notifications about what it may see, newest first. */
export async function listOf(ctx: Context, accountId: number, part: Part): Promise<MyworkNotification[]> {
  return shapesOf(ctx, await partOf(ctx, accountId, part))
}

/** {@link listOf}, grouped by the page, post or file; the group with the newest first. */
export async function groupsOf(ctx: Context, accountId: number, part: Part) {
  return groups(await listOf(ctx, accountId, part))
}

/** @throws HttpError 404 where the account's list does not have it */
export async function oneOf(ctx: Context, accountId: number, id: number): Promise<MyworkNotification> {
  const [found] = await shapesOf(ctx, await partOf(ctx, accountId, { id, limit: 1 }))
  if (!found) throw noNotification(id)
  return found
}

async function shapesOf(ctx: Context, rows: readonly ListedRow[]): Promise<MyworkNotification[]> {
  const { app } = ctx
  const { t } = readerOf(ctx)
  const [people, texts] = await Promise.all([
    accountsById(
      app,
      rows.map(row => row.actor_id),
    ),
    beginningsOf(
      app,
      rows.filter(row => row.type === 'comment'),
      MOST_STORAGE,
    ),
  ])
  return rows.map(row =>
    shapeOf(row, kindNamed(app, row.kind), people.get(row.actor_id ?? 0), texts.get(row.id) ?? '', t),
  )
}

/** Counts as new only what came after this one. @throws HttpError 404 unless it is the account's own */
export async function setLastSeen(ctx: Context, accountId: number, id: number): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    if (!(await markSeen(tx, accountId, id))) throw noNotification(id)
  })
}

/** All of them or, where one is not the account's own, none. @throws HttpError 404 */
export async function setRead(ctx: Context, accountId: number, ids: readonly number[], isRead: boolean): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const known = new Set(await markRead(tx, accountId, ids, isRead ? Date.now() : null))
    const unknown = ids.find(id => !known.has(id))
    if (unknown !== undefined) throw noNotification(unknown)
  })
}

/** Takes a notification out of the bell, and its mail out of the queue. @throws HttpError 404 unless it is their own */
export async function remove(ctx: Context, accountId: number, id: number): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    if (!(await takeOut(tx, accountId, id))) throw noNotification(id)
  })
}

/** The same for one that does not exist and for that of another user. */
const noNotification = (id: number) =>
  notFound('No notification found with id: {{id}}', { values: { id }, forPrograms: true })
