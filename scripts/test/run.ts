/**
 * `npm test`: everything that has to hold, with its own set-up. `npm test -- --fast` runs unit and HTTP tests alone.
 * `npm test -- --record` also writes down how long the test files took, for test/longest-first.ts.
 * The last line is `N passed, N failed`, with `, N skipped` where there are such.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChecks } from '../lib/checks.ts'
import { root } from '../lib/packages.mjs'
import { run } from '../lib/process.ts'
import { ensureChromium } from './browser.ts'
import { tryPackage } from './package.ts'
import { runVitest, type Count } from './vitest.ts'

const total = { passed: 0, failed: 0, skipped: 0 }
const faults: string[] = []
const durations: Record<string, number> = {}
/** Files that take less need no place in the order. */
const SHORT_SECONDS = 5

/** Runs one part, says how long it took, and adds its counts; what it throws is one failure. */
async function part(name: string, work: () => Promise<Partial<Count>>): Promise<boolean> {
  console.log(`\n── ${name}`)
  const started = performance.now()
  const count = await work().catch((error: unknown): Partial<Count> => {
    console.error(error)
    return { failed: 1 }
  })
  const { passed = 0, failed = 0, skipped = 0 } = count
  faults.push(...(count.faults ?? []), ...(failed > 0 && !count.faults?.length ? [`FAILED ${name}`] : []))
  Object.assign(durations, count.durations)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`── ${name}: ${failed === 0 ? 'passed' : `${failed} failed`} in ${seconds} s`)
  return failed === 0
}

async function everything(): Promise<void> {
  const [built] = await Promise.all([
    part('build', async () => {
      const code = await run('node', ['scripts/build.ts'])
      return code === 0 ? { passed: 1 } : { failed: 1 }
    }),
    part('types, lint, house rules, dead code', runChecks),
  ])
  // Side by side, since unit tests wait half of their time. What needs the build fails with it: a part that did not
  // run has not passed.
  await Promise.all([
    part('unit tests, and HTTP tests on SQLite and PostgreSQL', () => runVitest('unit')),
    part('browser tests', async () => (built && (await ensureChromium()) ? runVitest('e2e') : { failed: 1 })),
  ])
  await part('the packed tarball', async () => {
    if (!built) return { failed: 1 }
    await tryPackage()
    return { passed: 1 }
  })
}

if (process.argv.includes('--fast')) await part('unit and HTTP tests', () => runVitest('unit'))
else await everything()

if (process.argv.includes('--record')) {
  const long = Object.entries(durations).filter(([, seconds]) => seconds >= SHORT_SECONDS)
  const ordered = Object.fromEntries(long.toSorted(([, a], [, b]) => b - a))
  await writeFile(join(root, 'test/durations.json'), `${JSON.stringify(ordered, null, 2)}\n`)
}

// Once more at the end, where it is looked for and where a log that was cut still has it.
if (faults.length > 0) console.log(`\n${faults.join('\n')}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
// What a part left open must not keep the run from ending.
process.exit(total.failed > 0 ? 1 : 0)
