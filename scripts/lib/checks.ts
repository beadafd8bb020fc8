import { run } from './process.ts'

/** Checks of `npm run check`, in order of urgency for a reader. */
const checks: ReadonlyArray<readonly [name: string, program: string, ...args: string[]]> = [
  ['format (mended by `npm run format`)', 'oxfmt', '--check'],
  ['order of texts (mended by `npm run format`)', 'node', 'scripts/sort-texts.ts', '--check'],
  ['types', 'tsc', '--noEmit'],
  ['lint and house rules', 'oxlint', '--quiet'],
  ['dead code and dependencies', 'knip', '--no-progress'],
]

/** Runs every check, also after one has failed. @returns how many passed and failed */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const count = { passed: 0, failed: 0 }
  for (const [name, program, ...args] of checks) {
    const ok = (await run(program, args)) === 0
    count[ok ? 'passed' : 'failed']++
    console.log(`${ok ? '✓' : '✗'} ${name}`)
  }
  return count
}
