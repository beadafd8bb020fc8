import type { Config } from '#platform/server/config.ts'
import type { Log } from '#platform/server/log.ts'
import { warn } from './wiki.ts'

/** A second signal within this time is the same key press: npm forwards what the terminal has sent as well. */
const SAME_PRESS_MS = 1000
/** Exit code of shells for a program ended by Ctrl-C. */
const EXIT_INTERRUPTED = 130

/**
 * Ends this process by SIGINT or SIGTERM, once `close` has resolved; a second Ctrl-C ends it at once.
 * @param close finishes open requests
 */
export function endOnSignals(config: Config, log: Log, close: () => Promise<void>): void {
  let asked: number | undefined
  const stop = () => {
    const now = performance.now()
    if (asked !== undefined) {
      if (now - asked < SAME_PRESS_MS) return
      warn('Ended without waiting for open requests.')
      process.exit(EXIT_INTERRUPTED)
    }
    asked = now
    warn(
      `Ending once open requests are answered, within ${config.shutdownSeconds} seconds. Press Ctrl-C again to end at once.`,
    )
    endAfter(config, log, close)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Ends this process once `close` has resolved, or after {@link Config.shutdownSeconds} with exit code 1. */
export function endAfter(config: Config, log: Log, close: () => Promise<void>): void {
  setTimeout(() => {
    log.error('did not end in time: some work does not heed its signal')
    process.exit(1)
  }, config.shutdownSeconds * 1000).unref()
  close().then(
    () => process.exit(0),
    (error: unknown) => {
      log.error({ err: error }, 'did not end cleanly')
      process.exit(1)
    },
  )
}
