import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '#platform/message-of.ts'
import { ConfigError } from './config.ts'

/**
 * Makes the wiki's folder where it is missing, with those above it, and sees that it can be written to.
 * @throws ConfigError that says why not
 */
export function prepareHome(home: string): void {
  try {
    makeFolder(home)
    if (!statSync(home).isDirectory()) throw new Error('it is a file')
    accessSync(home, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new ConfigError(
      `The folder of the wiki, OXBOW_HOME (${home}), cannot be used: ${messageOf(cause)}. ` +
        'Make it and give it to the user that runs the wiki, or set OXBOW_HOME to another folder.',
    )
  }
}

/**
 * Node's own way of making several folders never ends where the system says that an existing one is not there, as below
 * /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o750 })
  } catch (error) {
    // Another process may have been quicker.
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}
