import { readConfig } from '#platform/server/config.ts'
import { holdServing } from '#platform/server/database/index.ts'
import { prepareHome } from '#platform/server/home.ts'
import { createServer, listen } from '#platform/server/start.ts'
import { setupAddress } from '#features/setup/server/index.ts'
import { features } from '../server.ts'
import { CommandError } from './errors.ts'
import { print, warn } from './wiki.ts'

/** A second signal within this time is the same key press: npm forwards what the terminal has sent as well. */
const SAME_PRESS_MS = 1000
/** Error codes of DNS for an unknown host. */
const UNKNOWN_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME'])
/** Exit code of shells for a program ended by Ctrl-C. */
const EXIT_INTERRUPTED = 130

/** `oxbow start`: serves until SIGINT or SIGTERM, then finishes open requests; a second Ctrl-C ends at once. */
export async function start(): Promise<void> {
  const config = readConfig()
  prepareHome(config.home)
  if (!config.databaseUrl) holdServing(config.home)
  const server = await createServer(config, features)
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
    setTimeout(() => {
      server.app.log.error('did not end in time: some work does not heed its signal')
      process.exit(1)
    }, config.shutdownSeconds * 1000).unref()
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        server.app.log.error({ err: error }, 'did not end cleanly')
        process.exit(1)
      },
    )
  }
  try {
    const port = await listen(server, config)
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    server.app.log.info({ port, address: server.app.baseUrl }, 'Oxbow is ready')
    print(`Oxbow is ready at ${server.app.baseUrl}`)
    const address = await setupAddress(server.app)
    if (address !== undefined) {
      server.app.log.warn({ address }, 'this wiki is not set up: open the address to create the administrator')
      print(`Set it up at ${address}`)
    }
  } catch (error) {
    await server.close()
    if (UNKNOWN_HOST.has((error as { code?: string }).code ?? '')) {
      throw new CommandError(
        `HOST (${config.host}) is no address of this machine. Set it to one, or to 0.0.0.0 for all.`,
      )
    }
    throw error
  }
}
