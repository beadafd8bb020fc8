import type { Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import {
  madeFrom,
  prepared,
  preparedWithLists,
  SITE_WIDE,
  type Queries,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import { notFound, type HttpError } from '#platform/server/http/errors.ts'
import { foldKey, foldName } from './keys.ts'
import { mayInSpace } from './permissions.ts'
import type { SpaceTable } from './tables.ts'

export type Space = Selectable<SpaceTable>

/** The answer for a space that does not exist or that the reader may not see: the two are indistinguishable. */
export const noSpace = (key: string): HttpError => notFound('No space found with key : {{key}}', { values: { key } })

/** The space of a key (in any case), without a check of permissions: callers decide who may see it. */
export async function spaceOfKey({ database, facts }: App, key: string): Promise<Space | undefined> {
  const fold = foldKey(key)
  const space = await facts.get(
    `space key ${fold}`,
    async () => (await presentSpaceOfKey(database.read, { fold }))[0],
    { sources: SITE_WIDE },
  )
  // The caller asks by the id next.
  return space && facts.get(`space ${space.id}`, async () => space, { sources: SITE_WIDE })
}

const presentSpaceOfKey = prepared((db, { fold }: { fold: string }) =>
  db.selectFrom('space').selectAll().where('key_fold', '=', fold).where('status', '<>', 'deleting'),
)

/** The space of a key (in any case) if the viewer may see it. */
export async function findSpace(ctx: Context, key: string): Promise<Space | undefined> {
  const space = await spaceOfKey(ctx.app, key)
  return space && (await mayInSpace(ctx.app, ctx.viewer, space.id, 'read:space')) ? space : undefined
}

/** @throws HttpError 404 when there is none, or none that the viewer may see */
export async function requireSpace(ctx: Context, key: string): Promise<Space> {
  const space = await findSpace(ctx, key)
  if (!space) throw noSpace(key)
  return space
}

/** Spaces by id in one query; the caller has already asked the policy. Deleted ones are absent. */
export async function spacesById(app: App, ids: Iterable<number>): Promise<Map<number, Space>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  if (wanted.length === 1) {
    const [id = 0] = wanted
    const space = await app.facts.get(
      `space ${id}`,
      async () => (await presentSpaceWithId(app.database.read, { id }))[0],
      { sources: SITE_WIDE },
    )
    return new Map(space && [[id, space]])
  }
  const rows = await madeFrom(SITE_WIDE, () => spacesWithIds(app.database, { ids: wanted }))
  return new Map(rows.map(row => [row.id, row]))
}

const presentSpaceWithId = prepared((db, { id }: { id: number }) =>
  db.selectFrom('space').selectAll().where('status', '<>', 'deleting').where('id', '=', id),
)
const spacesWithIds = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('space').selectAll().where('status', '<>', 'deleting').where('id', 'in', dialect.inIntegers(ids)),
)

/** The row of a space of any status, or undefined. */
export async function spaceRow(db: Queries, id: number): Promise<Space | undefined> {
  return (await spaceWithId(db, { id }))[0]
}

const spaceWithId = prepared((db, { id }: { id: number }) => db.selectFrom('space').selectAll().where('id', '=', id))

/** {@link spaceRow} of a space that something in it refers to. */
export async function existingSpace(db: Queries, id: number): Promise<Space> {
  const space = await spaceRow(db, id)
  if (!space) throw new Error(`space ${id} is not there`)
  return space
}

/** Reads a space within a change and, on PostgreSQL, holds it until the change commits. */
export async function lockSpace(tx: WriteTransaction, id: number): Promise<Space | undefined> {
  let query = tx.db.selectFrom('space').selectAll().where('id', '=', id).where('status', '<>', 'deleting')
  if (tx.engine === 'postgres') query = query.forUpdate()
  return query.executeTakeFirst()
}

/** Leaves spaces without a home page whose home page is one of these. For content, when they go. */
export async function clearHomePages(tx: WriteTransaction, pageIds: readonly number[]): Promise<void> {
  await tx.db
    .updateTable('space')
    .set({ home_page_id: null })
    .where('home_page_id', 'in', tx.dialect.inIntegers(pageIds))
    .execute()
}

/** Names the page that a space opens with. For content: the page must be a current page of the space. */
export async function setHomePage(tx: WriteTransaction, spaceId: number, pageId: number | null): Promise<void> {
  await tx.db.updateTable('space').set({ home_page_id: pageId }).where('id', '=', spaceId).execute()
}

/** Whether a space of any status has the key, in any case. */
export async function isKeyTaken(db: Queries, key: string): Promise<boolean> {
  return (
    (await db.selectFrom('space').select('id').where('key_fold', '=', foldKey(key)).executeTakeFirst()) !== undefined
  )
}

/** Adds a space. @returns its row; undefined when its key is taken */
export async function insertSpace(
  tx: WriteTransaction,
  space: Pick<Space, 'key' | 'name' | 'type' | 'description' | 'owner_id' | 'creator_id'> &
    Partial<Pick<Space, 'created_at'>>,
): Promise<Space | undefined> {
  const now = Date.now()
  return tx.db
    .insertInto('space')
    .values({
      created_at: now,
      ...space,
      key_fold: foldKey(space.key),
      name_fold: foldName(space.name),
      status: 'current',
      home_page_id: null,
      updated_at: now,
    })
    .onConflict(conflict => conflict.column('key_fold').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Changes what a space says of itself, or its status. */
export async function changeSpace(
  tx: WriteTransaction,
  id: number,
  changes: Partial<Pick<Space, 'name' | 'description' | 'home_page_id' | 'logo_sha256' | 'status'>>,
): Promise<Space> {
  return tx.db
    .updateTable('space')
    .set({
      ...changes,
      ...(changes.name === undefined ? {} : { name_fold: foldName(changes.name) }),
      updated_at: Date.now(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Closes a space that is being deleted and frees its key. Every policy depends on the grants: without them it is closed
 * at once, in every list and search.
 */
export async function closeSpace(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db
    .updateTable('space')
    // No key holds a colon, so this takes no other one's.
    .set({ status: 'deleting', key_fold: `deleting:${id}`, updated_at: Date.now() })
    .where('id', '=', id)
    .execute()
  await tx.db.deleteFrom('space_permission').where('space_id', '=', id).execute()
  await tx.db.deleteFrom('space_favourite').where('space_id', '=', id).execute()
}

/** Spaces that are being deleted. */
export async function closedSpaces(db: Queries): Promise<Pick<Space, 'id' | 'key'>[]> {
  return db.selectFrom('space').select(['id', 'key']).where('status', '=', 'deleting').execute()
}

/** Removes the row of a space that was closed. */
export async function deleteSpaceRow(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.deleteFrom('space').where('id', '=', id).where('status', '=', 'deleting').execute()
}

/** Inputs of the jobs of a kind that wait or run. */
export async function jobsUnderWay(db: Queries, kind: string): Promise<{ input: string }[]> {
  return db
    .selectFrom('job')
    .select('input')
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}
