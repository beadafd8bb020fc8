import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const follow = new URL('follow.js', import.meta.url).href

/**
 * Runs another Node in our place: same input, output and environment. Signals go on to it, and its end becomes ours.
 * Does not return.
 * @param {string} node path of its program
 * @param {readonly string[]} args
 * @returns {Promise<never>}
 */
export function handOver(node, args) {
  // The channel carries no messages: when it closes, the child knows that this process has ended.
  const child = spawn(node, ['--import', follow, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) {
    // A terminal gives Ctrl-C to the child as well as to us: sending it on would make one press two.
    const fromTerminal = signal === 'SIGINT' && process.stdin.isTTY
    process.on(signal, () => fromTerminal || child.kill(signal))
  }
  return new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  })
}
