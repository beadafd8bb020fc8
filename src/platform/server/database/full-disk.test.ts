import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from './sqlite.ts'

it('tells that SQLite has no space left, and goes on once it has', async () => {
  const home = await mkdtemp(join(tmpdir(), 'oxbow-full-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const database = openSqlite(join(home, 'oxbow.sqlite'))
  onTestFinished(() => database.close())
  const run = (...statements: string[]) =>
    database.transaction(
      async ({ db }) => {
        for (const statement of statements) await sql.raw(statement).execute(db)
      },
      { invalidates: false },
    )
  await run('create table note (id integer primary key, text text)')
  await run('pragma max_page_count = 20')
  // It rolls back by itself then; that there is nothing to roll back any more is not what went wrong.
  await expect(
    run('insert into note (text) values (1)', 'insert into note (text) values (hex(randomblob(200000)))'),
  ).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await run('pragma max_page_count = 4294967294')
  await run('insert into note (text) values (2)')
  expect((await sql<{ text: string }>`select text from note`.execute(database.read)).rows).toEqual([{ text: '2' }])
})
