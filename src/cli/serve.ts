import type { App, ServerFeature } from '#platform/server/app.ts'
import type { Config } from '#platform/server/config.ts'
import { createLog } from '#platform/server/log.ts'
import { helperProcess, helpersBeside } from '#platform/server/processes/helper.ts'
import { ConnectedPeers, NO_PEERS, type Peers } from '#platform/server/processes/index.ts'
import type { FromSupervisor, Ready, Stop } from '#platform/server/processes/messages.ts'
import { WriteTurns } from '#platform/server/processes/turns.ts'
import { createServer, listen, type RunningServer } from '#platform/server/start.ts'
import { setupAddress } from '#features/setup/server/index.ts'
import { features } from '../server.ts'
import { CommandError } from './errors.ts'
import { endAfter, endOnSignals } from './signals.ts'
import { print } from './wiki.ts'

/** Error codes of DNS for an unknown host. */
const UNKNOWN_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME'])

/** Serves in this process alone. */
export async function serve(config: Config): Promise<void> {
  const peers = { ...NO_PEERS, writeTurn: new WriteTurns() }
  const server = await createServer(config, withHelpers(peers), peers)
  const lines = await begin(server, config)
  endOnSignals(config, server.app.log, () => server.close())
  for (const line of lines) print(line)
}

/** Serves beside other processes, until the one that started them all says so, or is gone. */
export async function serveAsWorker(config: Config): Promise<void> {
  // They come from the terminal, or go to the whole group, and are for the process that started this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const log = createLog(config.logLevel)
  const peers = new ConnectedPeers(send, log)
  let server: RunningServer | undefined
  let isStopping = false
  process.on('message', (message: FromSupervisor | Stop) => {
    if (message.kind !== 'stop') return peers.receive(message)
    isStopping = true
    // While it starts there is no request to finish.
    if (!server) process.exit(0)
    endAfter(config, log, server.close)
  })
  try {
    const created = await createServer(config, withHelpers(peers), peers)
    const lines = await begin(created, config)
    server = created
    if (!isStopping) send({ kind: 'ready', lines })
  } catch (error) {
    // Else the channel would keep it.
    process.channel?.unref()
    throw error
  }
}

/** The features of the wiki, which may start helper processes that take turns in writing with this one. */
function withHelpers({ writeTurn }: Peers): ServerFeature[] {
  const register = ({ extensions }: App) => extensions.add(helperProcess, helpersBeside(writeTurn))
  return [...features, { name: 'helpers', register }]
}

/** To the process that started this one. Node ends this one where that is gone. */
function send(message: Ready | Parameters<ConstructorParameters<typeof ConnectedPeers>[0]>[0]): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** Listens. @returns lines for who started the server: its address, and that of the set-up where it is not done */
async function begin(server: RunningServer, config: Config): Promise<string[]> {
  try {
    const port = await listen(server, config)
    server.app.log.info({ port, address: server.app.baseUrl }, 'Oxbow is ready')
    const lines = [`Oxbow is ready at ${server.app.baseUrl}`]
    const address = await setupAddress(server.app)
    if (address !== undefined) {
      server.app.log.warn({ address }, 'this wiki is not set up: open the address to create the administrator')
      lines.push(`Set it up at ${address}`)
    }
    return lines
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
