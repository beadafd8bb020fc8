import { endWithParent, yieldToParent } from '../answer-parent.ts'
import type { FromHelper, ToHelper } from './messages.ts'
import type { WriteTurn } from './peers.ts'

/** The process that started this one as its helper; see `helpersBeside`. */
export class HelperParent {
  /** Lets this process write when the parent and others do not. */
  readonly writeTurn: WriteTurn = {
    take: () =>
      new Promise(resolve => {
        this.#turns.push(resolve)
        void send({ kind: 'take-turn' })
      }),
    giveBack: () => void send({ kind: 'give-turn-back' }),
  }
  readonly #turns: (() => void)[] = []
  readonly #stopped = new AbortController()
  readonly #release: () => void

  /** @throws Error when this process is no helper */
  constructor() {
    if (!process.connected) throw new Error('this command is run by the server alone')
    yieldToParent()
    // They come from the terminal, or go to the whole group, and are for the parent.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
    process.on('message', (message: ToHelper) => {
      if (message.kind === 'turn') this.#turns.shift()?.()
      else this.#stopped.abort(new Error('Oxbow is shutting down'))
    })
    this.#release = endWithParent()
  }

  /** Aborted when the parent wants the work to stop. */
  get signal(): AbortSignal {
    return this.#stopped.signal
  }

  /** Says something to the parent, as JSON. Resolves when it is on its way, and will arrive also if this process ends. */
  tell(data: unknown): Promise<void> {
    return send({ kind: 'said', data })
  }

  /** Ends the connection: this process may end. */
  leave(): void {
    this.#release()
    if (process.connected) process.disconnect()
  }
}

function send(message: FromHelper): Promise<void> {
  return new Promise(resolve => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })
}
