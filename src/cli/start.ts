import cluster from 'node:cluster'
import { readConfig, type Config } from '#platform/server/config.ts'
import { holdServing } from '#platform/server/database/index.ts'
import { prepareHome } from '#platform/server/home.ts'
import { createLog } from '#platform/server/log.ts'
import { isFollowing } from '#platform/server/processes/follower.ts'
import { endOnSignals } from './signals.ts'
import { print } from './wiki.ts'

/** `oxbow start`: serves until SIGINT or SIGTERM, then finishes open requests; a second Ctrl-C ends at once. */
export async function start(): Promise<void> {
  const config = readConfig()
  if (cluster.isWorker) return (await import('./serve.ts')).serveAsWorker(config)
  tellLauncher(config)
  prepareHome(config.home)
  if (!config.databaseUrl) holdServing(config.home)
  if (config.processes === 1) return (await import('./serve.ts')).serve(config)
  await supervise(config)
}

/** Tells the process that runs this one, see `bin/run.js`, how long this one may take to end. */
function tellLauncher({ shutdownSeconds }: Config): void {
  if (isFollowing(process.execArgv)) process.send?.({ endWithinMs: shutdownSeconds * 1000 })
}

/** Starts the processes that serve. Without the wiki itself, so that this one takes little memory. */
async function supervise(config: Config): Promise<void> {
  const { Supervisor } = await import('#platform/server/processes/supervisor.ts')
  const log = createLog(config.logLevel)
  const supervisor = new Supervisor({
    count: config.processes,
    log,
    shutdownSeconds: config.shutdownSeconds,
    onReady: lines => lines.forEach(print),
    // It has said why.
    onFailure: code => process.exit(code),
  })
  endOnSignals(config, log, async () => {
    if (!(await supervisor.stop())) throw new Error('a process did not end in good order')
  })
  supervisor.start()
}
