import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ServerFeature } from '../app.ts'
import { onEachEngine } from '../testing/harness.ts'
import { migration, passId, takeIds, type Tables } from './index.ts'

const feature: ServerFeature = {
  name: 'test',
  register(app) {
    app.http.authenticateBy(async () => ({ viewer: app.systemContext().viewer, method: 'anonymous', xsrfToken: '' }))
  },
  migrations: [
    migration('test-sequences', ({ types: { id } }) => [
      `create table test_row (id ${id}, name text)`,
      "insert into test_row (name) values ('first')",
    ]),
  ],
}
const TABLE = 'test_row' as keyof Tables

onEachEngine(
  'the ids of new rows',
  () => [feature],
  wiki => {
    const inserted = async (): Promise<number> => {
      const { rows } = await wiki().app.database.transaction(({ db }) =>
        sql<{ id: number }>`insert into test_row (name) values ('next') returning id`.execute(db),
      )
      return rows[0]?.id ?? 0
    }

    it('are other ones than those that were taken', async () => {
      const before = await inserted()
      const taken = await wiki().app.database.transaction(tx => takeIds(tx, TABLE, 3))
      expect(taken).toEqual([before + 1, before + 2, before + 3])
      expect(await wiki().app.database.transaction(tx => takeIds(tx, TABLE, 0))).toEqual([])
      expect(await inserted()).toBe(before + 4)
    })

    it('are higher than an id that they pass, and never lower than before', async () => {
      await wiki().app.database.transaction(tx => passId(tx, TABLE, 1000))
      expect(await inserted()).toBe(1001)
      await wiki().app.database.transaction(tx => passId(tx, TABLE, 500))
      expect(await inserted()).toBe(1002)
    })
  },
)
