import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { memoryOptions } from './memory.js'
import { findNode, isRecentNode, NODE_MAJOR } from './node.js'
import { handOver } from './run.js'

const built = new URL('../dist/cli.js', import.meta.url)
const source = new URL('../src/cli.ts', import.meta.url)
/** Lets Node load the views, which are .tsx. */
const compiler = new URL('../scripts/lib/tsx.mjs', import.meta.url)

/**
 * Runs Oxbow's command line with the arguments of this process: as built, or from the sources in a checkout that is not
 * built. Starts the Node installed with Oxbow where the running one is too old. A server always runs in a separate
 * process, so that this one can end it when it is frozen.
 */
export async function launch() {
  const entry = [built, source].find(existsSync)
  const node = findNode()
  if (!entry) return fail('this checkout is not complete: neither dist/cli.js nor src/cli.ts is there')
  if (!node) {
    return fail(
      `needs Node ${NODE_MAJOR} or later, and this is Node ${process.versions.node}.\n` +
        `The Node that comes with Oxbow is not installed for ${process.platform}-${process.arch}: install Oxbow again ` +
        'without --omit=optional, or install a newer Node from https://nodejs.org',
    )
  }
  const imports = entry === source ? [compiler.href] : []
  if (!isRecentNode() || isWatched(process.argv[2])) {
    // Another Node may not know them.
    const given = isRecentNode() ? process.execArgv : []
    return handOver(node, [
      ...given,
      ...(isWatched(process.argv[2]) ? memoryOptions(given, process.env['NODE_OPTIONS']) : []),
      ...imports.flatMap(href => ['--import', href]),
      fileURLToPath(entry),
      ...process.argv.slice(2),
    ])
  }
  for (const href of imports) await import(href)
  await import(entry.href)
}

/**
 * Whether a command serves until it is asked to end. Windows has no signals that could ask.
 * @param {string | undefined} command
 */
function isWatched(command) {
  return command === 'start' && process.platform !== 'win32'
}

/** @param {string} message */
function fail(message) {
  console.error(`oxbow: ${message}`)
  process.exitCode = 1
}
