import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDriver from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeExport } from '../../bench/export.ts'
import { Oxbow } from '../../test/oxbow.ts'

const MINUTE = 60_000
vi.setConfig({ testTimeout: 15 * MINUTE, hookTimeout: 5 * MINUTE })

const SIZE = { pages: 2000, versions: 5 }
const KILLS = 20
/** Tables of an import's results, with the columns that differ from one wiki to another. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  content: [],
  content_version: [],
  content_link: ['id'],
  comment: [],
  attachment: [],
  attachment_version: [],
}

describe('an import that is killed again and again', () => {
  let oxbow: Oxbow
  let folder: string
  beforeAll(async () => {
    oxbow = await Oxbow.fromSources()
    folder = await mkdtemp(join(tmpdir(), 'oxbow-import-killed-'))
    await writeExport(join(folder, 'export'), SIZE)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function newWiki(name: string): Promise<Record<string, string>> {
    const env = { OXBOW_HOME: join(folder, name) }
    const server = await oxbow.start({
      ...env,
      OXBOW_ADMIN_USER: 'admin',
      OXBOW_ADMIN_PASSWORD: 'correct horse battery',
    })
    await server.end('SIGTERM')
    return env
  }
  const opened = (name: string) => new SqliteDriver(join(folder, name, 'oxbow.sqlite'), { readonly: true })
  const args = () => ['import', join(folder, 'export'), '--quiet']

  it('ends as one that was never interrupted', async () => {
    const whole = await newWiki('whole')
    expect(await oxbow.run(args(), whole)).toMatchObject({ code: 0, stderr: '' })

    const env = await newWiki('killed')
    const database = opened('killed')
    const count = database.prepare<[], number>("select count(*) from content where type = 'page'").pluck()
    const before = count.get() ?? 0
    const moments = Array.from({ length: KILLS }, () => Math.floor(Math.random() * SIZE.pages)).toSorted(
      (a, b) => a - b,
    )
    for (const moment of moments) {
      const child = oxbow.spawn(args(), env)
      const ended = once(child, 'exit') as Promise<[number | null, string | null]>
      await expect.poll(() => (count.get() ?? 0) - before, { interval: 10 }).toBeGreaterThanOrEqual(moment)
      child.kill('SIGKILL')
      expect((await ended)[1], `killed at ${moment} of ${moments.join(' ')}`).toBe('SIGKILL')
    }
    expect(await oxbow.run(args(), env)).toMatchObject({ code: 0, stderr: '' })

    const reference = opened('whole')
    for (const [table, leftOut] of Object.entries(TABLES)) {
      const rows = rowsOf(database, table, leftOut)
      expect(rows.length, table).toBeGreaterThan(0)
      expect(rows, table).toEqual(rowsOf(reference, table, leftOut))
    }
    database.close()
    reference.close()
    const left = (await readdir(join(folder, 'killed'))).filter(name => name.startsWith('import-'))
    expect(left, 'what the killed imports left').toEqual([])
  })
})

/** The rows of a table as sorted JSON, without some columns. */
function rowsOf(database: SqliteDriver.Database, table: string, leftOut: readonly string[]): string[] {
  const rows = database.prepare<[], Record<string, unknown>>(`select * from ${table}`).all()
  return rows.map(row => JSON.stringify(Object.entries(row).filter(([column]) => !leftOut.includes(column)))).toSorted()
}
