/**
 * Puts the texts of every `i18n/*.json` in the order of their keys, so that two branches that add texts seldom change
 * the same lines. With `--check` it changes nothing and fails where one is out of order.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/packages.mjs'

const changesNothing = process.argv.includes('--check')

for (const file of globSync('src/**/i18n/*.json', { cwd: root })) {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const entries = Object.entries(JSON.parse(text) as Record<string, string>)
  const sorted = `${JSON.stringify(Object.fromEntries(entries.toSorted(byKey)), null, 2)}\n`
  if (sorted === text) continue
  if (changesNothing) {
    console.error(`${file}: its keys are not in order; run npm run format`)
    process.exitCode = 1
  } else {
    writeFileSync(path, sorted)
  }
}

/** By UTF-16 units: the same on every machine, whatever its language. */
function byKey([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1
}
