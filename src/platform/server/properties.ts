import type { Generated, Kysely, Selectable } from 'kysely'
import { isoTime } from '../wire.ts'
import type { Queries, WriteTransaction } from './database/index.ts'
import { badRequest, conflict, HttpError, notFound } from './http/errors.ts'

/** The columns of every table of properties, beside that of the owner: `space_id`, `content_id`. */
export interface PropertyColumns {
  id: Generated<number>
  key: string
  /** JSON. */
  value: string
  version: number
  updated_at: number
  message: string
  minor: number
}
export type Property = Selectable<PropertyColumns>

interface PropertyTable extends PropertyColumns {
  owner_id: number
}

/** A property as a client sends it: the value alone, or the whole object that it fetched. */
export interface PropertyInput {
  key?: string | null | undefined
  value?: unknown
  version?:
    | { number?: number | undefined; message?: string | null | undefined; minorEdit?: boolean | null | undefined }
    | null
    | undefined
}

/** The owner of properties: `name` is used in messages. */
export interface PropertyOwner {
  id: number
  name: string | number
}

export interface PropertiesOptions {
  table: string
  /** The column of the owner's id. */
  owner: string
  /** The owner's kind, for messages: `space`. */
  noun: string
  /** Message for a `{{key}}` that the owner `{{name}}` does not have. */
  missing: string
  /** The status of an attempt to create what is there: clients of the two interfaces expect different ones. */
  takenStatus: 400 | 409
}

export const MAX_PROPERTY_KEY_LENGTH = 255
/** Largest value as JSON, in bytes. */
export const MAX_PROPERTY_BYTES = 32 * 1024
/** Most properties of one owner. */
export const MAX_PROPERTIES = 1000

/**
 * Store of JSON values under keys, each with its own version. Authorisation and events are up to the caller.
 */
export class VersionedProperties {
  readonly #options: PropertiesOptions
  // All such tables have the same columns, so types use the names of one.
  readonly #table: 'property'
  readonly #ownerId: 'owner_id'

  constructor(options: PropertiesOptions) {
    this.#options = options
    this.#table = options.table as 'property'
    this.#ownerId = options.owner as 'owner_id'
  }

  /** By key; one row more than `limit` when there is a next page. */
  list(db: Queries, owner: PropertyOwner, start: number, limit: number): Promise<Property[]> {
    return this.#queries(db)
      .selectFrom(this.#table)
      .selectAll()
      .where(this.#ownerId, '=', owner.id)
      .orderBy('key')
      .offset(start)
      .limit(limit + 1)
      .execute()
  }

  /** @throws HttpError 404 without a property of that key */
  async require(db: Queries, owner: PropertyOwner, key: string): Promise<Property> {
    const property = await this.#find(db, owner, key)
    if (!property) throw this.#absent(owner, key)
    return property
  }

  /**
   * Creates a property.
   * @throws HttpError 400 for a bad key, no value or too many properties, 413 for a long value, `takenStatus` for a
   *   taken key
   */
  async insert(tx: WriteTransaction, owner: PropertyOwner, key: string, input: PropertyInput): Promise<Property> {
    const value = checked(key, input)
    const { noun, takenStatus } = this.#options
    const db = this.#queries(tx.db)
    const { count } = await db
      .selectFrom(this.#table)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where(this.#ownerId, '=', owner.id)
      .executeTakeFirstOrThrow()
    if (count >= MAX_PROPERTIES)
      throw badRequest('A {{noun}} has at most {{most}} properties; delete one first', {
        values: { noun, most: MAX_PROPERTIES },
        forPrograms: true,
      })
    const created = await db
      .insertInto(this.#table)
      .values({ [this.#ownerId]: owner.id, key, ...changedColumns(value, 1, input) })
      .onConflict(on => on.columns([this.#ownerId, 'key']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!created) {
      throw new HttpError(takenStatus, 'The {{noun}} {{name}} already has a property with the key {{key}}', {
        values: { noun, name: owner.name, key },
        forPrograms: true,
      })
    }
    return created
  }

  /**
   * Replaces a value. A missing property is created when version 1 is named, as clients do; an answer of version 1 was
   * therefore created.
   * @throws HttpError 400 for bad input, 404 without a property of that key, 409 unless the version is one above the
   *   stored, 413 for a long value
   */
  async replace(tx: WriteTransaction, owner: PropertyOwner, key: string, input: PropertyInput): Promise<Property> {
    const value = checked(key, input)
    const number = input.version?.number
    if (number === undefined)
      throw badRequest('is required, the current number + 1', {
        field: 'version.number',
        forPrograms: true,
      })
    const updated = await this.#queries(tx.db)
      .updateTable(this.#table)
      .set(changedColumns(value, number, input))
      .where(this.#ownerId, '=', owner.id)
      .where('key', '=', key)
      .where('version', '=', number - 1)
      .returningAll()
      .executeTakeFirst()
    if (updated) return updated
    const stored = await this.#find(tx.db, owner, key)
    if (stored)
      throw conflict('Version must be incremented on update. Current version is: {{version}}', {
        values: { version: stored.version },
      })
    if (number === 1) return this.insert(tx, owner, key, input)
    throw this.#absent(owner, key)
  }

  /** @throws HttpError 404 without a property of that key */
  async remove(tx: WriteTransaction, owner: PropertyOwner, key: string): Promise<void> {
    const gone = await this.#queries(tx.db)
      .deleteFrom(this.#table)
      .where(this.#ownerId, '=', owner.id)
      .where('key', '=', key)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw this.#absent(owner, key)
  }

  #queries(db: Queries | WriteTransaction['db']): Kysely<{ property: PropertyTable }> {
    return db.withTables<{ property: PropertyTable }>() as never
  }

  #find(db: Queries | WriteTransaction['db'], owner: PropertyOwner, key: string) {
    return this.#queries(db)
      .selectFrom(this.#table)
      .selectAll()
      .where(this.#ownerId, '=', owner.id)
      .where('key', '=', key)
      .executeTakeFirst()
  }

  #absent(owner: PropertyOwner, key: string) {
    return notFound(this.#options.missing, { values: { key, name: owner.name }, forPrograms: true })
  }
}

function changedColumns(value: string, version: number, input: PropertyInput) {
  return {
    value,
    version,
    updated_at: Date.now(),
    message: input.version?.message ?? '',
    minor: input.version?.minorEdit ? 1 : 0,
  }
}

/** The fields that every property has in the REST interface. */
export function propertyFields(property: Property) {
  return {
    id: String(property.id),
    key: property.key,
    value: JSON.parse(property.value) as unknown,
    version: {
      number: property.version,
      when: isoTime(property.updated_at),
      message: property.message,
      minorEdit: property.minor === 1,
      hidden: false,
    },
  }
}

/**
 * The value as JSON.
 * @throws HttpError 400 for a bad key, one other than the address names, or no value; 413 for a long one
 */
function checked(key: string, input: PropertyInput): string {
  if (key === '' || key.length > MAX_PROPERTY_KEY_LENGTH || /\p{Cc}/u.test(key)) {
    throw badRequest('a property key has 1 to {{most}} characters and no control characters', {
      field: 'key',
      values: { most: MAX_PROPERTY_KEY_LENGTH },
      forPrograms: true,
    })
  }
  if (typeof input.key === 'string' && input.key !== key) {
    throw badRequest('the body names the property {{key}}, the address {{address}}', {
      field: 'key',
      values: { key: input.key.slice(0, 80), address: key.slice(0, 80) },
      forPrograms: true,
    })
  }
  if (input.value === undefined) throw badRequest('a property value is required', { field: 'value', forPrograms: true })
  const value = JSON.stringify(input.value)
  const bytes = Buffer.byteLength(value)
  if (bytes > MAX_PROPERTY_BYTES) {
    throw new HttpError(413, 'a property value has at most {{most}} bytes as JSON, this one has {{bytes}}', {
      field: 'value',
      values: { most: MAX_PROPERTY_BYTES, bytes },
      forPrograms: true,
    })
  }
  return value
}
