import type { Database, WriteTransaction } from '#platform/server/database/index.ts'
import { type PropertyOwner, VersionedProperties } from '#platform/server/properties.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import type {} from './tables.ts'

export const properties = new VersionedProperties({
  table: 'content_property',
  owner: 'content_id',
  noun: 'content',
  takenStatus: 409,
  missing: 'Cannot find property with key [{{key}}] for content {{name}}',
})

/** A content as {@link properties} names it. */
export function ownerOf({ id }: Pick<ContentRow, 'id'>): PropertyOwner {
  return { id, name: id }
}

/** Properties of many contents by key: those of the wanted keys, or all where none is named. */
export function propertiesOf({ read, dialect }: Database, contentIds: readonly number[], wanted: readonly string[]) {
  let select = read.selectFrom('content_property').selectAll().where('content_id', 'in', dialect.inIntegers(contentIds))
  if (wanted.length > 0) select = select.where('key', 'in', wanted)
  return select.orderBy('key').execute()
}

/** The version of a property; 0 where there is none. */
export async function propertyVersion({ db }: WriteTransaction, contentId: number, key: string): Promise<number> {
  const row = await db
    .selectFrom('content_property')
    .select('version')
    .where('content_id', '=', contentId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Gives a content the properties of another, each at its first version. */
export async function copyProperties({ db }: WriteTransaction, fromId: number, toId: number): Promise<void> {
  const rows = await db
    .selectFrom('content_property')
    .select(['key', 'value'])
    .where('content_id', '=', fromId)
    .execute()
  if (rows.length === 0) return
  const at = Date.now()
  await db
    .insertInto('content_property')
    .values(rows.map(row => ({ ...row, content_id: toId, version: 1, updated_at: at, message: '', minor: 0 })))
    .execute()
}

/** Gives an imported content its properties. @param given JSON values by keys */
export async function importProperties(
  { db }: WriteTransaction,
  contentId: number,
  given: ReadonlyMap<string, string>,
  at: number,
): Promise<void> {
  if (given.size === 0) return
  const about = { content_id: contentId, version: 1, updated_at: at, message: '', minor: 0 }
  await db
    .insertInto('content_property')
    .values([...given].map(([key, value]) => ({ ...about, key, value })))
    .execute()
}
