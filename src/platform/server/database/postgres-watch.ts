import pg from 'pg'
import { EVENT_CHANNEL } from '../events/events.ts'
import { MOST_EVENTS, type LogEnd, type LogPosition, type StoredChanges } from './generation.ts'

/** Channel of messages between machines. */
export const SIGNAL_CHANNEL = 'oxbow_signals'

const RECONNECT_MS = 1000
/** A server that does not answer by then is taken for gone. */
const ANSWER_MS = 5000

// Names, so that the server caches their plans.
const NEWEST_EVENT = { name: 'oxbow_newest_event', text: 'select max(id)::text as id from event' }
const EVENTS_AFTER = {
  name: 'oxbow_events_after',
  text: `select id::text as id, changes from event where id > $1 order by id limit ${MOST_EVENTS}`,
}

/**
 * One connection that listens for events of other machines and reads how far their log has got. It reconnects for ever,
 * and reports events each time, for those that were missed.
 */
export class PostgresWatch {
  #url: string
  /**
   * Called when the event log has grown, or may have while there was no listener.
   * @param sender process of the database server that ran the transaction, if known
   */
  #onEvents: (sender?: number) => void
  /** Called with each message of {@link SIGNAL_CHANNEL}. */
  onSignal: ((message: string) => void) | undefined
  #client: pg.Client | undefined
  #connections = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  // The last try to connect was answered, by an error.
  #refused = false
  #first: Promise<void>

  constructor(url: string, onEvents: (sender?: number) => void) {
    this.#url = url
    this.#onEvents = onEvents
    this.#first = this.#connect()
  }

  /**
   * The end of the event log, with what the events since the last known one have changed; undefined while there is no
   * connection.
   */
  async endOfLog(known?: LogPosition): Promise<LogEnd | undefined> {
    const client = this.#client
    if (!client) return undefined
    const connection = this.#connections
    try {
      if (known?.connection === connection) {
        const values = [known.id]
        const { rows } = await client.query<{ id: string; changes: StoredChanges }>({ ...EVENTS_AFTER, values })
        if (rows.length < MOST_EVENTS)
          return { connection, id: rows.at(-1)?.id ?? known.id, changes: rows.map(({ changes }) => changes) }
      }
      const { rows } = await client.query<{ id: string | null }>(NEWEST_EVENT)
      return { connection, id: rows[0]?.id ?? '0', changes: undefined }
    } catch (error) {
      // An answer of the server, such as that there is no event log yet. Otherwise the connection is broken.
      if (!(error instanceof pg.DatabaseError)) this.#lose(client)
      return undefined
    }
  }

  /** Whether the server answers, be it by a refusal. Known after {@link ANSWER_MS} at the latest. */
  async answers(): Promise<boolean> {
    if (this.#client) await this.endOfLog()
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
      connectionString: this.#url,
      application_name: 'oxbow events',
      keepAlive: true,
      query_timeout: ANSWER_MS,
      connectionTimeoutMillis: ANSWER_MS,
    })
    client.on('notification', ({ channel, payload = '', processId }) => {
      if (channel === EVENT_CHANNEL) this.#onEvents(processId)
      else this.onSignal?.(payload)
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      if (this.#stopped) return void (await client.end())
      await client.query(`listen ${EVENT_CHANNEL}; listen ${SIGNAL_CHANNEL}`)
      this.#connections++
      this.#client = client
      this.#refused = false
      this.#onEvents()
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
