import { randomUUID } from 'node:crypto'
import type { Database } from './database/index.ts'
import type { Peers } from './processes/index.ts'

const TOPIC = 'signals'

interface Signal {
  readonly from: string
  readonly topic: string
  readonly data: unknown
}

/**
 * Short messages to the other processes of this wiki, on this machine and on others. For news that is also found
 * elsewhere: a message is lost where the connection to the database breaks.
 */
export class Signals {
  readonly #database: Database
  readonly #peers: Peers
  readonly #failed: (error: unknown) => void
  readonly #handlers = new Map<string, (data: unknown) => void>()
  readonly #id = randomUUID()

  constructor(database: Database, peers: Peers, failed: (error: unknown) => void) {
    this.#database = database
    this.#peers = peers
    this.#failed = failed
    if (database.channel) database.channel.listen(message => this.#receive(JSON.parse(message) as Signal))
    else peers.handle(TOPIC, signal => this.#receive(signal as Signal))
  }

  /** Sends to every other process. Messages between machines that are longer than some 8,000 bytes are not sent. */
  send(topic: string, data: unknown): void {
    const signal: Signal = { from: this.#id, topic, data }
    const { channel } = this.#database
    if (!channel) {
      this.#peers.broadcast(TOPIC, signal)
      return
    }
    const message = JSON.stringify(signal)
    if (Buffer.byteLength(message) <= channel.limit) channel.send(message).catch(this.#failed)
  }

  /** Handles what others send. */
  on(topic: string, handler: (data: unknown) => void): void {
    this.#handlers.set(topic, handler)
  }

  #receive({ from, topic, data }: Signal): void {
    if (from !== this.#id) this.#handlers.get(topic)?.(data)
  }
}
