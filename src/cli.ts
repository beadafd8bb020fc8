import { setFlagsFromString } from 'node:v8'
import { main } from './cli/program.ts'

// V8 keeps what its collections free for the next need: 60 MB under load. With this they give it back to the system. Not a
// flag of the start, where it would make the nursery too small as well; see bin/launch.js.
setFlagsFromString('--optimize-for-size')

await main(process.argv.slice(2))
