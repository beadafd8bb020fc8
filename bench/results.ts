import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'results')

/** Writes measurements to a new file, with the version of Node, and says where. @param name of the measurement */
export async function saveResults(name: string, measured: object): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  const time = new Date().toISOString().replaceAll(':', '-').slice(0, 19)
  const file = join(FOLDER, `${name}-${time}.json`)
  await writeFile(file, JSON.stringify({ node: process.version, ...measured }, null, 2))
  console.log(`Written to ${file}`)
}
