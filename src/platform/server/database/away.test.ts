import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoint } from '../../contract.ts'
import type { ServerFeature } from '../app.ts'
import { startTestWiki, type TestWiki } from '../testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../testing/postgres.ts'
import { isAway } from './away.ts'

/** A proxy between the wiki and PostgreSQL that can be cut or held up. */
class Line {
  readonly #target: URL
  readonly #open = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #held = false

  constructor(target: string) {
    this.#target = new URL(target)
  }

  /** @returns the address by which PostgreSQL is reached through the line */
  async join(): Promise<string> {
    this.#server = createServer(near => {
      const far = connect(Number(this.#target.port), this.#target.hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(one)
        one.pipe(other)
        if (this.#held) one.pause()
        one
          .on('error', () => {})
          .on('close', () => {
            this.#open.delete(one)
            other.destroy()
          })
      }
    }).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
    return Object.assign(new URL(this.#target), { port: String(this.#port) }).href
  }

  cut(): void {
    this.#server?.close()
    for (const socket of this.#open) socket.destroy()
  }

  /** Lets nothing through, as an unresponsive server: connections are accepted, and get no answer. */
  hold(): void {
    this.#held = true
    for (const socket of this.#open) socket.pause()
  }

  release(): void {
    this.#held = false
    for (const socket of this.#open) socket.resume()
  }
}

const call = (method: 'GET' | 'POST', path: string) => endpoint({ method, path, summary: 'A call', tag: 'test' })
const feature: ServerFeature = {
  name: 'test',
  register({ http, database, systemContext }) {
    const { viewer } = systemContext()
    http.authenticateBy(async () => ({ viewer, method: 'token', xsrfToken: '' }))
    http.handle(call('GET', '/rest/read'), async () => (await sql`select 1`.execute(database.read)).rows)
    http.handle(call('POST', '/rest/write'), async () =>
      database.transaction(async ({ db }) => (await sql`select 1`.execute(db)).rows),
    )
    http.handle(call('GET', '/rest/slow'), async () => (await sql`select pg_sleep(13)`.execute(database.read)).rows)
    http.handle(call('GET', '/rest/locked'), async () => database.read.selectFrom('setting').select('name').execute())
    http.handle(call('GET', '/rest/long'), async () => (await sql`select pg_sleep(600)`.execute(database.read)).rows)
  },
}

describe('a database that goes away', () => {
  let databaseUrl: string
  let line: Line
  let wiki: TestWiki
  beforeAll(async () => {
    databaseUrl = await createPostgresDatabase()
    line = new Line(databaseUrl)
    wiki = await startTestWiki('sqlite', [feature], { DATABASE_URL: await line.join() })
  })
  afterAll(async () => {
    await wiki.close()
    line.cut()
    await dropPostgresDatabase(databaseUrl)
  })

  it('is told as such, in the middle of a query too, and is used again when it is back', async () => {
    const { admin } = wiki
    expect((await admin.get('/rest/read')).status).toBe(200)
    const underWay = admin.get('/rest/long')
    await expect
      .poll(
        async () =>
          (
            await sql<{
              n: number
            }>`select count(*)::int as n from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()
      and datname = current_database()`.execute(wiki.app.database.read)
          ).rows[0]?.n,
      )
      .toBe(1)
    line.cut()
    for (const reply of [await underWay, await admin.get('/rest/read'), await admin.post('/rest/write', {})]) {
      expect(reply.json).toMatchObject({
        statusCode: 503,
        reason: 'Service Unavailable',
        data: { successful: false },
        message: expect.stringContaining('database') as string,
      })
      expect(reply.headers.get('retry-after')).toBe('5')
    }
    expect((await admin.get('/health/ready')).json).toMatchObject({
      status: 'unavailable',
      reasons: expect.arrayContaining(['the database does not answer']) as string[],
    })
    expect((await admin.get('/health/live')).status).toBe(200)
    await line.join()
    await expect.poll(async () => (await admin.get('/health/ready')).status).toBe(200)
    expect([(await admin.get('/rest/read')).status, (await admin.post('/rest/write', {})).status]).toEqual([200, 200])
  })

  it('is told as such when it hangs, by every request in bounded time, and is used again when it goes on', async () => {
    const { admin } = wiki
    expect((await admin.get('/rest/read')).status).toBe(200)
    const underWay = admin.get('/rest/long')
    line.hold()
    // Those that have a connection, and those that must make one.
    const waiting = [
      underWay,
      ...Array.from({ length: 12 }, () => admin.get('/rest/read')),
      admin.post('/rest/write', {}),
    ]
    expect((await admin.get('/health/ready')).status).toBe(503)
    expect((await admin.get('/health/live')).status).toBe(200)
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([503]))
    expect((await admin.get('/rest/read')).json).toMatchObject({
      statusCode: 503,
      message: expect.stringContaining('database') as string,
    })
    line.release()
    await expect.poll(async () => (await admin.get('/health/ready')).status).toBe(200)
    expect([(await admin.get('/rest/read')).status, (await admin.post('/rest/write', {})).status]).toEqual([200, 200])
  })

  it('is not taken to hang by a query that takes long, and is not waited for without end by who wants rows that others hold', async () => {
    const outside = new pg.Client({ connectionString: databaseUrl })
    await outside.connect()
    try {
      await outside.query('begin; lock table setting')
      const [slow, locked] = await Promise.all([wiki.admin.get('/rest/slow'), wiki.admin.get('/rest/locked')])
      expect([slow.status, locked.status]).toEqual([200, 503])
      await outside.query('rollback')
      expect((await wiki.admin.get('/rest/locked')).status).toBe(200)
    } finally {
      await outside.end()
    }
  })

  it('is told from a query that is wrong', async () => {
    const wrong = await sql`select no_such_column`.execute(wiki.app.database.read).catch((error: unknown) => error)
    expect(wrong).toBeInstanceOf(Error)
    expect(isAway(wrong)).toBe(false)
  })
})
