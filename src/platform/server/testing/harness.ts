import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import type { App, ServerFeature } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import type { Engine } from '../database/index.ts'
import { createServer, listen, type RunningServer } from '../start.ts'
import { HttpClient } from './client.ts'

export { HttpClient, type HttpReply } from './client.ts'

/** The name and password of the administrator in every test wiki. */
export const ADMIN = { username: 'admin', password: 'correct horse battery' }

/** A real wiki on a real database, listening on a port of its own. */
export interface TestWiki {
  readonly engine: Engine
  readonly app: App
  readonly url: string
  readonly config: Config
  /** Basic authentication as the administrator. */
  readonly admin: HttpClient
  readonly anonymous: HttpClient
  /** A client with Basic authentication. */
  as(username: string, password: string): HttpClient
  /** Stops the server but keeps the data, for tests of restarting. */
  stop(): Promise<void>
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/**
 * Runs a suite on both databases. `features` is given lazily so that a feature's own tests name only what they need.
 * The wiki is shared by the tests of the suite.
 */
export function onEachEngine(name: string, features: () => readonly ServerFeature[], suite: (wiki: () => TestWiki) => void): void {
  describe.each(ENGINES)(`${name} (%s)`, engine => {
    let wiki: TestWiki | undefined
    beforeAll(async () => {
      wiki = await startTestWiki(engine, features())
    })
    afterAll(async () => {
      await wiki?.close()
    })
    suite(() => {
      if (!wiki) throw new Error('the wiki did not start')
      return wiki
    })
  })
}

/** Starts a wiki with an empty database of the engine. */
export async function startTestWiki(
  engine: Engine,
  features: readonly ServerFeature[],
  env: Record<string, string> = {},
  settings: Partial<Config> = {},
): Promise<TestWiki> {
  const home = await mkdtemp(join(tmpdir(), 'oxbow-test-'))
  const databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : undefined
  const read = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    OXBOW_HOME: home,
    OXBOW_LOG_LEVEL: 'silent',
    OXBOW_ADMIN_USER: ADMIN.username,
    OXBOW_ADMIN_PASSWORD: ADMIN.password,
    OXBOW_ADMIN_EMAIL: 'admin@example.org',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...env,
  })
  const config: Config = { ...read, validateResponses: true, storeRenderingFromMs: 0, ...settings }
  let server: RunningServer | undefined = await createServer(config, features)
  const port = await listen(server, config)
  const url = `http://127.0.0.1:${port}`
  const { app } = server
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  return {
    engine,
    app,
    url,
    config,
    admin: HttpClient.basic(url, ADMIN.username, ADMIN.password),
    anonymous: new HttpClient(url),
    as: (username, password) => HttpClient.basic(url, username, password),
    stop,
    async close() {
      await stop()
      await rm(home, { recursive: true, force: true })
      if (databaseUrl) await dropPostgresDatabase(databaseUrl)
    },
  }
}

/** A fresh database on the PostgreSQL that the test run provides. */
export async function createPostgresDatabase(): Promise<string> {
  const adminUrl = inject('postgresUrl')
  const name = `oxbow_${randomBytes(8).toString('hex')}`
  await administer(adminUrl, `create database ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function dropPostgresDatabase(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await administer(inject('postgresUrl'), `drop database if exists ${name} with (force)`)
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
