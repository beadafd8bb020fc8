import cluster, { type Worker } from 'node:cluster'
import type { Log } from '../log.ts'
import { withoutFollower } from './follower.ts'
import { Hub } from './hub.ts'
import type { Ready, Stop, ToSupervisor } from './messages.ts'

/** A process that ends within this time counts as one that cannot stay. */
const LASTING_MS = 60_000
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 30_000
/** Remainder of a shutdown when processes that have not ended are killed. */
const KILLING_MS = 250
export interface SupervisorOptions {
  /** Processes that serve. */
  readonly count: number
  readonly log: Log
  /** Seconds from the request to stop until processes are killed. */
  readonly shutdownSeconds: number
  /** Called once, when the first process serves, with what it has to say to people. */
  onReady(lines: readonly string[]): void
  /** Called when the first process could not start, with its exit code; the others are not started. */
  onFailure(code: number): void
}

/**
 * The process that starts those that serve: it opens the port, from which each takes connections as it has time for
 * them, starts processes again that die, passes messages between them ({@link Hub}), and ends them together. It opens
 * no database and answers no request, so that there is little in it that could fail.
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #hub = new Hub()
  readonly #processes = new Map<number, { worker: Worker; startedAt: number }>()
  #isReady = false
  #stopping: Promise<boolean> | undefined
  #endedWell = true
  #allGone = () => {}
  /** Processes in a row that ended soon after their start. */
  #shortLived = 0

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Starts one process, which brings the database up to date, and the others once it serves. */
  start(): void {
    // All accept from one queue. Handing connections out in turn would lose those given to a process that is ending.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    cluster.setupPrimary({ execArgv: withoutFollower(process.execArgv) })
    cluster.on('message', (worker, message: ToSupervisor | Ready) => this.#receive(worker, message))
    cluster.on('exit', (worker, code, signal) => this.#ended(worker, code, signal))
    this.#fork()
  }

  /**
   * Has all processes finish their open requests and end; kills those that take too long.
   * @returns whether all ended in good order
   */
  stop(): Promise<boolean> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<boolean> {
    const gone = new Promise<void>(resolve => (this.#allGone = resolve))
    for (const { worker } of this.#processes.values()) send(worker, { kind: 'stop' })
    const timer = setTimeout(
      () => {
        this.#endedWell = false
        for (const { worker } of this.#processes.values()) worker.process.kill('SIGKILL')
      },
      this.#options.shutdownSeconds * 1000 - KILLING_MS,
    )
    if (this.#processes.size > 0) await gone
    clearTimeout(timer)
    return this.#endedWell
  }

  #fork(): void {
    const worker = cluster.fork({ OXBOW_PROCESSES: String(this.#options.count) })
    this.#processes.set(worker.id, { worker, startedAt: performance.now() })
  }

  #receive(worker: Worker, message: ToSupervisor | Ready): void {
    if (message.kind !== 'ready') return this.#hub.receive(worker.id, message, answer => send(worker, answer))
    if (this.#stopping || this.#isReady) return
    this.#isReady = true
    this.#options.onReady(message.lines)
    while (this.#processes.size < this.#options.count) this.#fork()
  }

  #ended(worker: Worker, code: number | null, signal: string | null): void {
    const known = this.#processes.get(worker.id)
    this.#processes.delete(worker.id)
    this.#hub.leave(worker.id)
    if (this.#stopping) {
      this.#endedWell &&= code === 0
      if (this.#processes.size === 0) this.#allGone()
      return
    }
    if (!this.#isReady) return this.#options.onFailure(code ?? 1)
    const lasted = performance.now() - (known?.startedAt ?? 0) > LASTING_MS
    this.#shortLived = lasted ? 0 : this.#shortLived + 1
    const delay = lasted ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#shortLived - 1))
    this.#options.log.error(
      { process: worker.process.pid, code, signal, delay },
      'a process has died; starting another',
    )
    setTimeout(() => {
      if (!this.#stopping) this.#fork()
    }, delay)
  }
}

/** A process that is just ending has no channel any more, and needs no message. */
function send(worker: Worker, message: object & (Stop | { kind: string })): void {
  if (worker.isConnected()) worker.send(message, () => {})
}
