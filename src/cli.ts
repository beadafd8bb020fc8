import { main } from './cli/program.ts'

await main(process.argv.slice(2))
