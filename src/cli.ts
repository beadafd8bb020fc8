import { setFlagsFromString } from 'node:v8'
import { main } from './cli/program.ts'

/**
 * A server's memory is mostly answers that live long. These keep the process more than a hundred megabytes smaller under
 * load, for some percent of its time: the heap grows by a third instead of doubling before it is cleaned, what lies outside
 * of it is counted in, and V8 gives back what it has cleaned instead of keeping it for the next need.
 *
 * Not flags of the start: there the last would make the nursery too small as well (see `bin/launch.js`), and a V8 that no
 * longer knows one of them would not start; here it does without.
 */
const V8_FLAGS = ['--heap-growing-percent=30', '--external-memory-accounted-in-global-limit', '--optimize-for-size']

for (const flag of V8_FLAGS) setFlagsFromString(flag)
await main(process.argv.slice(2))
