import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ServerFeature } from '../app.ts'
import { onEachEngine } from '../testing/harness.ts'
import { openDatabase } from './index.ts'
import { openSqlite } from './sqlite.ts'

const feature: ServerFeature = {
  name: 'test',
  register(app) {
    app.http.authenticateBy(async () => ({ viewer: app.systemContext().viewer, method: 'anonymous', xsrfToken: '' }))
  },
}

onEachEngine(
  'database',
  () => [feature],
  wiki => {
    it('reads inside many transactions at once without waiting for ever', async () => {
      const { database } = wiki().app
      const counts = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          database.transaction(async ({ db }) => {
            await db
              .insertInto('setting')
              .values({ name: `n${n}`, value: '1' })
              .execute()
            // As a service does that knows nothing of the transaction around it.
            return (await database.read.selectFrom('setting').select('name').execute()).length
          }),
        ),
      )
      expect(counts).toHaveLength(40)
      expect(await database.read.selectFrom('setting').select('name').execute()).toHaveLength(40)
    })
    it('waits for the disk with each commit but those that can be done again', async () => {
      const { app } = wiki()
      // The server of the tests waits for no disk.
      if (app.database.engine === 'postgres')
        await sql
          .raw(`alter database ${new URL(app.config.databaseUrl ?? '').pathname.slice(1)} set synchronous_commit = on`)
          .execute(app.database.read)
      const database = await openDatabase(app.config)
      const flushes = (durable?: boolean) =>
        database.transaction(
          async ({ db, engine }) => {
            const setting = sql.raw(engine === 'sqlite' ? 'pragma synchronous' : 'show synchronous_commit')
            const { rows } = await sql<Record<string, unknown>>`${setting}`.execute(db)
            return Object.values(rows[0] ?? {})[0]
          },
          durable === undefined ? {} : { durable },
        )
      // https://sqlite.org/pragma.html#pragma_synchronous: 2 is full, 1 is normal.
      const [full, relaxed] = database.engine === 'sqlite' ? [2, 1] : ['on', 'off']
      expect(await Promise.all([flushes(), flushes(false), flushes(), flushes(true), flushes(false)])).toEqual([
        full,
        relaxed,
        full,
        full,
        relaxed,
      ])
      await database.close()
    })
    const write = (name: string) =>
      wiki().app.database.transaction(({ db }) => db.insertInto('setting').values({ name, value: '1' }).execute())
    it.each([
      ['many wait to write', () => Array.from({ length: 40 }, (_, n) => write(`many${n}`))],
      [
        'one writes again and again',
        () => {
          const writes = [write('again')]
          for (let n = 1; n < 40; n++) writes.push(writes[n - 1]!.then(() => write(`again${n}`)))
          return writes
        },
      ],
    ])('answers who only reads while %s', async (_, begin) => {
      let written = 0
      const writing = Promise.all(begin().map(async one => void (await one, written++)))
      // What arrives over a connection comes in a later turn of the event loop.
      await new Promise(resolve => setImmediate(resolve))
      await wiki().app.database.read.selectFrom('setting').select('name').limit(1).execute()
      expect(written).toBeLessThan(40)
      await writing
      expect(written).toBe(40)
    })
  },
)

it('closes SQLite once the transaction under way is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-close-'))
  const file = join(folder, 'oxbow.sqlite')
  const database = openSqlite(file)
  const begun = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const writing = database.transaction(
    async ({ db }) => {
      await sql`create table written (id integer)`.execute(db)
      begun.resolve()
      await rest.promise
      await sql`insert into written values (1)`.execute(db)
    },
    { invalidates: false },
  )
  await begun.promise
  const closing = database.close()
  rest.resolve()
  await Promise.all([writing, closing])
  const again = openSqlite(file)
  expect((await sql`select id from written`.execute(again.read)).rows).toEqual([{ id: 1 }])
  await again.close()
  await rm(folder, { recursive: true })
})
