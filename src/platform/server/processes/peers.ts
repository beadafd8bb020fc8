import type { Log } from '../log.ts'
import type { FromSupervisor, ToSupervisor } from './messages.ts'

/**
 * How long others are waited for. One that is busy for longer answers no client meanwhile, and gets the message before
 * the next request.
 */
const PATIENCE_MS = 2000

/** The right to write to the database, of which there is one for all processes. */
export interface WriteTurn {
  /** Resolves when it is this process's turn; those who wait get it in the order in which they asked. */
  take(): Promise<void>
  /** Ends the turn. */
  giveBack(): void
}

/**
 * The other processes of this server, which answer requests on the same port. By this, one of them passes on state that
 * it holds in memory and the database does not (permissions, counts of limits, settings).
 */
export interface Peers {
  /** Whether this process is the whole server. */
  readonly isAlone: boolean
  /** Undefined where no other process of this server writes. */
  readonly writeTurn: WriteTurn | undefined
  /**
   * Sends to every other process.
   * @param data is sent as JSON
   * @returns what their handlers answered, once all have; without those that failed, ended, or took longer than two
   * seconds
   */
  ask(topic: string, data?: unknown): Promise<unknown[]>
  /** Sends to every other process, and does not wait. */
  broadcast(topic: string, data?: unknown): void
  /** Handles what others send; what the handler returns or resolves to is the answer. */
  handle(topic: string, handler: (data: unknown) => unknown): void
}

/** A server of one process. */
export const NO_PEERS: Peers = {
  isAlone: true,
  writeTurn: undefined,
  ask: async () => [],
  broadcast() {},
  handle() {},
}

/** Reaches the others through the process that started them all, see {@link Hub}. */
export class ConnectedPeers implements Peers {
  readonly isAlone = false
  readonly writeTurn: WriteTurn = {
    take: () =>
      new Promise(resolve => {
        this.#turns.push(resolve)
        this.#send({ kind: 'take-turn' })
      }),
    giveBack: () => this.#send({ kind: 'give-turn-back' }),
  }
  readonly #send: (message: ToSupervisor) => void
  readonly #handlers = new Map<string, (data: unknown) => unknown>()
  readonly #asked = new Map<number, (answers: unknown[]) => void>()
  readonly #turns: (() => void)[] = []
  readonly #log: Log
  #lastId = 0

  /** @param send to the process that started this one */
  constructor(send: (message: ToSupervisor) => void, log: Log) {
    this.#send = send
    this.#log = log
    // Before anything is read from the database: this process gets what others send from now on.
    send({ kind: 'join' })
  }

  ask(topic: string, data?: unknown): Promise<unknown[]> {
    const id = ++this.#lastId
    return new Promise(resolve => {
      const done = (answers: unknown[]) => {
        clearTimeout(timer)
        this.#asked.delete(id)
        resolve(answers)
      }
      const timer = setTimeout(() => {
        this.#log.warn({ topic }, 'another process of the server does not answer in time')
        done([])
      }, PATIENCE_MS)
      this.#asked.set(id, done)
      this.#send({ kind: 'ask', id, topic, data })
    })
  }

  broadcast(topic: string, data?: unknown): void {
    this.#send({ kind: 'broadcast', topic, data })
  }

  handle(topic: string, handler: (data: unknown) => unknown): void {
    if (this.#handlers.has(topic)) throw new Error(`Two handle ${topic} of other processes`)
    this.#handlers.set(topic, handler)
  }

  /** Takes a message of the process that started this one. */
  receive(message: FromSupervisor): void {
    switch (message.kind) {
      case 'asked':
        void this.#answer(message)
        break
      case 'message':
        void this.#run(message)
        break
      case 'answers':
        this.#asked.get(message.id)?.(message.answers)
        break
      case 'turn':
        this.#turns.shift()?.()
    }
  }

  async #answer({ id, topic, data }: Extract<FromSupervisor, { kind: 'asked' }>): Promise<void> {
    this.#send({ kind: 'answer', id, answers: await this.#run({ topic, data }) })
  }

  /** @returns the answer alone; nothing when there is none, as from a process that is only starting */
  async #run({ topic, data }: { topic: string; data?: unknown }): Promise<unknown[]> {
    try {
      const handler = this.#handlers.get(topic)
      return handler ? [await handler(data)] : []
    } catch (error) {
      this.#log.error({ topic, err: error }, 'what another process asked for failed')
      return []
    }
  }
}
