import { existsSync } from 'node:fs'
import type { App } from '#platform/server/app.ts'
import { readConfig, type Config } from '#platform/server/config.ts'
import { sqliteFile } from '#platform/server/database/sqlite.ts'
import { prepareHome } from '#platform/server/home.ts'
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

/** Runs some work on the data of the configured wiki, beside a server that may be running. */
export async function withWiki<T>(work: (app: App) => Promise<T>): Promise<T> {
  const config = configOfWiki()
  const { features } = await import('../server.ts')
  // The command itself reports success.
  const wiki = await openWiki({ ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel }, features)
  try {
    return await work(wiki.app)
  } finally {
    await wiki.close()
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`)
}
