/** The layout engine where there are no workers that it knows: Node. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** An engine that answers messages like a worker, in this thread. */
export function createEngine(): Worker {
  const { Worker: Engine } = require('elkjs/lib/elk-worker.min.js') as { Worker: new () => Worker }
  return new Engine()
}
