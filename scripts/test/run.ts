/**
 * `npm test`: the quick lane, with its own set-up. Further arguments:
 * - paths of files or folders: their cases alone, all of them
 * - `--changed`: the tests that the uncommitted changes can affect, in the quick lane
 * - `--fast`: the fast lane, of the server's tests alone (no build, no browser)
 * - `--all` (`npm run test:all`): the full lane
 * - `--share N`: repeats the shares of sweeps that an earlier run printed
 * - `--record`: writes down how long the test files took, for test/longest-first.ts
 * The last line is `N passed, N failed`, with `, N skipped` where there are such.
 */
import { glob, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { shareNumber, type Lane } from '../../test/lanes.ts'
import { runChecks } from '../lib/checks.ts'
import { isFresh } from '../lib/freshness.mjs'
import { root } from '../lib/packages.mjs'
import { run } from '../lib/process.ts'
import { ensureChromium } from './browser.ts'
import { changedTests } from './changed.ts'
import { costs } from './costs.ts'
import { tryPackage } from './package.ts'
import { runVitest, type Count, type Level } from './vitest.ts'

const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    changed: { type: 'boolean' },
    fast: { type: 'boolean' },
    record: { type: 'boolean' },
    share: { type: 'string' },
  },
})
/** The lane whose cases run. Files that are named run whole. */
const lane = laneOf()
const share = options.share === undefined ? shareNumber() : Number(options.share)
// Of a share that is no number, no sweep would run, and the run would pass.
if (!Number.isSafeInteger(share) || share < 0) throw new Error(`--share takes a whole number, not ${options.share}`)
const selection = { OXBOW_TEST_SHARE: String(share), OXBOW_TEST_LANE: lane }

const total = { passed: 0, failed: 0, skipped: 0, left: 0 }
const faults: string[] = []
const durations: Record<string, number> = {}
/** Seconds of each part, by its name. */
const parts: Record<string, number> = {}
/** Files that take less need no place in the order. */
const SHORT_SECONDS = 5
const started = performance.now()

function laneOf(): Lane {
  if (options.all || paths.length > 0) return 'full'
  return options.fast ? 'fast' : 'quick'
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1000)

/** Runs one part, says how long it took, and adds its counts; an error is one failure. */
async function part(name: string, work: () => Promise<Partial<Count>>): Promise<boolean> {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const count = await work().catch((error: unknown): Partial<Count> => {
    console.error(error)
    return { failed: 1 }
  })
  const { passed = 0, failed = 0, skipped = 0, left = 0 } = count
  faults.push(...(count.faults ?? []), ...(failed > 0 && !count.faults?.length ? [`FAILED ${name}`] : []))
  Object.assign(durations, count.durations)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.left += left
  parts[name] = secondsSince(start)
  console.log(`── ${name}: ${failed === 0 ? 'passed' : `${failed} failed`} in ${parts[name]} s`)
  return failed === 0
}

const tests = (level: Level, files: readonly string[] = []): Promise<boolean> =>
  part(NAMES[level], () => runVitest(level, files, selection))
const NAMES: Readonly<Record<Level, string>> = {
  unit: 'unit, component and HTTP tests',
  e2e: 'browser tests',
}

const build = (): Promise<boolean> =>
  part('build', async () => ((await run('node', ['scripts/build.ts'])) === 0 ? { passed: 1 } : { failed: 1 }))

/** Browser tests need the build and a browser: a part that did not run has not passed. */
async function browserTests(isBuilt: boolean, files: readonly string[] = []): Promise<boolean> {
  if (isBuilt && (await ensureChromium())) return tests('e2e', files)
  return part(NAMES.e2e, async () => ({ failed: 1 }))
}

async function everything(): Promise<void> {
  // Two cores, and most tests wait for half of their time: the server's tests, which take longest, run beside all else.
  await Promise.all([
    tests('unit'),
    build().then(async built => {
      await browserTests(built)
      await part('the packed tarball', async () => {
        if (!built) return { failed: 1 }
        await tryPackage()
        return { passed: 1 }
      })
      await part('format, types, lint, house rules, dead code', runChecks)
    }),
  ])
}

/**
 * Test files below some paths.
 * @throws Error that names a path without a test
 */
async function testFilesBelow(given: readonly string[]): Promise<string[]> {
  const all: string[] = []
  for await (const file of glob('{src,test,scripts,bench}/**/*.{test,e2e}.{ts,tsx}', { cwd: root })) all.push(file)
  return given.flatMap(path => {
    const start = relative(root, resolve(path))
    const found = all.filter(file => file === start || file.startsWith(`${start}/`))
    if (found.length === 0) throw new Error(`${path} is no test file, and there is none below it`)
    return found
  })
}

/** Runs the cases of these files, whichever lane they belong to. */
async function some(files: readonly string[]): Promise<void> {
  const isBrowser = (file: string): boolean => file.endsWith('.e2e.ts')
  const browser = files.filter(isBrowser)
  const server = files.filter(file => !isBrowser(file))
  if (server.length > 0) await tests('unit', server)
  if (browser.length > 0) await browserTests(isFresh(root) || (await build()), browser)
}

if (options.changed) await some(await changedTests())
else if (paths.length > 0) await some(await testFilesBelow(paths))
else if (options.fast) await tests('unit')
else await everything()

if (options.record) {
  const long = Object.entries(durations).filter(([, seconds]) => seconds >= SHORT_SECONDS)
  const ordered = Object.fromEntries(long.toSorted(([, a], [, b]) => b - a))
  await writeFile(join(root, 'test/durations.json'), `${JSON.stringify(ordered, null, 2)}\n`)
}

console.log(`\n${costs(parts, durations)}\nAll in all ${secondsSince(started)} s.`)
// Once more at the end, where it is looked for and where a log that was cut still has it.
if (faults.length > 0) console.log(`\n${faults.join('\n')}`)
if (lane === 'quick')
  console.log(
    `\nQuick lane, share ${share}. The full lane (npm run test:all) adds ${total.left} cases: see test/lanes.ts.`,
  )
if (lane === 'fast') console.log(`\nFast lane, without ${total.left} cases of its files: see test/lanes.ts.`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
// A handle left open by a part must not keep the run from ending.
process.exit(total.failed > 0 ? 1 : 0)
