import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql, type Generated } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServerFeature } from '../app.ts'
import { openDatabase, type Database } from '../database/index.ts'
import { createBlobStore } from '../blobs/index.ts'
import { ENGINES, startTestWiki, type TestWiki } from '../testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../testing/postgres.ts'
import { backup, restore } from './index.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    test_tree: {
      id: Generated<number>
      parent_id: number | null
      title: string
      weight: number | null
      bytes: Buffer | null
      file_sha256: string | null
    }
    test_leaf: { tree_id: number; name: string }
    test_derived: { id: number }
  }
}

const feature: ServerFeature = {
  name: 'test',
  migrations: [
    {
      name: '2026-11-21-99-test',
      async up(db, { engine, types }) {
        await sql
          .raw(`create table test_tree (id ${types.id}, parent_id ${types.integer} references test_tree (id), title text not null,
        weight ${engine === 'postgres' ? 'double precision' : 'real'}, bytes ${types.bytes}, file_sha256 text,
        folded text generated always as (lower(title)) stored)`)
          .execute(db)
        // Its name sorts before the table that it refers to.
        await sql
          .raw(
            `create table test_leaf (tree_id ${types.integer} not null references test_tree (id), name text not null)`,
          )
          .execute(db)
        await sql.raw(`create table test_derived (id ${types.integer} primary key)`).execute(db)
        // A seed that the restored rows must take the place of.
        await sql`insert into test_tree (title) values ('seed')`.execute(db)
        if (engine === 'sqlite') await sql`create virtual table test_search using fts5 (body)`.execute(db)
        else await sql`alter table test_tree add column terms tsvector`.execute(db)
      },
    },
  ],
  derived: { tables: ['test_derived'], subscribers: ['test.derived'] },
  register(app) {
    app.http.authenticateBy(async () => ({ viewer: app.systemContext().viewer, method: 'anonymous', xsrfToken: '' }))
  },
}
const contents = ['first file', 'second file'.repeat(100_000), '']

/** Everything that a backup has to keep, as a reader sees it. */
async function everything(database: Database) {
  const { read } = database
  return {
    trees: await read
      .selectFrom('test_tree')
      .select(['id', 'parent_id', 'title', 'weight', 'bytes', 'file_sha256'])
      .orderBy('id')
      .execute(),
    leaves: await read.selectFrom('test_leaf').selectAll().orderBy('name').execute(),
    events: await read.selectFrom('event').selectAll().orderBy('id').execute(),
    cursors: (await read.selectFrom('event_cursor').select('subscriber').orderBy('subscriber').execute()).map(
      row => row.subscriber,
    ),
    settings: await read.selectFrom('setting').selectAll().execute(),
  }
}

describe.each(ENGINES)('backup of %s', from => {
  let wiki: TestWiki
  let folder: string
  let file: string
  const databases: string[] = []
  const opened: Database[] = []

  beforeEach(async () => {
    wiki = await startTestWiki(from, [feature])
    folder = await mkdtemp(join(tmpdir(), 'oxbow-backup-'))
    file = join(folder, 'oxbow.tar.gz')
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
    await wiki.close()
    await rm(folder, { recursive: true })
    for (const url of databases.splice(0)) await dropPostgresDatabase(url)
  })

  const place = async (engine: 'sqlite' | 'postgres') => {
    const home = await mkdtemp(join(folder, 'home-'))
    const databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : undefined
    if (databaseUrl) databases.push(databaseUrl)
    return { home, databaseUrl }
  }
  const open = async (config: { home: string; databaseUrl: string | undefined }) => {
    const database = await openDatabase(config)
    opened.push(database)
    return database
  }
  const fill = async () => {
    const { blobs, database } = wiki.app
    const addresses = await Promise.all(
      contents.map(async content => (await blobs.put(Readable.from([Buffer.from(content)]), { maxSize: 1e8 })).sha256),
    )
    await blobs.put(Readable.from([Buffer.from('nobody names me')]), { maxSize: 100 })
    await database.transaction(async tx => {
      await tx.db
        .insertInto('test_tree')
        .values([
          {
            id: 20,
            parent_id: null,
            title: 'Ünïcode "quotes" \n\t 🌲 </script>',
            weight: 0.1 + 0.2,
            bytes: Buffer.from([0, 1, 255]),
            file_sha256: addresses[0]!,
          },
          {
            id: 10,
            parent_id: 20,
            title: 'child before its parent',
            weight: -1e-9,
            bytes: Buffer.alloc(0),
            file_sha256: addresses[1]!,
          },
          { id: 30, parent_id: 10, title: 'x'.repeat(300_000), weight: null, bytes: null, file_sha256: addresses[2]! },
          { id: 500, parent_id: null, title: 'deleted at once', weight: 3, bytes: null, file_sha256: null },
        ])
        .execute()
      await tx.db
        .insertInto('test_leaf')
        .values(Array.from({ length: 450 }, (_, n) => ({ tree_id: 10, name: `leaf ${n}` })))
        .execute()
      await tx.db.insertInto('test_derived').values({ id: 1 }).execute()
      await tx.db.insertInto('setting').values({ name: 'site.title', value: '"Wiki"' }).execute()
      await tx.db
        .insertInto('event_cursor')
        .values(['test.derived', 'mails'].map(subscriber => ({ subscriber, position: 1, updated_at: 1 })))
        .execute()
      tx.append({ kind: 'test.filled', actorId: null, data: { n: 9007199254740991 } })
      // Explicit ids do not move the counter of PostgreSQL: do what rows without ids would have done.
      if (tx.engine === 'postgres')
        await sql`select setval(pg_get_serial_sequence('test_tree', 'id'), 500)`.execute(tx.db)
      await tx.db.deleteFrom('test_tree').where('id', '=', 500).execute()
    })
    return addresses
  }

  it.each(ENGINES)('comes back whole in %s', async to => {
    const addresses = await fill()
    const before = await everything(wiki.app.database)
    const manifest = await backup(wiki.config, file, [feature])
    expect(manifest.tables['test_tree']).toEqual({ rows: 4, sequence: 500 })
    expect(manifest.tables['test_derived']).toBeUndefined()
    expect(manifest.blobs).toMatchObject({ count: 3, missing: [], damaged: [], lost: 0 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const config = await place(to)
    await restore(config, file, [feature])
    const database = await open(config)
    expect(await everything(database)).toEqual({ ...before, cursors: ['mails'] })
    const blobs = await createBlobStore(config)
    expect(await Promise.all(addresses.map(async sha256 => text(await blobs.open(sha256))))).toEqual(contents)
    let stored = 0
    for await (const blob of blobs.list()) stored += addresses.includes(blob.sha256) ? 1 : 100
    expect(stored).toBe(3)
    // Ids go on where they were: never one that a deleted row had.
    const { id } = await database.transaction(({ db }) =>
      db
        .insertInto('test_tree')
        .values({ title: 'new', parent_id: 30, weight: null, bytes: null, file_sha256: null })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    expect(id).toBe(501)
    await expect(
      database.transaction(({ db }) => db.insertInto('test_leaf').values({ tree_id: 9999, name: 'orphan' }).execute()),
    ).rejects.toThrow(/foreign key/i)
    await expect(restore(config, file, [feature])).rejects.toThrow('The database is not empty')
  })

  it('is of one moment while others write', async () => {
    const { database } = wiki.app
    let writing = true
    let rounds = 0
    const writer = (async () => {
      while (writing) {
        await database.transaction(async ({ db }) => {
          const { id } = await db
            .insertInto('test_tree')
            .values({ title: 't'.repeat(2000), parent_id: null, weight: null, bytes: null, file_sha256: null })
            .returning('id')
            .executeTakeFirstOrThrow()
          await db
            .insertInto('test_leaf')
            .values({ tree_id: id, name: String(id) })
            .execute()
        })
        rounds++
        await new Promise(resolve => setImmediate(resolve))
      }
    })()
    while (rounds < 200) await new Promise(resolve => setImmediate(resolve))
    const before = rounds
    const manifest = await backup(wiki.config, file, [feature])
    const during = rounds - before
    writing = false
    await writer
    expect(during).toBeGreaterThan(0)
    // The seed has no leaf.
    expect(manifest.tables['test_tree']?.rows).toBe((manifest.tables['test_leaf']?.rows ?? 0) + 1)
    const config = await place('sqlite')
    await restore(config, file, [feature])
  })

  it('refuses a damaged or cut-off backup and leaves the target as it was', async () => {
    await fill()
    await backup(wiki.config, file, [feature])
    const tar = gunzipSync(await readFile(file))
    const config = await place(from)
    const tampered = async (bytes: Buffer) => {
      await writeFile(join(folder, 'tampered.tar.gz'), gzipSync(bytes))
      return restore(config, join(folder, 'tampered.tar.gz'), [feature])
    }
    const flipped = Buffer.from(tar)
    flipped.write('First file', tar.indexOf('first file'))
    await expect(tampered(flipped)).rejects.toThrow(/damaged: blobs\//)
    const changed = Buffer.from(tar)
    changed.write('leaf A', tar.indexOf('leaf 7'))
    await expect(tampered(changed)).rejects.toThrow('damaged: tables/test_leaf/000001.ndjson')
    await expect(tampered(tar.subarray(0, tar.indexOf('manifest.json')))).rejects.toThrow('not whole')
    const rest = (await readFile(file)).subarray(0, -5000)
    await writeFile(join(folder, 'cut.tar.gz'), rest)
    await expect(restore(config, join(folder, 'cut.tar.gz'), [feature])).rejects.toThrow(/unexpected end/)
    expect(await readdir(config.home)).toEqual([])
    await restore(config, file, [feature])
  })

  it('leaves nothing behind when a row cannot be restored, so that it can be tried again', async () => {
    await fill()
    await backup(wiki.config, file, [feature])
    const config = await place(from)
    await expect(restore(config, file, [])).rejects.toThrow('written by a newer version of Oxbow')
    const { derived: _, ...other } = feature
    const wrong: ServerFeature = {
      ...other,
      migrations: [
        { name: '2026-11-21-99-test', up: async db => void (await sql`create table other (id integer)`.execute(db)) },
      ],
    }
    await expect(restore(config, file, [wrong])).rejects.toThrow('which this version of Oxbow does not have')
    await restore(config, file, [feature])
    expect((await everything(await open(config))).trees).toHaveLength(4)
  })

  it('is made and restored without attachments that are missing or damaged, and names them', async () => {
    const [first = '', second = '', third = ''] = await fill()
    await wiki.app.blobs.remove(first)
    await writeFile(join(wiki.config.home, 'blobs', second.slice(0, 2), second.slice(2, 4), second), 'damage')
    const { blobs } = await backup(wiki.config, file, [feature])
    expect(blobs).toEqual({ count: 1, bytes: 0, missing: [first], damaged: [second], lost: 2 })
    await expect(backup(wiki.config, file, [feature])).rejects.toThrow('EEXIST')
    const config = await place(from)
    expect((await restore(config, file, [feature])).blobs).toEqual(blobs)
    expect(await everything(await open(config))).toMatchObject({ trees: (await everything(wiki.app.database)).trees })
    const restored = await createBlobStore(config)
    expect(await Promise.all([first, second, third].map(sha256 => restored.verify(sha256)))).toEqual([
      'missing',
      'missing',
      'ok',
    ])
  })
})
