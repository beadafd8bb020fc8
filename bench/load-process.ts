/** A process that asks for as much as a server answers; see `loadInProcess`. */
import { load } from './load.ts'

process.once('message', (args: Parameters<typeof load>) => void answer(args))

async function answer(args: Parameters<typeof load>): Promise<void> {
  process.send?.(await load(...args))
  process.disconnect()
}
