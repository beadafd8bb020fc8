// `npm test`: installs what is missing, then runs scripts/test/run.ts on a Node that understands it. Starts on Node 20.
import { join } from 'node:path'
import { findNode, NODE_MAJOR } from '../bin/node.js'
import { handOver } from '../bin/run.js'
import { ensurePackages, root } from './lib/packages.mjs'

ensurePackages()
const node = findNode()
if (node) {
  await handOver(node, [join(root, 'scripts/test/run.ts'), ...process.argv.slice(2)])
} else {
  console.error(`oxbow: the tests need Node ${NODE_MAJOR}, and npm installed none for this machine`)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
