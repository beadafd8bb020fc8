// `npm start`: installs what is missing, builds what is stale, and runs the wiki. Starts on Node 20.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { launch } from '../bin/launch.js'
import { findNode, NODE_MAJOR } from '../bin/node.js'
import { isFresh } from './lib/freshness.mjs'
import { ensurePackages, root } from './lib/packages.mjs'

ensurePackages()
if (!isFresh(root)) {
  const node = findNode()
  if (!node) {
    console.error(
      `oxbow: building needs Node ${NODE_MAJOR}, and npm installed none for this machine; install it from https://nodejs.org`,
    )
    process.exit(1)
  }
  const { status } = spawnSync(node, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
process.argv.splice(1, 1, join(root, 'bin/oxbow'), 'start')
await launch()
