import type { Insertable, Selectable } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { spaceVisible } from '#features/spaces/server/index.ts'
import type { EntityType } from '../shared.ts'
import type { EntityLinkTable, LinkConsumerTable } from './tables.ts'

export type EntityLinkRow = Selectable<EntityLinkTable>
export type ConsumerRow = Selectable<LinkConsumerTable>
export type Entity = Pick<EntityLinkRow, 'type_id' | 'entity_key' | 'application_id'>

/** Links of one space at most. */
const MAX_LINKS = 100

/** Links of a space by type, the primary one of each first, then by key. */
export function linksOfSpace(db: Queries, spaceId: number): Promise<EntityLinkRow[]> {
  return db
    .selectFrom('entity_link')
    .selectAll()
    .where('space_id', '=', spaceId)
    .orderBy('type_id')
    .orderBy('is_primary', 'desc')
    .orderBy('entity_key')
    .limit(MAX_LINKS)
    .execute()
}

/** Spaces that have links to an application. */
export async function spacesLinkedTo(db: Queries, applicationId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('entity_link')
    .select('space_id')
    .distinct()
    .where('application_id', '=', applicationId)
    .orderBy('space_id')
    .limit(1000)
    .execute()
  return rows.map(row => row.space_id)
}

/** Spaces that are linked with an entity of whichever application, as far as the viewer may see them. */
export async function spacesOfEntity({ app, viewer }: Context, type: EntityType, key: string): Promise<number[]> {
  const { read, dialect } = app.database
  const rows = await read
    .selectFrom('entity_link')
    .select('space_id')
    .distinct()
    .where('type_id', '=', type)
    .where('entity_key', '=', key)
    .where(spaceVisible(dialect, viewer, 'entity_link.space_id'))
    .orderBy('space_id')
    .limit(100)
    .execute()
  return rows.map(row => row.space_id)
}

export async function countLinksTo(db: Queries, applicationId: string): Promise<number> {
  const { number } = await db
    .selectFrom('entity_link')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow()
  return Number(number)
}

export function entityLinkOf(db: Queries, spaceId: number, entity: Entity): Promise<EntityLinkRow | undefined> {
  return db
    .selectFrom('entity_link')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('type_id', '=', entity.type_id)
    .where('application_id', '=', entity.application_id)
    .where('entity_key', '=', entity.entity_key)
    .executeTakeFirst()
}

/** @throws HttpError 404 */
export async function requireEntityLink(db: Queries, spaceId: number, entity: Entity): Promise<EntityLinkRow> {
  const row = await entityLinkOf(db, spaceId, entity)
  if (!row) throw notFound('The space has no link to {{key}}', { values: { key: entity.entity_key } })
  return row
}

/** Stores a link, or its new name. @throws HttpError 400 when the space has as many as it can */
export async function storeEntityLink({ db }: WriteTransaction, row: Insertable<EntityLinkTable>): Promise<void> {
  const { number } = await db
    .selectFrom('entity_link')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('space_id', '=', row.space_id)
    .executeTakeFirstOrThrow()
  if (Number(number) >= MAX_LINKS)
    throw badRequest('A space has at most {{most}} links', { values: { most: MAX_LINKS } })
  await db
    .insertInto('entity_link')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['space_id', 'type_id', 'application_id', 'entity_key']).doUpdateSet({ name: row.name }),
    )
    .execute()
}

export async function removeEntityLink({ db }: WriteTransaction, spaceId: number, entity: Entity): Promise<void> {
  await db
    .deleteFrom('entity_link')
    .where('space_id', '=', spaceId)
    .where('type_id', '=', entity.type_id)
    .where('application_id', '=', entity.application_id)
    .where('entity_key', '=', entity.entity_key)
    .execute()
}

/** Leaves one primary link of a type in a space: the given one, else the first where there is none. */
export async function settlePrimaryLink(
  { db }: WriteTransaction,
  spaceId: number,
  typeId: EntityType,
  primary?: Entity,
): Promise<void> {
  const rows = (await linksOfSpace(db, spaceId)).filter(row => row.type_id === typeId)
  const chosen = primary ?? rows[0]
  for (const row of rows) {
    const isPrimary = row.application_id === chosen?.application_id && row.entity_key === chosen.entity_key ? 1 : 0
    if (row.is_primary === isPrimary) continue
    await db
      .updateTable('entity_link')
      .set({ is_primary: isPrimary })
      .where('space_id', '=', spaceId)
      .where('type_id', '=', typeId)
      .where('application_id', '=', row.application_id)
      .where('entity_key', '=', row.entity_key)
      .execute()
  }
}

export function consumersOf(db: Queries, applicationId: string): Promise<ConsumerRow[]> {
  return db
    .selectFrom('link_consumer')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('role')
    .execute()
}

/** @throws HttpError 404 */
export async function requireConsumer(
  db: Queries,
  applicationId: string,
  role: ConsumerRow['role'],
): Promise<ConsumerRow> {
  const row = (await consumersOf(db, applicationId)).find(each => each.role === role)
  if (!row) throw notFound('None is stored for this link')
  return row
}

export async function storeConsumer({ db }: WriteTransaction, row: Insertable<LinkConsumerTable>): Promise<void> {
  const { application_id: _application, role: _role, ...changes } = row
  await db
    .insertInto('link_consumer')
    .values(row)
    .onConflict(conflict => conflict.columns(['application_id', 'role']).doUpdateSet(changes))
    .execute()
}
