import { sql } from 'kysely'
import type { WriteTransaction } from './database.ts'
import type { Tables } from './tables.ts'

/** Has the ids of new rows of a table be higher than this one. */
export async function passId({ db, engine }: WriteTransaction, table: keyof Tables, id: number): Promise<void> {
  if (engine === 'sqlite')
    await sql`update sqlite_sequence set seq = ${id} where name = ${table} and seq < ${id}`.execute(db)
  else
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id})
      where ${id} > (select coalesce(max(last_value), 0) from pg_sequences
        where sequencename = ${`${table}_id_seq`} and schemaname = current_schema())`.execute(db)
}

/** Takes the next ids of a table, in ascending order: the caller gives them to rows. */
export async function takeIds(
  { db, engine }: WriteTransaction,
  table: keyof Tables,
  number: number,
): Promise<number[]> {
  if (number === 0) return []
  if (engine === 'postgres') {
    const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id
      from generate_series(1, ${number})`.execute(db)
    return rows.map(({ id }) => Number(id))
  }
  const { rows } = await sql<{ seq: number }>`update sqlite_sequence set seq = seq + ${number}
    where name = ${table} returning seq`.execute(db)
  const last = rows[0]?.seq
  if (last === undefined) throw new Error(`${table} has no sequence of ids`)
  return Array.from({ length: number }, (_, index) => last - number + 1 + index)
}
