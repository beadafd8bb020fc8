import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findNode, isRecentNode, NODE_MAJOR } from './node.js'
import { handOver, replaceBy } from './run.js'

const built = new URL('../dist/cli.js', import.meta.url)
const source = new URL('../src/cli.ts', import.meta.url)

/**
 * The nursery is as large as what some ten requests at once need: objects that outgrow it are cleaned up with the whole
 * heap, and that takes half of the speed when it is 2 MB. Other settings of memory stand in `src/cli.ts`. Source maps are not
 * read: they cost ten megabytes, and what is built is not minified (`NODE_OPTIONS=--enable-source-maps` brings them back).
 */
const FLAGS = ['--max-semi-space-size=8']
/**
 * To keep the process small, the C library has fewer pools, and gives the memory of answers, which are large and short-lived,
 * back to the system at once; what V8 compiles in comes in pieces of 32 KB, for which that would cost more than it gives.
 * A value that is set already stands.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '40960', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Runs Oxbow's command line with the arguments of this process: as built, or from the sources in a checkout that is
 * not built. Hands over to the Node installed with Oxbow where the running one is too old.
 */
export async function launch() {
  const entry = [built, source].find(existsSync)
  const node = findNode()
  if (!entry) return fail('this checkout is not complete: neither dist/cli.js nor src/cli.ts is there')
  if (!node) {
    return fail(`needs Node ${NODE_MAJOR} or later, and this is Node ${process.versions.node}.\n`
      + `The Node that comes with Oxbow is not installed for ${process.platform}-${process.arch}: install Oxbow again `
      + 'without --omit=optional, or install a newer Node from https://nodejs.org')
  }
  const args = [...FLAGS, fileURLToPath(entry), ...process.argv.slice(2)]
  const env = { ...ENVIRONMENT, ...process.env }
  if (!isRecentNode()) return handOver(node, args, env)
  replaceBy(node, args, env)
  // No replacing on this system: run as we are.
  await import(entry.href)
}

/** @param {string} message */
function fail(message) {
  console.error(`oxbow: ${message}`)
  process.exitCode = 1
}
