import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Folder of the installed package: the nearest above this file that holds `package.json`. The same from the sources
 * (`src/platform/server`) and from what is built of them (`dist`, `dist/chunks`).
 */
export const packageRoot: string = findRoot(import.meta.dirname)

/** Version of the program, e.g. `0.1.0`. */
export const version: string = readVersion()

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`Oxbow is not installed whole: no package.json above ${import.meta.dirname}`)
  return findRoot(parent)
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version
}
