import type { AddressInfo } from 'node:net'
import type { App, ServerFeature } from './app.ts'
import { createBlobStore } from './blobs/index.ts'
import { ConfigError, type Config } from './config.ts'
import type { Authentication, Context, Viewer } from './context.ts'
import {
  FactCache,
  migrate,
  missingMigrations,
  openDatabase,
  writeStatistics,
  type Database,
  type Migration,
} from './database/index.ts'
import { EventLog } from './events/subscribers.ts'
import { Extensions } from './extensions.ts'
import { createFastify } from './http/create.ts'
import { Http } from './http/http.ts'
import { createJobs, ONE_OF_EACH } from './jobs/index.ts'
import { backgroundWork } from './background-work.ts'
import { deferredWrites } from './deferred-writes.ts'
import { createLog } from './log.ts'
import { languageFor, siteLanguage } from './language.ts'
import { createMailer } from './mail/index.ts'
import { platformCalls } from './http/platform-calls.ts'
import { refuseForeignFiles } from './new-wiki.ts'
import { NO_PEERS, type Peers } from './processes/index.ts'
import { Settings } from './settings.ts'
import { Signals } from './signals.ts'
import { Texts } from './texts.ts'
import { WorkerPool } from './workers/index.ts'

const SYSTEM_VIEWER: Viewer = {
  userId: null,
  userKey: '',
  username: '',
  displayName: 'System',
  groupIds: [],
  isAdmin: true,
  mayUse: true,
  mayViewUsers: true,
  locale: null,
  timeZone: null,
}
const ANONYMOUS: Authentication = {
  viewer: { ...SYSTEM_VIEWER, displayName: 'Anonymous', isAdmin: false, mayUse: false, mayViewUsers: false },
  method: 'anonymous',
  xsrfToken: '',
}
const SYSTEM: Authentication = { viewer: SYSTEM_VIEWER, method: 'anonymous', xsrfToken: '' }

/** File descriptor of standard error. */
const STDERR = 2
/** Remainder of a shutdown when open requests have had their time: connections end, and the database is closed. */
const CLOSING_MS = 2000

export interface RunningServer {
  readonly app: App
  /** Finishes open requests, stops background work and closes the database. */
  close(): Promise<void>
}

/** Puts platform and features together, migrates, and prepares every call; does not listen yet. */
export async function createServer(
  config: Config,
  features: readonly ServerFeature[],
  peers: Peers = NO_PEERS,
): Promise<RunningServer> {
  return open(config, features, createLog(config.logLevel), 'serve', peers)
}

/**
 * Opens the wiki for a command that works on the data, also while a server runs on it: features are registered, but
 * nothing runs in the background, no call is answered and the schema stays as it is. Logs to standard error.
 * @throws ConfigError when the schema is not that of this version
 */
export async function openWiki(
  config: Config,
  features: readonly ServerFeature[],
  peers: Peers = NO_PEERS,
): Promise<RunningServer> {
  return open(config, features, createLog(config.logLevel, STDERR), 'command', peers)
}

type Purpose = 'serve' | 'command'

async function open(
  config: Config,
  features: readonly ServerFeature[],
  log: App['log'],
  purpose: Purpose,
  peers: Peers,
): Promise<RunningServer> {
  const database = await openDatabase(config, peers)
  try {
    return await assemble(features, { config, database, log, peers }, purpose)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function assemble(
  features: readonly ServerFeature[],
  { config, database, log, peers }: Pick<App, 'config' | 'database' | 'log' | 'peers'>,
  purpose: Purpose,
): Promise<RunningServer> {
  const jobs = createJobs(database, log, peers.isAlone ? {} : { places: ONE_OF_EACH })
  const blobs = await createBlobStore(config)
  const migrations = [...jobs.migrations, ...features.flatMap(feature => feature.migrations ?? [])]
  if (purpose === 'serve') {
    await refuseForeignFiles(config, database, blobs)
    const applied = await migrate(database, migrations)
    if (applied.length > 0) log.info({ applied }, 'schema brought up to date')
    await writeStatistics(
      database,
      features.flatMap(feature => (feature.statistics ? [feature.statistics] : [])),
    )
  } else await requireMigrated(database, migrations)
  const settings = new Settings(
    database,
    peers,
    features.flatMap(feature => feature.settings ?? []),
  )
  await settings.load()
  const stopFollowing = settings.follow(error =>
    log.error({ err: error }, 'changed settings could not be read; trying again'),
  )
  const http = new Http(await createFastify(config, log), { answers: purpose === 'serve' })
  const app = createApp({ config, log, database, blobs, jobs, settings, http, peers }, features)
  http.attach(app)
  identifyRequests(app)
  if (purpose === 'serve') await platformCalls(app)
  for (const feature of features) await feature.register(app)
  if (purpose === 'serve') {
    for (const feature of features) await feature.start?.(app)
    await jobs.start(app)
    await http.fastify.ready()
  }
  return {
    app,
    async close() {
      await finishRequestsAndJobs(app)
      await Promise.all(app.extensions.all(backgroundWork).map(work => work.stop()))
      stopFollowing()
      await app.events.stop()
      await deferredWrites(app).flush()
      await app.mail.close()
      await app.workers.close()
      await database.close()
    },
  }
}

async function requireMigrated(database: Database, migrations: readonly Migration[]): Promise<void> {
  const missing = await missingMigrations(database, migrations)
  if (missing.length > 0) {
    throw new ConfigError(
      `The data is not that of this version of Oxbow: start the wiki once, which brings it up to date (it lacks ${missing.join(', ')}).`,
    )
  }
}

function createApp(
  parts: Pick<App, 'config' | 'log' | 'database' | 'blobs' | 'jobs' | 'settings' | 'http' | 'peers'>,
  features: readonly ServerFeature[],
): App {
  const { config, log, database, settings, peers } = parts
  const own = new Map<unknown, unknown>()
  const app: App = {
    ...parts,
    baseUrl: config.baseUrl,
    facts: new FactCache(database),
    events: new EventLog(database, (subscriber, error) =>
      log.error({ subscriber, err: error }, 'subscriber failed; it will try again'),
    ),
    mail: createMailer(config),
    signals: new Signals(database, peers, error => log.warn({ err: error }, 'a signal to other processes was lost')),
    extensions: new Extensions(),
    texts: new Texts(features.map(feature => feature.messages ?? {})),
    workers: new WorkerPool(),
    own<T>(create: (app: App) => T): T {
      if (!own.has(create)) own.set(create, create(app))
      return own.get(create) as T
    },
    systemContext: (): Context => ({
      app,
      viewer: SYSTEM_VIEWER,
      authentication: SYSTEM,
      locale: settings.get(siteLanguage),
    }),
  }
  return app
}

function identifyRequests({ http, settings, database, peers }: App): void {
  http.fastify.addHook('onRequest', async (request, reply) => {
    // Another process may have answered what this client changed a moment ago.
    if (!peers.isAlone) database.refreshGeneration()
    // Probes, metrics and the web app's files answer everyone alike, also while the database is away.
    const { anonymous } = request.routeOptions.config
    if (!anonymous) http.priority.requestArrived()
    request.authentication = anonymous ? ANONYMOUS : await http.authenticate(request)
    // As in the old product: an open page sees by it that its session has ended.
    const { userId, username } = request.authentication.viewer
    if (!anonymous) reply.header('x-ausername', userId === null ? 'anonymous' : encodeURIComponent(username))
    request.locale = languageFor(settings, request.authentication.viewer.locale, request.headers['accept-language'])
  })
}

async function finishRequestsAndJobs({ config, http, jobs }: App): Promise<void> {
  // A request that never ends must not keep the process: service managers kill what takes too long.
  const patience = Math.max(config.shutdownSeconds * 1000 - CLOSING_MS, CLOSING_MS / 4)
  const deadline = setTimeout(() => http.fastify.server.closeAllConnections(), patience).unref()
  // Jobs that finishing requests still queue are rows; the next process takes them.
  await Promise.all([http.fastify.close(), jobs.stop()])
  clearTimeout(deadline)
}

/** Listens; the base address follows the port when the settings name none. @returns the port in use. */
export async function listen(server: RunningServer, config: Config): Promise<number> {
  await server.app.http.fastify.listen({ port: config.port, host: config.host })
  const { port } = server.app.http.fastify.server.address() as AddressInfo
  if (config.baseUrl === 'http://localhost:0') server.app.baseUrl = `http://localhost:${port}`
  return port
}
