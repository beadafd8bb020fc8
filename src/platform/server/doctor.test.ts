import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql, type Generated } from 'kysely'
import { expect, it } from 'vitest'
import type { ServerFeature } from './app.ts'
import { doctor, doctorChecks } from './doctor.ts'
import { onEachEngine } from './testing/harness.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    test_file: { id: Generated<number>; sha256: string }
  }
}

const feature: ServerFeature = {
  name: 'test',
  migrations: [
    {
      name: '2026-11-21-99-test',
      up: async (db, { types }) =>
        void (await sql.raw(`create table test_file (id ${types.id}, sha256 text not null)`).execute(db)),
    },
  ],
  register(app) {
    app.http.authenticateBy(async () => ({ viewer: app.systemContext().viewer, method: 'anonymous', xsrfToken: '' }))
    app.extensions.add(doctorChecks, {
      name: 'Every file is a good one',
      async *run({ database }) {
        const bad = await database.read.selectFrom('test_file').select('id').where('sha256', 'like', 'bad%').execute()
        for (const { id } of bad) yield { severity: 'warning', message: `File ${id} is bad` }
      },
    })
  },
}

onEachEngine(
  'doctor',
  () => [feature],
  wiki => {
    const findings = async () =>
      (await doctor(wiki().app)).checks.flatMap(check => check.findings.map(finding => finding.message))
    const insert = (sha256: string, id?: number) =>
      wiki().app.database.transaction(({ db }) =>
        db
          .insertInto('test_file')
          .values({ sha256, ...(id === undefined ? {} : { id }) })
          .execute(),
      )
    const clear = () => wiki().app.database.transaction(({ db }) => db.deleteFrom('test_file').execute())
    const put = async (content: string) =>
      (await wiki().app.blobs.put(Readable.from([Buffer.from(content)]), { maxSize: 100 })).sha256
    const pathOf = (sha256: string) => join(wiki().config.home, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256)

    it('finds nothing where nothing is wrong', async () => {
      await insert(await put('sound'))
      const names: string[] = []
      const report = await doctor(wiki().app, name => names.push(name))
      expect(report).toMatchObject({ healthy: true })
      expect(report.checks.map(check => check.name)).toEqual(names)
      expect(names).toContain('Every file is a good one')
      expect(report.checks.every(check => check.found === 0)).toBe(true)
    })

    it('tells how far the reading of files is', async () => {
      await insert(await put('a second one'))
      const told: [done: number, total: number][] = []
      await doctor(wiki().app, undefined, { deep: false, onProgress: (done, total) => told.push([done, total]) })
      expect(told).toEqual([
        [1, 2],
        [2, 2],
      ])
      await clear()
      await insert(await put('sound'))
    })

    it('finds missing, damaged and unused files', async () => {
      const [missing, damaged, unused] = ['0'.repeat(64), await put('to be damaged'), await put('unused')]
      await insert(missing)
      await insert(damaged)
      await writeFile(pathOf(damaged), 'damaged by us')
      expect(await findings()).toEqual(
        expect.arrayContaining([
          expect.stringContaining(`${missing} is missing`),
          expect.stringContaining(`${damaged} is damaged`),
        ]),
      )
      expect((await doctor(wiki().app)).healthy).toBe(false)
      await clear()
      const old = new Date(Date.now() - 48 * 60 * 60 * 1000)
      await utimes(pathOf(unused), old, old)
      expect(await findings()).toEqual(['1 stored files (6 bytes) belong to nothing any more.'])
      await wiki().app.blobs.remove(unused)
    })

    it('finds counters that stand below the ids in use, and cursors beyond the log', async () => {
      const { database } = wiki().app
      const sha256 = await put('sound')
      await insert(sha256, 5000)
      if (database.engine === 'sqlite')
        await database.transaction(({ db }) =>
          sql`update sqlite_sequence set seq = 1 where name = 'test_file'`.execute(db),
        )
      await database.transaction(({ db }) =>
        db.insertInto('event_cursor').values({ subscriber: 'ahead', position: 1e6, updated_at: 0 }).execute(),
      )
      const messages = await findings()
      expect(messages).toEqual([
        expect.stringMatching(/^test_file holds the id 5000, but its counter stands at \d: /),
        expect.stringMatching(/^ahead stands at event 1000000, but the log ends at \d+: /),
      ])
      await clear()
      await database.transaction(({ db }) => db.deleteFrom('event_cursor').execute())
    })

    it('asks the features, and reports a check that fails instead of stopping at it', async () => {
      const { extensions } = wiki().app
      await insert('bad')
      extensions.add(doctorChecks, {
        name: 'Fails',
        // oxlint-disable-next-line require-yield -- it fails before it finds anything
        async *run() {
          throw new Error('no such table')
        },
      })
      expect(await findings()).toEqual([
        expect.stringContaining('Not the address of a blob: bad'),
        expect.stringMatching(/^File \d+ is bad$/),
        'The check could not be finished: no such table',
      ])
    })
  },
)
