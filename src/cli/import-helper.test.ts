import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDriver from 'better-sqlite3'
import { zipSync, type Zippable } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HttpClient } from '#platform/server/testing/client.ts'
import { ADMIN } from '#platform/server/testing/harness.ts'
import { writeExport } from '../../bench/export.ts'
import { Oxbow, type OxbowServer } from '../../test/oxbow.ts'

const MINUTE = 60_000
vi.setConfig({ testTimeout: 5 * MINUTE, hookTimeout: 5 * MINUTE })

const PAGES = 1000
/** Pages after which an import is interrupted. */
const SOME = 50
const IMPORTS = '/rest/oxbow/1.0/space-imports'

describe('the helper process of an import', () => {
  let oxbow: Oxbow
  let folder: string
  let zip: Uint8Array
  let server: OxbowServer
  let client: HttpClient
  let database: SqliteDriver.Database

  const home = () => join(folder, 'home')
  const start = async () => {
    server = await oxbow.start({
      OXBOW_HOME: home(),
      OXBOW_ADMIN_USER: ADMIN.username,
      OXBOW_ADMIN_PASSWORD: ADMIN.password,
    })
    client = HttpClient.basic(server.url, ADMIN.username, ADMIN.password)
  }
  beforeAll(async () => {
    oxbow = await Oxbow.fromSources()
    folder = await mkdtemp(join(tmpdir(), 'oxbow-import-helper-'))
    zip = await zipped(join(folder, 'export'))
    await start()
    database = new SqliteDriver(join(home(), 'oxbow.sqlite'), { readonly: true })
  })
  afterAll(async () => {
    database.close()
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  })

  const pagesIn = (key: string) =>
    Number(
      database
        .prepare(
          "select count(*) from content join space on space.id = space_id where key = ? and content.type = 'page'",
        )
        .pluck()
        .get(key),
    )
  const folders = async () => (await readdir(home())).filter(name => name.startsWith('import-'))
  const newest = async () => (await client.get(IMPORTS)).json.results[0]

  /** Uploads the export and waits until some of it is imported. @returns id of the process that imports */
  async function begun(key: string): Promise<number> {
    const path = `${IMPORTS}?filename=export.zip&key=${key}`
    const headers = { 'content-type': 'application/octet-stream', 'x-atlassian-token': 'no-check' }
    expect((await client.send('POST', path, zip, headers)).status).toBe(202)
    await expect.poll(() => pagesIn(key), { timeout: MINUTE, interval: 10 }).toBeGreaterThan(SOME)
    const [name = ''] = await folders()
    return Number(name.split('.')[1])
  }

  async function expectWhole(key: string): Promise<void> {
    await expect.poll(async () => (await newest()).state, { timeout: 2 * MINUTE }).toBe('FINISHED')
    expect(pagesIn(key)).toBe(PAGES)
    expect(await folders()).toEqual([])
  }

  const isGone = (id: number) => {
    try {
      return !process.kill(id, 0)
    } catch {
      return true
    }
  }

  it('is another process, and the import goes on in a new one when it is killed', async () => {
    const id = await begun('KILLED')
    expect((await newest()).state).toBe('PROCESSING')
    process.kill(id, 'SIGKILL')
    await expectWhole('KILLED')
    expect(server.output()).toContain('SIGKILL')
  })

  it('ends with the server, which goes on with the import after its start', async () => {
    const id = await begun('STOPPED')
    expect(await server.end('SIGTERM')).toBe(0)
    expect(isGone(id)).toBe(true)
    expect(await folders()).toEqual([])
    expect(pagesIn('STOPPED')).toBeLessThan(PAGES)
    await start()
    await expectWhole('STOPPED')
  })

  it('ends when the server is killed', async () => {
    const id = await begun('ORPHANED')
    const ended = once(server.process, 'close')
    // The launcher alone: the server ends with it.
    server.process.kill('SIGKILL')
    await ended
    await expect.poll(() => isGone(id)).toBe(true)
    await start()
    await expectWhole('ORPHANED')
  })
})

/** An export as a zip file. */
async function zipped(path: string): Promise<Uint8Array> {
  await writeExport(path, { pages: PAGES, versions: 2 })
  const files: Zippable = {}
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile()) files[file.slice(path.length + 1)] = await readFile(file)
  }
  return zipSync(files, { level: 0 })
}
