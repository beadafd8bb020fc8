import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { App, ServerFeature } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import type { Engine } from '../database/index.ts'
import { createServer, listen, type RunningServer } from '../start.ts'
import { HttpClient } from './client.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres.ts'
import { createMigratedDatabase, writeMigratedDatabase } from './template.ts'

export { HttpClient, storage, type HttpReply } from './client.ts'

/** The name and password of the administrator in every test wiki. */
export const ADMIN = { username: 'admin', password: 'correct horse battery' }

/** A real wiki on a real database, listening on its own port. */
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
  /** Creates a user by REST, with a name and an address after the user name unless given. @returns the user's client */
  addUser(username: string, options?: NewUser): Promise<HttpClient>
  /** Stops the server but keeps the data, for tests of restarting. */
  stop(): Promise<void>
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

/** Properties that differ from the defaults of a user of a test: `ada` is Ada with the password `ada password`. */
interface NewUser {
  fullName?: string
  email?: string
  password?: string
}

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/**
 * Runs a suite on both databases. `features` is given lazily so that a feature's own tests name only what they need.
 * The wiki is shared by the tests of the suite.
 */
export function onEachEngine(
  name: string,
  features: () => readonly ServerFeature[],
  suite: (wiki: () => TestWiki) => void,
  env: Record<string, string> = {},
): void {
  describe.each(ENGINES)(`${name} (%s)`, engine => {
    let wiki: TestWiki | undefined
    beforeAll(async () => {
      wiki = await startTestWiki(engine, features(), env)
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

/**
 * Starts a wiki on a new database of the engine, whose schema is copied from a template (see template.ts). It begins
 * with an empty one and migrates by itself where `env` names its home or database, or says that it is new.
 */
export async function startTestWiki(
  engine: Engine,
  features: readonly ServerFeature[],
  env: Record<string, string> = {},
  settings: Partial<Config> = {},
): Promise<TestWiki> {
  const home = await mkdtemp(join(tmpdir(), 'oxbow-test-'))
  const isEmpty = ['OXBOW_HOME', 'DATABASE_URL', 'OXBOW_NEW_WIKI'].some(name => name in env)
  if (engine === 'sqlite' && !isEmpty) await writeMigratedDatabase(home, features)
  const create = isEmpty ? createPostgresDatabase : () => createMigratedDatabase(features)
  const databaseUrl = engine === 'postgres' ? await create() : undefined
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
  const config: Config = { ...read, validateResponses: true, ...settings }
  let server: RunningServer | undefined = await createServer(config, features)
  const port = await listen(server, config)
  const url = `http://127.0.0.1:${port}`
  const { app } = server
  const admin = HttpClient.basic(url, ADMIN.username, ADMIN.password)
  const as = (username: string, password: string) => HttpClient.basic(url, username, password)
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  return {
    engine,
    app,
    url,
    config,
    admin,
    anonymous: new HttpClient(url),
    as,
    async addUser(username, { fullName, email, password = `${username} password` } = {}) {
      const reply = await admin.post('/rest/api/admin/user', {
        userName: username,
        fullName: fullName ?? username.charAt(0).toUpperCase() + username.slice(1),
        email: email ?? `${username}@example.org`,
        password,
      })
      if (reply.status >= 300) throw new Error(reply.text)
      return as(username, password)
    },
    stop,
    async close() {
      await stop()
      await rm(home, { recursive: true, force: true })
      if (databaseUrl) await dropPostgresDatabase(databaseUrl)
    },
  }
}
