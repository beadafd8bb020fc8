import type { BlobStore } from './blobs.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import type { Database, FactCache, Migration, PlannerStatistics } from './database/index.ts'
import type { EventLog } from './events/subscribers.ts'
import type { Extensions } from './extensions.ts'
import type { Http } from './http/http.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Peers } from './processes/index.ts'
import type { Settings, SiteSetting } from './settings.ts'
import type { Signals } from './signals.ts'
import type { FeatureMessages, Texts } from './texts.ts'
import type { WorkerPool } from './workers/index.ts'

/** The running wiki, as features see it. */
export interface App {
  readonly config: Config
  /** Address by which users reach the wiki, without trailing slash. Known once the server listens. */
  baseUrl: string
  readonly log: Log
  readonly database: Database
  /** Facts that nearly every request reads from the database, until the next commit. */
  readonly facts: FactCache
  readonly events: EventLog
  readonly blobs: BlobStore
  readonly jobs: Jobs
  readonly settings: Settings
  readonly texts: Texts
  readonly mail: Mailer
  readonly extensions: Extensions
  readonly http: Http
  /** Threads for work that would hold up everybody. */
  readonly workers: WorkerPool
  /** Other processes of this server. */
  readonly peers: Peers
  /** Short messages to all other processes, those of other machines too. */
  readonly signals: Signals
  /**
   * This wiki's own value of a kind, such as a cache: made when it is first asked for, the same from then on.
   * @param create makes it; also its key, and therefore a function of a module rather than one written in the call
   */
  own<T>(create: (app: App) => T): T
  /** A context that acts as the system, e.g. for jobs: passes every policy. */
  systemContext(): Context
}

/** The server half of a feature. `register` adds its calls, subscribers, jobs and extensions. */
export interface ServerFeature {
  readonly name: string
  readonly migrations?: readonly Migration[]
  /** Texts of its views, for languages other than English. */
  readonly messages?: FeatureMessages
  /**
   * Tables whose rows can be made again, e.g. a search index or a cache: backups leave them out. After a restore they
   * hold what their migration put there, and the named subscribers read the event log from its beginning. A table that
   * only one database has must be named here.
   */
  readonly derived?: { readonly tables: readonly string[]; readonly subscribers: readonly string[] }
  /** Sizes of its largest tables in a large wiki, by which SQLite plans; see {@link PlannerStatistics}. */
  readonly statistics?: PlannerStatistics
  /** Settings that it adds to the general settings. */
  readonly settings?: readonly SiteSetting[]
  register(app: App): void | Promise<void>
  /** Work after every feature is registered and the schema is current, before requests are served. */
  start?(app: App): Promise<void>
}
