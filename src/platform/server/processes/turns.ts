import type { WriteTurn } from './peers.ts'

/** The right to write, between a process and the helpers that it starts. */
export class WriteTurns implements WriteTurn {
  #isTaken = false
  readonly #waiting: (() => void)[] = []

  async take(): Promise<void> {
    if (this.#isTaken) return new Promise(resolve => this.#waiting.push(resolve))
    this.#isTaken = true
  }

  giveBack(): void {
    const next = this.#waiting.shift()
    // Handed on while still taken, so that no newcomer gets in between.
    if (next) next()
    else this.#isTaken = false
  }
}
