import { existsSync } from 'node:fs'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { readConfig, type Config } from '#platform/server/config.ts'
import { sqliteFile } from '#platform/server/database/sqlite.ts'
import { prepareHome } from '#platform/server/home.ts'
import type { HelperParent } from '#platform/server/processes/helper-parent.ts'
import { NO_PEERS } from '#platform/server/processes/index.ts'
import { openWiki } from '#platform/server/start.ts'
import { CommandError } from './errors.ts'

/** The settings of an existing wiki. @throws CommandError when there is none */
export function configOfWiki(): Config {
  const config = readConfig()
  if (!existsSync(config.databaseUrl ? config.home : sqliteFile(config.home))) {
    throw new CommandError(
      `There is no wiki in ${config.home}. Set OXBOW_HOME to its folder or DATABASE_URL to its database, or make one with \`oxbow start\`.`,
    )
  }
  prepareHome(config.home)
  return config
}

/**
 * Runs some work on the data of the configured wiki, beside a server that may be running.
 * @param parent the server, of which this process is a helper
 */
export async function withWiki<T>(work: (app: App) => Promise<T>, parent?: HelperParent): Promise<T> {
  const config = configOfWiki()
  const { features } = await import('../server.ts')
  // The command itself reports success.
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel
  const wiki = await openWiki({ ...config, logLevel }, features, { ...NO_PEERS, writeTurn: parent?.writeTurn })
  try {
    return await work(wiki.app)
  } finally {
    await wiki.close()
  }
}

/**
 * In whose name, and by whose rights, a command acts: a user's, or those of the first administrator.
 * @throws CommandError when there is no such user, or no administrator
 */
export async function contextFor(app: App, username: string | undefined): Promise<Context> {
  const { accountCommands, contextOfAccount, requireAccount } = await import('#features/accounts/server/index.ts')
  if (username !== undefined) {
    const account = await requireAccount(app, { username })
    if (account.active !== 1) throw new CommandError(`${username} is disabled: name another user.`)
    return contextOfAccount(app, account)
  }
  for await (const account of accountCommands.listUsers(app)) {
    const ctx = await contextOfAccount(app, account)
    if (account.active === 1 && ctx.viewer.isAdmin) return ctx
  }
  throw new CommandError('There is no administrator: name a user by --user.')
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`)
}
