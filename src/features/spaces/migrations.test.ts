import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { migrate, openDatabase } from '#platform/server/database/index.ts'
import { ENGINES } from '#platform/server/testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#platform/server/testing/postgres.ts'
import { migrations } from './server/migrations.ts'

const accountMigrations = accountsFeature.migrations ?? []

describe.each(ENGINES)('migrations of spaces (%s)', engine => {
  it('fold the names of spaces that are there already', async () => {
    const home = await mkdtemp(join(tmpdir(), 'oxbow-test-'))
    const databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : undefined
    const database = await openDatabase({ home, databaseUrl })
    try {
      await migrate(database, [...accountMigrations, ...migrations.slice(0, 1)])
      await database.transaction(async tx => {
        for (const [key, name] of [
          ['a', 'Ünter DEN Linden'],
          ['b', ''],
        ]) {
          await sql`insert into space (key, key_fold, name, type, status, description, created_at, updated_at)
            values (${key}, ${key}, ${name}, 'global', 'current', '', 1, 1)`.execute(tx.db)
        }
      })
      expect(await migrate(database, [...accountMigrations, ...migrations])).toEqual(
        migrations.slice(1).map(one => one.name),
      )
      const rows = await database.read.selectFrom('space').select(['key', 'name', 'name_fold']).orderBy('key').execute()
      expect(rows).toEqual([
        { key: 'a', name: 'Ünter DEN Linden', name_fold: 'ünter den linden' },
        { key: 'b', name: '', name_fold: '' },
      ])
    } finally {
      await database.close()
      await rm(home, { recursive: true, force: true })
      if (databaseUrl) await dropPostgresDatabase(databaseUrl)
    }
  })
})
