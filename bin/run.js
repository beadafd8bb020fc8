import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const follow = new URL('follow.js', import.meta.url).href

/** Signals within this time are the same key press: npm forwards what the terminal has sent as well. */
const SAME_PRESS_MS = 1000
/** Time beyond the program's own limit, which says in its log what it waited for. */
const GRACE_MS = 250
/** Exit code of shells for a program ended by Ctrl-C. */
const EXIT_INTERRUPTED = 130

/**
 * Runs another Node in our place: same input, output and environment. Signals go on to it, and its end becomes ours.
 * A program that tells its limit (`{ endWithinMs }`) is killed when a signal has not ended it in that time, or soon
 * after a second signal: one that is frozen handles none. Does not return.
 * @param {string} node path of its program
 * @param {readonly string[]} args
 * @returns {Promise<never>}
 */
export function handOver(node, args) {
  // When the channel closes, the child knows that this process has ended.
  const child = spawn(node, ['--import', follow, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  /** @type {number | undefined} */
  let limit
  child.on('message', message => {
    if (typeof message === 'object' && 'endWithinMs' in message) limit = Number(message.endWithinMs)
  })
  /** @type {number | undefined} */
  let asked
  /** @type {number | undefined} Our exit code when the child was killed. */
  let killed
  /** @param {number} ms @param {number} code @param {string} why */
  const killIn = (ms, code, why) => {
    setTimeout(() => {
      killed ??= code
      console.error(`oxbow: ${why}`)
      child.kill('SIGKILL')
    }, ms)
  }
  const askedToEnd = () => {
    if (limit === undefined) return
    const now = performance.now()
    if (asked === undefined) {
      asked = now
      killIn(limit + GRACE_MS, 1, `the server did not end within ${limit / 1000} s and was killed`)
    } else if (now - asked >= SAME_PRESS_MS) killIn(GRACE_MS, EXIT_INTERRUPTED, 'the server was killed')
  }
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) {
    // A terminal gives Ctrl-C to the child as well as to us: sending it on would make one press two.
    const fromTerminal = signal === 'SIGINT' && process.stdin.isTTY
    process.on(signal, () => {
      if (!fromTerminal) child.kill(signal)
      askedToEnd()
    })
  }
  return new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      process.exit(killed ?? (signal ? 128 + constants.signals[signal] : (code ?? 1))),
    )
  })
}
