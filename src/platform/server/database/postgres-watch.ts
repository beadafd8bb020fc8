import pg from 'pg'
import { EVENT_CHANNEL } from '../events/events.ts'

/** On it transactions that only keep house tell their number, see {@link SnapshotGeneration}. */
export const HOUSEKEEPING_CHANNEL = 'oxbow_housekeeping'

const RECONNECT_MS = 1000
/** Who does not answer by then is taken for gone. */
const ANSWER_MS = 5000

/** What the server sees now, and which server it is. */
export interface Sight {
  /** As `pg_current_snapshot()` prints it. */
  snapshot: string
  /** Differs after every new connection and every restart or change of the server. */
  server: string
}

interface WatchListeners {
  /** The event log has grown, or may have while nobody listened. */
  onEvents(): void
  /** A transaction of this number only keeps house. */
  onHousekeeping(transaction: number): void
}

// A name, so that the server keeps its plan.
const SIGHT = {
  name: 'oxbow_sight',
  text: `select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as started, pg_is_in_recovery() as standby`,
}

/**
 * One connection that listens to other machines and looks at what is committed. It connects again for ever, and tells of
 * events after each time, for what was missed.
 */
export class PostgresWatch {
  #url: string
  #listeners: WatchListeners
  #client: pg.Client | undefined
  #connections = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  // The last try to connect was answered, by an error.
  #refused = false
  #first: Promise<void>

  constructor(url: string, listeners: WatchListeners) {
    this.#url = url
    this.#listeners = listeners
    this.#first = this.#connect()
  }

  /**
   * What is committed now. Undefined while there is no connection, and on a standby: its snapshots do not name the
   * transactions that run, so two that look alike may see different things.
   */
  async look(): Promise<Sight | undefined> {
    const client = this.#client
    if (!client) return undefined
    const connection = this.#connections
    try {
      const { rows } = await client.query<{ snapshot: string; started: string; standby: boolean }>(SIGHT)
      const [row] = rows
      return !row || row.standby ? undefined : { snapshot: row.snapshot, server: `${connection} ${row.started}` }
    } catch (error) {
      // The server has answered that it knows no snapshots. Else the connection is broken: another one is made.
      if (!(error instanceof pg.DatabaseError)) this.#lose(client)
      return undefined
    }
  }

  /** Whether the server answers, be it by a refusal. Known after {@link ANSWER_MS} at the latest. */
  async answers(): Promise<boolean> {
    if (this.#client) await this.look()
    else if (this.#refused) return true
    return this.#client !== undefined
  }

  async close(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#first
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url, application_name: 'oxbow events', keepAlive: true, query_timeout: ANSWER_MS,
      connectionTimeoutMillis: ANSWER_MS,
    })
    client.on('notification', ({ channel, payload }) => {
      if (channel === EVENT_CHANNEL) this.#listeners.onEvents()
      else this.#listeners.onHousekeeping(Number(payload))
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      if (this.#stopped) return void (await client.end())
      await client.query(`listen ${EVENT_CHANNEL}; listen ${HOUSEKEEPING_CHANNEL}`)
      this.#connections++
      this.#client = client
      this.#refused = false
      this.#listeners.onEvents()
    } catch (error) {
      this.#refused = error instanceof pg.DatabaseError
      this.#lose(client)
    }
  }

  #lose(client: pg.Client): void {
    if (this.#client === client) this.#client = undefined
    // One that no longer answers would stay open otherwise.
    client.end().catch(() => {})
    if (this.#stopped || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (!this.#client) void this.#connect()
    }, RECONNECT_MS).unref()
  }
}
