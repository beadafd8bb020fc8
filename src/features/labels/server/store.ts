import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context, Viewer } from '#platform/server/context.ts'
import { prepared, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { holderPresent, visible } from '#features/content-core/server/policies.ts'
import { changesOf, type ContentRow } from '#features/content-core/server/read.ts'
import { ONE, type PageCountOf } from '#features/content/server/index.ts'
import type { LabelWire } from '../contract.ts'
import type { LabelName } from './names.ts'
import type {} from './tables.ts'

export interface LabelRow {
  id: number
  prefix: string
  name: string
}

/** Labels per content, and personal ones per user. */
export const MAX_LABELS = 500

/** A label as answers carry it; the prefix `global` is left out of its whole name. */
export function labelWire(row: LabelRow): LabelWire {
  return {
    prefix: row.prefix,
    name: row.name,
    id: String(row.id),
    label: row.prefix === 'global' ? row.name : `${row.prefix}:${row.name}`,
  }
}

/** Personal labels (`my`) are visible to their owners only. */
export function mine(viewer: Pick<Viewer, 'userId'>): RawBuilder<SqlBool> {
  return sql<SqlBool>`label.owner_id in (0, ${viewer.userId ?? -1})`
}

/** Labels of each content by name, in one query. */
export async function labelsOf(ctx: Context, contentIds: readonly number[]): Promise<Map<number, LabelRow[]>> {
  const all = new Map<number, LabelRow[]>()
  if (contentIds.length === 0) return all
  const { read, dialect } = ctx.app.database
  const rows = await read
    .selectFrom('content_label')
    .innerJoin('label', 'label.id', 'content_label.label_id')
    .select(['content_label.content_id', 'label.id', 'label.prefix', 'label.name'])
    .where('content_label.content_id', 'in', dialect.inIntegers(contentIds))
    .where(mine(ctx.viewer))
    .orderBy('label.name')
    .orderBy('label.id')
    .execute()
  for (const row of rows) {
    const list = all.get(row.content_id)
    if (list) list.push(row)
    else all.set(row.content_id, [row])
  }
  return all
}

/** 1 where a page has labels. */
export const labelCount = (db: Queries, { id }: PageCountOf) =>
  db.selectFrom('content_label').select(ONE).where('content_id', '=', id).limit(1)

/** Labels of one content by name. */
export async function labelsOn(ctx: Context, contentId: number): Promise<LabelRow[]> {
  return labelsOnContent(ctx.app.database.read, { contentId, userId: ctx.viewer.userId ?? -1 })
}

const labelsOnContent = prepared((db, { contentId, userId }: { contentId: number; userId: number }) =>
  db
    .selectFrom('content_label')
    .innerJoin('label', 'label.id', 'content_label.label_id')
    .select(['label.id', 'label.prefix', 'label.name'])
    .where('content_label.content_id', '=', contentId)
    .where(mine({ userId }))
    .orderBy('label.name')
    .orderBy('label.id'),
)

/** The id of a label, which is made where there is none. @param ownerId of a personal label, else 0 */
export async function labelId(tx: WriteTransaction, { prefix, name }: LabelName, ownerId = 0): Promise<number> {
  await tx.db
    .insertInto('label')
    .values({ prefix, name, owner_id: ownerId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const label = await tx.db
    .selectFrom('label')
    .select('id')
    .where('name', '=', name)
    .where('prefix', '=', prefix)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return label.id
}

/** Adds labels that are not there yet, inside a transaction that the caller has authorised. */
export async function attachLabels(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  names: readonly LabelName[],
): Promise<void> {
  if (names.length === 0) return
  const added: string[] = []
  const owners = new Set<number>()
  for (const { prefix, name } of names) {
    const owner_id = prefix === 'my' ? (ctx.viewer.userId ?? 0) : 0
    owners.add(owner_id)
    const label_id = await labelId(tx, { prefix, name }, owner_id)
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('content_label')
      .values({ content_id: row.id, label_id, account_id: ctx.viewer.userId, created_at: Date.now() })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    // Personal labels are disclosed to no other user, not to webhooks or logs.
    if (numInsertedOrUpdatedRows && prefix !== 'my') added.push(name)
  }
  for (const owner of owners) {
    // Of each owner: a user who may only read a page must not be able to use up what others label it with.
    const { total } = await tx.db
      .selectFrom('content_label')
      .innerJoin('label', 'label.id', 'content_label.label_id')
      .select(eb => eb.fn.countAll<number>().as('total'))
      .where('content_label.content_id', '=', row.id)
      .where('label.owner_id', '=', owner)
      .executeTakeFirstOrThrow()
    if (total > MAX_LABELS)
      throw badRequest('a content bears at most {{most}} labels', { field: 'label', values: { most: MAX_LABELS } })
  }
  if (added.length > 0) {
    tx.append({
      kind: 'label.added',
      actorId: ctx.viewer.userId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { labels: added },
      changes: changesOf(row),
    })
  }
}

/** A label that a user gave a content in another wiki. */
export interface ImportedLabel extends LabelName {
  /** The user who gave it; a personal label is theirs. */
  accountId: number | null
  /** Epoch milliseconds. */
  at: number
}

/** Gives an imported content its labels, as many as a content bears. */
export async function importLabels(
  tx: WriteTransaction,
  contentId: number,
  labels: readonly ImportedLabel[],
): Promise<void> {
  for (const { prefix, name, accountId, at } of labels.slice(0, MAX_LABELS)) {
    const label_id = await labelId(tx, { prefix, name }, prefix === 'my' ? (accountId ?? 0) : 0)
    await tx.db
      .insertInto('content_label')
      .values({ content_id: contentId, label_id, account_id: accountId, created_at: at })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/** Gives a content the labels of another, personal ones left out. */
export async function copyLabels({ db }: WriteTransaction, fromId: number, toId: number): Promise<void> {
  const rows = await db
    .selectFrom('content_label')
    .innerJoin('label', 'label.id', 'content_label.label_id')
    .select(['content_label.label_id', 'content_label.account_id'])
    .where('content_label.content_id', '=', fromId)
    .where('label.owner_id', '=', 0)
    .execute()
  if (rows.length === 0) return
  await db
    .insertInto('content_label')
    .values(rows.map(row => ({ ...row, content_id: toId, created_at: Date.now() })))
    .execute()
}

/** @returns false when the content does not have the label */
export async function detachLabel(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  { prefix, name }: LabelName,
): Promise<boolean> {
  const owner = prefix === 'my' ? (ctx.viewer.userId ?? 0) : 0
  const { numDeletedRows } = await tx.db
    .deleteFrom('content_label')
    .where('content_id', '=', row.id)
    .where('label_id', 'in', eb =>
      eb
        .selectFrom('label')
        .select('id')
        .where('name', '=', name)
        .where('prefix', '=', prefix)
        .where('owner_id', '=', owner),
    )
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  if (prefix !== 'my')
    tx.append({
      kind: 'label.removed',
      actorId: ctx.viewer.userId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { labels: [name] },
      changes: changesOf(row),
    })
  return true
}

export interface LabelQuery {
  spaceId?: number
  name?: string
  prefix?: string
  /** Id of the account that put the label there: a personal label's owner. */
  addedBy?: number
  /** Labels on contents that have one of these too. */
  relatedTo?: readonly string[]
  order: 'name' | 'popular' | 'recent'
  start: number
  limit: number
}

/** Labels in use on content that the viewer may see. */
export async function labelsInUse(
  ctx: Context,
  { database: { read, dialect } }: App,
  query: LabelQuery,
): Promise<LabelRow[]> {
  let uses = read
    .selectFrom('content_label')
    .innerJoin('content', 'content.id', 'content_label.content_id')
    .where('content.status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
    .where(holderPresent())
  if (query.spaceId !== undefined) uses = uses.where('content.space_id', '=', query.spaceId)
  if (query.addedBy !== undefined) uses = uses.where('content_label.account_id', '=', query.addedBy)
  if (query.relatedTo !== undefined) {
    uses = uses.where(
      'content_label.content_id',
      'in',
      sql<number>`(
      select other.content_id from content_label as other join label as named on named.id = other.label_id
      where named.name in (${sql.join(query.relatedTo)}) and named.owner_id = 0)`,
    )
  }
  let labels = read.selectFrom('label').where(mine(ctx.viewer))
  if (query.name !== undefined) labels = labels.where('label.name', '=', query.name)
  if (query.prefix !== undefined) labels = labels.where('label.prefix', '=', query.prefix)
  if (query.relatedTo !== undefined) labels = labels.where('label.name', 'not in', query.relatedTo)
  const listed = labels.select(['label.id', 'label.prefix', 'label.name'])
  const ofLabel = uses.where('content_label.label_id', '=', sql.ref<number>('label.id'))
  const inUse = listed.where(eb => eb.exists(ofLabel.select('content_label.content_id')))
  const used = listed
    .innerJoin(
      uses.select(['content_label.label_id', 'content_label.created_at']).as('used'),
      'used.label_id',
      'label.id',
    )
    .groupBy(['label.id', 'label.prefix', 'label.name'])
  // The index of a label leads to one of its uses, or to the latest; that of a space, of an account or beside another
  // label may be the last of very many.
  const isOfAll = query.spaceId === undefined && query.addedBy === undefined && query.relatedTo === undefined
  const ordered = {
    name: () => (query.spaceId === undefined ? inUse : used),
    popular: () =>
      isOfAll
        ? // By all uses, also those that the viewer may not see: judging each would read every labelled content.
          inUse
            .innerJoin(usesOfLabels(read).as('counted'), 'counted.label_id', 'label.id')
            .orderBy('counted.uses', 'desc')
        : used.orderBy(sql`count(*)`, 'desc'),
    recent: () =>
      isOfAll
        ? inUse.orderBy(
            ofLabel.select('content_label.created_at').orderBy('content_label.created_at', 'desc').limit(1),
            'desc',
          )
        : used.orderBy(sql`max(used.created_at)`, 'desc'),
  }[query.order]()
  return ordered.orderBy('label.name').orderBy('label.id').offset(query.start).limit(query.limit).execute()
}

const usesOfLabels = (db: Queries) =>
  db
    .selectFrom('content_label')
    .select(['label_id', eb => eb.fn.countAll().as('uses')])
    .groupBy('label_id')

/**
 * True for contents with one of the labels; `name` or `prefix:name`. As a subquery, which a search may
 * start from.
 */
export function hasLabel(names: readonly LabelName[], viewer: Viewer): RawBuilder<SqlBool> {
  if (names.length === 0) return sql<SqlBool>`1 = 0`
  const parts = names.map(
    ({ prefix, name }) => sql`(label.name = ${name} and label.prefix = ${prefix}
    and label.owner_id = ${prefix === 'my' ? (viewer.userId ?? -1) : 0})`,
  )
  return sql<SqlBool>`content.id in (select content_label.content_id from content_label join label on label.id = content_label.label_id
    where ${sql.join(parts, sql` or `)})`
}

/** True for spaces with a content that has one of the labels and that the viewer may see. */
export function holdsLabelled({ app, viewer }: Context, names: readonly LabelName[]): RawBuilder<SqlBool> {
  const { dialect, read } = app.database
  const spaces = read
    .selectFrom('content')
    .select('content.space_id')
    .where('content.status', '=', 'current')
    .where(visible(dialect, viewer))
    .where(holderPresent())
    .where(hasLabel(names, viewer))
  return sql<SqlBool>`space.id in ${spaces}`
}

/** Ids of contents with a label, for queries with few results among many rows. */
export function labelled(db: Queries, { prefix, name }: LabelName, viewer: Viewer) {
  return db
    .selectFrom('content_label')
    .innerJoin('label', 'label.id', 'content_label.label_id')
    .select('content_label.content_id')
    .where('label.name', '=', name)
    .where('label.prefix', '=', prefix)
    .where('label.owner_id', '=', prefix === 'my' ? (viewer.userId ?? -1) : 0)
}
