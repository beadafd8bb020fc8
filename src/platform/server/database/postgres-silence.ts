import type pg from 'pg'

const LOOK_MS = 1000
/** So many looks in a row must find silence: more than a busy disk or a short break of the network makes. */
const LOOKS = 10

/**
 * Detects that PostgreSQL, or the network to it, does not respond: connections stay open without answers. Otherwise
 * each query would wait for as long as that lasts. A query that takes long while the server answers others may take as
 * long
 * as it wants.
 */
export class SilenceWatch {
  #answers: () => Promise<boolean>
  #inUse = new Set<pg.PoolClient>()
  #timer: NodeJS.Timeout | undefined
  #looking = false
  // Counted in looks, not in time: a process that was stopped itself must not take its own pause for the server's.
  #silentLooks = 0

  /** @param answers whether the server answers, on a separate connection; must come to an end */
  constructor(answers: () => Promise<boolean>) {
    this.#answers = answers
  }

  /** Whether the server is known not to respond. */
  get isUnresponsive(): boolean {
    return this.#silentLooks >= LOOKS
  }

  /** Watches a pool: its queries fail when the server does not respond. */
  follow(pool: pg.Pool): void {
    pool.on('acquire', client => {
      this.#inUse.add(client)
      this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref()
    })
    pool.on('release', (_error, client) => void this.#inUse.delete(client))
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    if (this.#inUse.size === 0 && !this.isUnresponsive) {
      this.#silentLooks = 0
      return this.close()
    }
    this.#silentLooks++
    void this.#ask()
    if (!this.isUnresponsive) return
    // In the middle of a query this closes the socket, and the query fails.
    for (const client of this.#inUse) (client as unknown as pg.Client).end().catch(() => {})
  }

  async #ask(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    if (await this.#answers()) this.#silentLooks = 0
    this.#looking = false
  }
}
