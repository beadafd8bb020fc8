import { ConfigError, readConfig } from '#platform/server/config.ts'
import { createServer, listen } from '#platform/server/start.ts'
import { features } from './server.ts'

/** `oxbow start`: serves until SIGINT or SIGTERM, then finishes open requests and ends. */
async function start(): Promise<void> {
  const config = readConfig()
  const server = await createServer(config, features)
  const port = await listen(server, config)
  server.app.log.info({ port, address: server.app.baseUrl }, 'Oxbow is ready')
  process.stdout.write(`Oxbow is ready at ${server.app.baseUrl}\n`)
  let closing: Promise<void> | undefined
  const stop = () => {
    closing ??= server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        server.app.log.error({ err: error }, 'did not end cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

const [command = 'start'] = process.argv.slice(2)
try {
  if (command === 'start') await start()
  else throw new ConfigError(`Unknown command: ${command}. Commands: start`)
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`)
  process.exit(1)
}
