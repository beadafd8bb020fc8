import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ServerFeature } from '../app.ts'
import { onEachEngine } from '../testing/harness.ts'
import { prepared } from './prepared.ts'

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
  },
)
