import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { BACKGROUND } from '../background-priority.ts'
import { extensionPoint } from '../extensions.ts'
import { HttpError } from '../http/errors.ts'
import { withoutFollower } from './follower.ts'
import type { FromHelper, ToHelper } from './messages.ts'
import type { WriteTurn } from './peers.ts'

/**
 * Limits of a helper's heap, in MB. Without the second, V8 reserves so much for new objects that the first is nearly
 * used up by the program itself.
 */
const MEMORY = ['--max-old-space-size=240', '--max-semi-space-size=8']
/** Time from the request to stop until a helper is killed; the server that waits for it has little more. */
const KILL_MS = 4000

/** Work for a helper. */
export interface HelperTask {
  /** The command that does it, which uses `HelperParent`. */
  readonly command: readonly string[]
  /** Environment variables that differ from those of this process. */
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Takes what the command says, in order. */
  receive(said: unknown): void
}

/**
 * Runs a command of this program in another process, for work that would hold up requests or take too much memory.
 * Resolves when the process has ended by itself.
 * @throws HelperEnded when it was killed, such as for lack of memory; the reason of the signal when that is aborted
 */
export type RunHelper = (task: HelperTask) => Promise<void>

/** Added once by the program. Where it is missing, such as in commands, the work is done by the process itself. */
export const helperProcess = extensionPoint<RunHelper>('platform.helper-process')

/** A helper ended before its work was done. */
export class HelperEnded extends HttpError {
  override name = 'HelperEnded'

  constructor(reason: string) {
    super(500, 'The process that did this ended unexpectedly ({{reason}}), such as for lack of memory', {
      values: { reason },
    })
  }
}

/** @param turn of this process, by which its helpers write too */
export function helpersBeside(turn: WriteTurn | undefined): RunHelper {
  return async ({ command, env, signal, receive }) => {
    signal?.throwIfAborted()
    const child = spawn(
      process.execPath,
      [...withoutFollower(process.execArgv), ...MEMORY, process.argv[1] ?? '', ...command],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, ...env } },
    )
    lowerPriority(child)
    const turns = new HelperTurns(child, turn)
    child.on('message', (message: FromHelper) => {
      if (message.kind === 'said') receive(message.data)
      else turns.receive(message)
    })
    let killer: NodeJS.Timeout | undefined
    const stop = () => {
      send(child, { kind: 'stop' })
      killer = setTimeout(() => child.kill('SIGKILL'), KILL_MS)
    }
    signal?.addEventListener('abort', stop)
    try {
      const reason = await endOf(child)
      signal?.throwIfAborted()
      if (reason !== undefined) throw new HelperEnded(reason)
    } finally {
      clearTimeout(killer)
      signal?.removeEventListener('abort', stop)
      turns.end()
    }
  }
}

/** Resolves when a process has ended and its messages have arrived: to its signal or exit code unless it ended well. */
function endOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? (code === 0 ? undefined : `exit code ${code}`)))
  })
}

/** Takes the turns of a process for its helper. */
class HelperTurns {
  readonly #child: ChildProcess
  readonly #turn: WriteTurn | undefined
  #hasTurn = false
  #isEnded = false

  constructor(child: ChildProcess, turn: WriteTurn | undefined) {
    this.#child = child
    this.#turn = turn
  }

  receive({ kind }: Exclude<FromHelper, { kind: 'said' }>): void {
    if (kind === 'take-turn') void this.#take()
    else this.#giveBack()
  }

  /** The helper has ended, perhaps while it wrote. */
  end(): void {
    this.#isEnded = true
    this.#giveBack()
  }

  async #take(): Promise<void> {
    await this.#turn?.take()
    this.#hasTurn = true
    if (this.#isEnded) this.#giveBack()
    else send(this.#child, { kind: 'turn' })
  }

  #giveBack(): void {
    if (!this.#hasTurn) return
    this.#hasTurn = false
    this.#turn?.giveBack()
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    // Before it starts its threads, which take over the priority of the one that starts them.
    if (pid !== undefined) setPriority(pid, BACKGROUND)
  } catch (error) {
    // It has ended already, or the system does not allow it.
    if (!(error instanceof Error)) throw error
  }
}

/** A process that is just ending has no channel any more, and needs no message. */
function send(child: ChildProcess, message: ToHelper): void {
  if (child.connected) child.send(message, () => {})
}
