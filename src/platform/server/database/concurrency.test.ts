import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerFeature } from '../app.ts'
import { onEachEngine } from '../testing/harness.ts'
import { openDatabase, type Database } from './index.ts'
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
    it('leaves flushing to the log of SQLite, and lets PostgreSQL flush commits but those that can be done again', async () => {
      const { app } = wiki()
      const isSqlite = app.database.engine === 'sqlite'
      // The server of the tests waits for no disk.
      const name = new URL(app.config.databaseUrl ?? 'file:').pathname.slice(1)
      if (!isSqlite) await sql.raw(`alter database ${name} set synchronous_commit = on`).execute(app.database.read)
      const database = await openDatabase(app.config)
      const setting = sql.raw(isSqlite ? 'pragma synchronous' : 'show synchronous_commit')
      const commits = (durable?: boolean) =>
        database.transaction(
          async ({ db }) => Object.values((await sql<object>`${setting}`.execute(db)).rows[0] ?? {}),
          durable === undefined ? {} : { durable },
        )
      // https://sqlite.org/pragma.html#pragma_synchronous: 1 is normal.
      expect((await Promise.all([commits(), commits(false), commits(), commits(true)])).flat()).toEqual(
        isSqlite ? [1, 1, 1, 1] : ['on', 'off', 'on', 'on'],
      )
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
      const read = () => wiki().app.database.read.selectFrom('setting').select('name').limit(1).execute()
      // To connect takes longer than the writes.
      await read()
      let written = 0
      const writing = Promise.all(begin().map(async one => void (await one, written++)))
      // Data arriving over a connection come in a later turn of the event loop.
      await new Promise(resolve => setImmediate(resolve))
      await read()
      expect(written).toBeLessThan(40)
      await writing
      expect(written).toBe(40)
    })
  },
)

describe('SQLite', () => {
  let folder: string
  let database: Database
  const write = (value: number, durable = true) =>
    database.transaction(({ db }) => sql`insert into written values (${value})`.execute(db), {
      invalidates: false,
      durable,
    })
  const written = async () =>
    (await sql<{ id: number }>`select id from written`.execute(database.read)).rows.map(({ id }) => id)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oxbow-sqlite-'))
    database = openSqlite(join(folder, 'oxbow.sqlite'))
    await database.transaction(({ db }) => sql`create table written (id integer)`.execute(db), { invalidates: false })
  })

  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  it('waits for the disk outside of the event loop, once for all that was committed meanwhile', async () => {
    const handle = await open(join(folder, 'oxbow.sqlite'))
    const flushes: PromiseWithResolvers<void>[] = []
    const spy = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'datasync').mockImplementation(() => {
      const flush = Promise.withResolvers<void>()
      flushes.push(flush)
      return flush.promise
    })
    await handle.close()
    try {
      const done: number[] = []
      const writes = [1, 2, 3, 4].map(value => write(value).then(() => done.push(value)))
      // One waits for a flush that began before the others were committed, who share the next.
      await expect.poll(written).toEqual([1, 2, 3, 4])
      expect([done, flushes.length]).toEqual([[], 1])
      await write(5, false)
      flushes[0]?.resolve()
      await writes[0]
      await expect.poll(() => flushes.length).toBe(2)
      expect(done).toEqual([1])
      flushes[1]?.resolve()
      await Promise.all(writes)
      expect([done.length, flushes.length]).toEqual([4, 2])
      // A write that the disk refuses is no success.
      const refused = write(6)
      await expect.poll(() => flushes.length).toBe(3)
      flushes[2]?.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }))
      await expect(refused).rejects.toThrow('i/o error')
      const next = write(7)
      await expect.poll(() => flushes.length).toBe(4)
      flushes[3]?.resolve()
      await next
    } finally {
      spy.mockRestore()
    }
  })

  it('is closed once the transaction under way is there', async () => {
    const begun = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    const writing = database.transaction(
      async ({ db }) => {
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
    database = openSqlite(join(folder, 'oxbow.sqlite'))
    expect(await written()).toEqual([1])
  })
})
