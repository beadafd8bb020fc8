import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ServerFeature } from '../app.ts'
import { onEachEngine } from '../testing/harness.ts'
import { prepared, preparedWithLists } from './prepared.ts'

const feature: ServerFeature = {
  name: 'test',
  register(app) {
    app.http.authenticateBy(async () => ({ viewer: app.systemContext().viewer, method: 'anonymous', xsrfToken: '' }))
  },
}

const named = prepared((db, { from, to, most }: { from: string; to: string; most: number }) =>
  db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', '>=', from)
    .where(sql<boolean>`name <= ${to}`)
    .where('value', '<>', 'unset')
    .orderBy('name')
    .limit(most),
)

const among = preparedWithLists(
  ({ db, dialect }, { from, lengths, others }: { from: string; lengths: number[]; others: number[] }) =>
    db
      .selectFrom('setting')
      .select('name')
      .where('name', '>=', from)
      .where(sql`length(name)`, 'in', dialect.inIntegers(lengths))
      .where(sql`length(name)`, 'not in', others.length === 0 ? sql`(0)` : dialect.inIntegers(others))
      .orderBy('name'),
)

onEachEngine(
  'prepared queries',
  () => [feature],
  wiki => {
    it('run with the values of each call, also side by side, and within a transaction', async () => {
      const { database } = wiki().app
      await database.transaction(({ db }) =>
        db
          .insertInto('setting')
          .values(['a', 'b', 'c', 'd'].map(name => ({ name, value: JSON.stringify(name) })))
          .execute(),
      )
      const found = async (from: string, to: string, most: number) =>
        (await named(database.read, { from, to, most })).map(row => row.name)
      expect(
        await Promise.all([found('a', 'd', 10), found('b', 'c', 10), found('a', 'd', 1), found('x', 'z', 10)]),
      ).toEqual([['a', 'b', 'c', 'd'], ['b', 'c'], ['a'], []])
      const inTransaction = await database.transaction(({ db }) => named(db, { from: 'c', to: 'd', most: 10 }))
      expect(inTransaction.map(row => row.name)).toEqual(['c', 'd'])
      expect((await named(database.read, { from: 'a', to: 'a', most: 1 }))[0]).toEqual({ name: 'a', value: '"a"' })
    })

    it('take lists of any length', async () => {
      const { database } = wiki().app
      await database.transaction(({ db }) =>
        db
          .insertInto('setting')
          .values(['ww', 'xxx', 'yyyy', 'zzzzz'].map(name => ({ name, value: '1' })))
          .execute(),
      )
      const found = async (from: string, lengths: number[], others: number[] = []) =>
        (await among(database, { from, lengths, others })).map(row => row.name)
      const long = Array.from({ length: 100 }, (_, index) => index)
      expect(await found('w', [2, 3])).toEqual(['ww', 'xxx'])
      expect(await found('w', [4, 5])).toEqual(['yyyy', 'zzzzz'])
      expect(await found('w', [2, 3, 5])).toEqual(['ww', 'xxx', 'zzzzz'])
      expect(await found('x', [2, 3, 4], [3])).toEqual(['yyyy'])
      expect(await found('w', [])).toEqual([])
      expect(await found('x', long)).toEqual(['xxx', 'yyyy', 'zzzzz'])
      expect(await found('x', [3, 4], long)).toEqual([])
    })
  },
)
