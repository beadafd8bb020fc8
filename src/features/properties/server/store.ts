import { sql, type Generated, type Selectable } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { Migration, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, conflict, HttpError, notFound } from '#platform/server/http/errors.ts'
import type { ContentRow } from '#features/content/server/index.ts'
import type { PropertyInput } from '../contract.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    content_property: ContentPropertyTable
  }
}

export interface ContentPropertyTable {
  id: Generated<number>
  content_id: number
  key: string
  /** JSON. */
  value: string
  version: number
  updated_at: number
  message: string
  minor: number
}
export type Property = Selectable<ContentPropertyTable>

export const migrations: Migration[] = [{
  name: '2026-11-21-51-properties',
  async up(db, { types: { id, integer, key } }) {
    await sql.raw(`create table content_property (
      id ${id}, content_id ${integer} not null references content (id) on delete cascade, key ${key} not null, value text not null,
      version ${integer} not null, updated_at ${integer} not null, message text not null, minor ${integer} not null)`).execute(db)
    await sql.raw('create unique index content_property_key on content_property (content_id, key)').execute(db)
  },
}]

export const MAX_KEY_LENGTH = 255
/** Largest value as JSON, in bytes. */
export const MAX_VALUE_BYTES = 32 * 1024
export const MAX_PROPERTIES = 1000

/** @throws HttpError 400 for a bad key or no value, 413 when the value is too long */
export function checkProperty(key: string, value: unknown): string {
  if (key === '') throw badRequest('key: is required')
  if (key.length > MAX_KEY_LENGTH) throw badRequest(`key: at most ${MAX_KEY_LENGTH} characters`)
  if (value === undefined) throw badRequest('value: is required')
  const json = JSON.stringify(value)
  const bytes = Buffer.byteLength(json)
  if (bytes > MAX_VALUE_BYTES) throw new HttpError(413, `value: at most ${MAX_VALUE_BYTES} bytes of JSON, this one has ${bytes}`)
  return json
}

export async function propertiesOf(ctx: Context, contentId: number, start: number, limit: number): Promise<Property[]> {
  return ctx.app.database.read.selectFrom('content_property').selectAll().where('content_id', '=', contentId)
    .orderBy('key').offset(start).limit(limit).execute()
}

export async function requireProperty(ctx: Context, contentId: number, key: string): Promise<Property> {
  const row = await ctx.app.database.read.selectFrom('content_property').selectAll()
    .where('content_id', '=', contentId).where('key', '=', key).executeTakeFirst()
  if (!row) throw noProperty(contentId, key)
  return row
}

export function noProperty(contentId: number, key: string): HttpError {
  return notFound(`Cannot find property with key [${key}] for content ${contentId}`)
}

/** Creates inside a transaction; @throws HttpError 409 when the key is taken */
export async function insertProperty(tx: WriteTransaction, row: Pick<ContentRow, 'id'>, key: string, input: Pick<PropertyInput, 'value' | 'version'>): Promise<Property> {
  const value = checkProperty(key, input.value)
  const { total } = await tx.db.selectFrom('content_property').select(eb => eb.fn.countAll<number>().as('total'))
    .where('content_id', '=', row.id).executeTakeFirstOrThrow()
  if (total >= MAX_PROPERTIES) throw badRequest(`A content has at most ${MAX_PROPERTIES} properties; delete one first`)
  const created = await tx.db.insertInto('content_property').values({
    content_id: row.id, key, value, version: 1, updated_at: Date.now(), message: input.version?.message ?? '',
    minor: input.version?.minorEdit ? 1 : 0,
  }).onConflict(c => c.columns(['content_id', 'key']).doNothing()).returningAll().executeTakeFirst()
  if (!created) throw conflict(`The content ${row.id} already has a property with the key ${key}`)
  return created
}

/** @throws HttpError 404 when there is none (unless version 1 creates it), 409 for a wrong version */
export async function replaceProperty(tx: WriteTransaction, row: Pick<ContentRow, 'id'>, key: string, input: PropertyInput): Promise<Property> {
  const value = checkProperty(key, input.value)
  const number = input.version?.number
  if (number === undefined) throw badRequest('version.number: is required, the current number + 1')
  const updated = await tx.db.updateTable('content_property').set({
    value, version: number, updated_at: Date.now(), message: input.version?.message ?? '', minor: input.version?.minorEdit ? 1 : 0,
  }).where('content_id', '=', row.id).where('key', '=', key).where('version', '=', number - 1).returningAll().executeTakeFirst()
  if (updated) return updated
  const stored = await tx.db.selectFrom('content_property').select('version').where('content_id', '=', row.id).where('key', '=', key).executeTakeFirst()
  if (stored) throw conflict(`Version must be incremented on update. Current version is: ${stored.version}`)
  if (number === 1) return insertProperty(tx, row, key, input)
  throw noProperty(row.id, key)
}
