import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDriver from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENGINES, HttpClient, type HttpReply } from '#platform/server/testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#platform/server/testing/postgres.ts'
import { boxes, gliffy, saved } from '#features/diagrams/testing/wiki.ts'
import { Oxbow, type OxbowServer } from '../../test/oxbow.ts'

// The program is started several times, which a busy machine does slowly.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const PASSWORD = 'correct horse battery'
const ROOT = '/rest/gliffy/1.0/diagrams'
const NO_CHECK = { 'x-atlassian-token': 'no-check' }
/** Names that diagrams get in a transaction that stops before it ends. */
const SLOW = ['Copied', 'Unlinked', 'Renamed']

describe.each(ENGINES)('diagrams of a server that is killed (%s)', engine => {
  let oxbow: Oxbow
  let folder: string
  let env: Record<string, string>
  let server: OxbowServer
  let admin: HttpClient
  let database: Stopper
  let url: string | undefined

  beforeAll(async () => {
    oxbow = await Oxbow.fromSources()
    folder = await mkdtemp(join(tmpdir(), 'oxbow-killed-'))
    env = { OXBOW_HOME: folder, OXBOW_ADMIN_USER: 'admin', OXBOW_ADMIN_PASSWORD: PASSWORD }
    if (engine === 'postgres') env['DATABASE_URL'] = url = await createPostgresDatabase()
    await start()
    database = url === undefined ? new SqliteStopper(join(folder, 'oxbow.sqlite')) : new PostgresStopper(url)
    await admin.post('/rest/api/space', { key: 'KILL', name: 'Kill' })
  })
  afterAll(async () => {
    await database.close()
    await server.end('SIGKILL')
    if (url !== undefined) await dropPostgresDatabase(url)
    await rm(folder, { recursive: true, force: true })
  })

  const start = async () => {
    server = await oxbow.start(env)
    admin = HttpClient.basic(server.url, 'admin', PASSWORD)
  }
  const page = async (title: string, value = '<p>text</p>') => {
    const body = { storage: { value, representation: 'storage' } }
    const reply = await admin.post('/rest/api/content', { type: 'page', title, space: { key: 'KILL' }, body })
    expect(reply.status, reply.text).toBe(200)
    return reply.json.id as string
  }
  const linked = (owner: string, name: string) => gliffy({ name, pageid: owner })

  const copy = (from: string, name: string, to: string, as: string) =>
    admin.send('POST', `${ROOT}/saveas/${from}/${name}?targetPageId=${to}&targetDiagramName=${as}`, undefined, NO_CHECK)
  const unlink = (from: string, name: string, to: string, as: string) =>
    admin.post(`${ROOT}/unlink/${from}/${name}?targetPageId=${to}&targetDiagramName=${as}`)
  const rename = (owner: string, attachment: string, as: string) =>
    admin.post(`/rest/api/content/${owner}/child/attachment/${attachment}/move?newName=${as}`)

  const namesOf = ({ children }: Listed) => children.attachment.results.map(({ title }) => title)
  const diagramsOf = (one: Listed) => namesOf(one).filter(name => !/\.(png|svg)$/.test(name))

  async function listed(begins: string): Promise<Listed[]> {
    const all: Listed[] = []
    let path: string | undefined = '/rest/api/content?spaceKey=KILL&expand=body.storage,body.view,children.attachment'
    while (path !== undefined) {
      const list: { json: { results: Listed[]; _links: { next?: string } } } = await admin.get(path)
      all.push(...list.json.results)
      path = list.json._links.next
    }
    return all.filter(({ title }) => title.startsWith(begins))
  }

  /** The pages of these titles, once a job has attached the PNG of each of their diagrams. */
  async function pictured(begins: string): Promise<Listed[]> {
    let pages: Listed[] = []
    const missing = async () => {
      pages = await listed(begins)
      return pages.flatMap(one =>
        diagramsOf(one)
          .map(name => `${name}.png`)
          .filter(name => !namesOf(one).includes(name)),
      )
    }
    await expect.poll(missing).toEqual([])
    return pages
  }

  /**
   * Files and macros of the pages of these titles. Fails where something is half there: a diagram without document,
   * pictures or rendering, or a text that names a diagram that its owner does not have, or is not known to show it.
   */
  async function state(begins: string): Promise<Record<string, { files: string[]; shows: string[] }>> {
    const pages = await pictured(begins)
    const diagrams = new Map(pages.map(one => [one.id, diagramsOf(one)]))
    const found: Awaited<ReturnType<typeof state>> = {}
    for (const one of pages) {
      const names = diagrams.get(one.id) ?? []
      expect(namesOf(one).toSorted(), one.title).toEqual(
        names.flatMap(name => [name, `${name}.png`, `${name}.svg`]).toSorted(),
      )
      for (const name of names) {
        const stored = await admin.get(`/rest/oxbow/1.0/diagrams?pageId=${one.id}&name=${name}`)
        expect([stored.status, stored.json.document?.format], name).toEqual([200, 'oxbow-diagram'])
        for (const ending of ['.png', '.svg'])
          expect((await admin.get(`/download/attachments/${one.id}/${name}${ending}`)).status, name).toBe(200)
      }
      const shows: string[] = []
      for (const [macro] of one.body.storage.value.matchAll(/<ac:structured-macro ac:name="gliffy".*?<\/ac:struct/g)) {
        const owner = /ac:name="pageid">(\d+)/.exec(macro)?.[1]
        const name = /ac:name="name">([^<]+)/.exec(macro)?.[1] ?? ''
        expect(diagrams.get(owner ?? one.id), `shown on ${one.title}`).toContain(name)
        expect(one.body.view.value, one.title).toContain(`data-filename="${name}"`)
        const uses = await admin.get(`/rest/oxbow/1.0/diagrams/uses?pageId=${owner ?? one.id}&name=${name}`)
        expect(uses.json.results.map(({ title }: { title: string }) => title)).toContain(one.title)
        shows.push(owner === undefined ? name : `${name} of another`)
      }
      found[one.title] = { files: names.toSorted(), shows }
    }
    return found
  }

  it('have nothing half there when it dies in the middle of a copy, an unlinking or a renaming', async () => {
    const owner = await page('Middle owner', gliffy({ name: 'Flow' }) + gliffy({ name: 'Old' }))
    await saved(admin, owner, 'Flow', boxes('One'))
    const { attachmentId } = await saved(admin, owner, 'Old', boxes('Two'))
    const target = await page('Middle target')
    const showing = await page('Middle showing', linked(owner, 'Flow'))
    await page('Middle other', linked(owner, 'Old'))
    const before = await state('Middle')
    expect(before).toEqual({
      'Middle owner': { files: ['Flow', 'Old'], shows: ['Flow', 'Old'] },
      'Middle target': { files: [], shows: [] },
      'Middle showing': { files: [], shows: ['Flow of another'] },
      'Middle other': { files: [], shows: ['Old of another'] },
    })
    const calls = [
      () => copy(owner, 'Flow', target, 'Copied'),
      () => unlink(owner, 'Flow', showing, 'Unlinked'),
      () => rename(owner, attachmentId, 'Renamed'),
    ]
    // SQLite has one writer at a time; on PostgreSQL all of them are interrupted.
    for (const together of engine === 'sqlite' ? calls.map(call => [call]) : [calls]) {
      await database.slow(SLOW)
      const answers = together.map(call =>
        call().then(
          ({ status, text }) => `${status} ${text}`,
          () => 'none',
        ),
      )
      await database.untilSlow(together.length)
      await server.end('SIGKILL')
      expect(await Promise.all(answers)).toEqual(together.map(() => 'none'))
      await database.fast()
      await start()
      expect(await state('Middle')).toEqual(before)
    }
    for (const call of calls) expect((await call()).status).toBe(200)
    expect(await state('Middle')).toEqual({
      'Middle owner': { files: ['Flow', 'Renamed'], shows: ['Flow', 'Renamed'] },
      'Middle target': { files: ['Copied'], shows: ['Copied'] },
      'Middle showing': { files: ['Unlinked'], shows: ['Unlinked'] },
      'Middle other': { files: [], shows: ['Renamed of another'] },
    })
  })

  it('are as they were acknowledged when it dies while many are written', async () => {
    const numbers = Array.from({ length: 5 }, (_, index) => index)
    const target = await page('Load target')
    const owners: { owner: string; showing: string; attachment: string }[] = []
    for (const number of numbers) {
      const owner = await page(`Load owner ${number}`, gliffy({ name: 'Flow' }))
      const { attachmentId } = await saved(admin, owner, 'Flow', boxes('Many'))
      owners.push({ owner, attachment: attachmentId, showing: await page(`Load ${number}`, linked(owner, 'Flow')) })
    }
    let acknowledged = 0
    const dies = Promise.withResolvers<void>()
    const noted = async (call: Promise<HttpReply>) => {
      const isDone = await call.then(
        ({ status, text }) => {
          // Of a diagram that got another name meanwhile there is nothing to copy.
          if (status !== 404) expect(status, text).toBe(200)
          return status === 200
        },
        () => false,
      )
      if (isDone && ++acknowledged === 5) dies.resolve()
      return isDone
    }
    const calls = owners.map(({ owner, showing, attachment }, number) =>
      Promise.all([
        noted(copy(owner, 'Flow', target, `Copy-${number}`)),
        noted(unlink(owner, 'Flow', showing, 'Own')),
        noted(rename(owner, attachment, 'Other')),
      ]),
    )
    await dies.promise
    await server.end('SIGKILL')
    const done = await Promise.all(calls)
    await start()
    const now = await state('Load')
    for (const number of numbers) {
      const [isCopied, isUnlinked, isRenamed] = done[number] ?? []
      if (isCopied) expect(now['Load target']?.files).toContain(`Copy-${number}`)
      if (isUnlinked) expect(now[`Load ${number}`]).toEqual({ files: ['Own'], shows: ['Own'] })
      if (isRenamed) expect(now[`Load owner ${number}`]?.files).toEqual(['Other'])
    }
    expect(now['Load target']?.shows.toSorted(), 'each copy is shown').toEqual(now['Load target']?.files)
    await server.end('SIGTERM')
    expect(await oxbow.run(['doctor'], env)).toMatchObject({ code: 0, stderr: '' })
  })
})

interface Listed {
  id: string
  title: string
  body: { storage: { value: string }; view: { value: string } }
  children: { attachment: { results: { title: string }[] } }
}

/** Lets the database take long over a statement in the middle of a transaction, so that a server can die in it. */
interface Stopper {
  /** From now on it takes long to note that a text shows a diagram of one of these names. */
  slow(names: readonly string[]): Promise<void>
  /** Resolves when so many transactions are in that statement. */
  untilSlow(count: number): Promise<void>
  fast(): Promise<void>
  close(): Promise<void>
}

const TRIGGER = 'create trigger slow before insert on diagram_use for each row'
const listOf = (names: readonly string[]) => names.map(name => `'${name}'`).join()

class SqliteStopper implements Stopper {
  readonly #connection: SqliteDriver.Database

  constructor(file: string) {
    this.#connection = new SqliteDriver(file, { timeout: 10_000 })
  }

  async slow(names: readonly string[]): Promise<void> {
    const busy = 'select count(*) from sqlite_schema a, sqlite_schema b, sqlite_schema c, sqlite_schema d'
    this.#connection.exec(`${TRIGGER} when new.name in (${listOf(names)}) begin ${busy}; end`)
  }

  /** Nothing else has a transaction open for so long. */
  async untilSlow(): Promise<void> {
    this.#connection.pragma('busy_timeout = 300')
    await vi.waitUntil(() => this.#isBusy(), { timeout: 60_000 })
    this.#connection.pragma('busy_timeout = 10000')
  }

  #isBusy(): boolean {
    try {
      this.#connection.exec('begin immediate; rollback')
      return false
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error
      return true
    }
  }

  async fast(): Promise<void> {
    this.#connection.exec('drop trigger slow')
  }

  async close(): Promise<void> {
    this.#connection.close()
  }
}

class PostgresStopper implements Stopper {
  readonly #client: pg.Client
  readonly #connected: Promise<unknown>

  constructor(connectionString: string) {
    this.#client = new pg.Client({ connectionString })
    this.#connected = this.#client.connect()
  }

  async #query(...statements: string[]): Promise<pg.QueryResult | undefined> {
    await this.#connected
    let result: pg.QueryResult | undefined
    for (const statement of statements) result = await this.#client.query(statement)
    return result
  }

  async slow(names: readonly string[]): Promise<void> {
    const body = 'begin perform pg_sleep(600); return new; end'
    await this.#query(
      `create function slow() returns trigger language plpgsql as $$ ${body} $$`,
      `${TRIGGER} when (new.name in (${listOf(names)})) execute function slow()`,
    )
  }

  async untilSlow(count: number): Promise<void> {
    const sleeping = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    const isSleeping = async () => (await this.#query(`select pid ${sleeping}`))?.rowCount === count
    await vi.waitUntil(isSleeping, { timeout: 60_000 })
  }

  async fast(): Promise<void> {
    // The database notices that its client is gone when the statement has ended.
    const others = 'datname = current_database() and pid <> pg_backend_pid()'
    await this.#query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${others}`,
      'drop trigger slow on diagram_use',
      'drop function slow()',
    )
  }

  async close(): Promise<void> {
    await this.#connected
    await this.#client.end()
  }
}
