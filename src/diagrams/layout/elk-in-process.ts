/** The layout engine without web workers: for Node. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A worker-like engine in this thread. */
export function createEngine(): Worker {
  const { Worker: Engine } = require('elkjs/lib/elk-worker.min.js') as { Worker: new () => Worker }
  return new Engine()
}
