import type { Kysely } from 'kysely'
import type { Queries, WriteTransaction } from './database.ts'
import type { Tables } from './tables.ts'

/** Names a mark: the account and the thing that it marks. */
export type MarkKey<Table extends keyof Tables> = Omit<Tables[Table], 'at' | 'created_at'>

export interface MarkOptions {
  /** Column of the account. */
  account?: string
  /** Column of the time, in epoch milliseconds. */
  at?: string
  /** Marks that one account has at most; `refuse` makes the error for one more. */
  limit?: { most: number; refuse: (most: number) => Error }
}

/** A mark with its time in epoch milliseconds. */
export interface ImportedMark {
  readonly accountId: number
  readonly at: number
}

/** Marks of accounts on things, such as likes and watches: a row for each, with its time. */
export interface AccountMarks<Key> {
  /**
   * Sets a mark, or removes it.
   * @returns false if it was so already
   * @throws the error of `limit`
   */
  set(tx: WriteTransaction, key: Key, isSet: boolean): Promise<boolean>
  /** Stores marks of a thing from another wiki; existing ones stay. */
  import(tx: WriteTransaction, thing: Partial<Key>, marks: readonly ImportedMark[]): Promise<void>
}

type Values = Readonly<Record<string, string | number>>

/** Declares the marks in a table, whose primary key is all of its columns but the time. */
export function accountMarks<Table extends keyof Tables>(
  marked: Table,
  { account = 'account_id', at: timeColumn = 'at', limit }: MarkOptions = {},
): AccountMarks<MarkKey<Table>> {
  const table: string = marked
  // The columns are known to the table's own types alone.
  const rows = (db: Queries) => db as unknown as Kysely<Record<string, Record<string, string | number>>>
  const insert = (tx: WriteTransaction, key: Values, at: number) =>
    rows(tx.db)
      .insertInto(table)
      .values({ ...key, [timeColumn]: at })
      .onConflict(conflict => conflict.doNothing())
      .returning(account)
      .executeTakeFirst()
  const remove = (tx: WriteTransaction, key: Values) =>
    Object.entries(key)
      .reduce((query, [column, value]) => query.where(column, '=', value), rows(tx.db).deleteFrom(table))
      .returning(account)
      .executeTakeFirst()
  const refuseMore = async (tx: WriteTransaction, accountId: string | number): Promise<void> => {
    if (!limit) return
    const { total } = await rows(tx.db)
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('total'))
      .where(account, '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(total) > limit.most) throw limit.refuse(limit.most)
  }
  return {
    async set(tx, key, isSet) {
      const values = key as unknown as Values
      const changed = isSet ? await insert(tx, values, Date.now()) : await remove(tx, values)
      if (changed && isSet) await refuseMore(tx, values[account] ?? 0)
      return changed !== undefined
    },
    async import(tx, thing, marks) {
      for (const { accountId, at } of marks)
        await insert(tx, { ...(thing as unknown as Values), [account]: accountId }, at)
    },
  }
}
