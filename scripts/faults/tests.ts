import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { AffectedTest } from '../lib/import-graph.ts'
import { toolEnvironment } from '../lib/process.ts'

export type Lane = 'quick' | 'full'
export type Project = 'unit' | 'e2e'

/** How many test files run for a fault at most. */
export interface Limits {
  readonly unit: number
  readonly e2e: number
}

export interface Batch {
  readonly project: Project
  readonly files: readonly string[]
}

/** Outcome of a batch: every test passed, one failed, or no test ran (all were left to the full lane). */
export interface Outcome {
  readonly passed: number
  /** The first failure: the file with the name of the test, or with the error that stopped it. */
  readonly failure?: { readonly file: string; readonly test: string }
}

/** Sizes of the first batches; the rest is one batch. A start of Vitest takes about as long as a small test file. */
const BATCHES: Readonly<Record<Project, readonly number[]>> = { unit: [2, 4], e2e: [1, 2] }
/** Ends a batch that a fault lets hang. */
const BATCH_LIMIT_MS = 10 * 60_000

/** The part of Vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/** The tests of a fault, unit tests before browser tests, each from the nearest to the farthest. */
export function batchesOf(tests: readonly AffectedTest[], limits: Limits): Batch[] {
  return (['unit', 'e2e'] as const).flatMap(project => {
    const files = tests
      .map(({ file }) => file)
      .filter(file => file.endsWith('.e2e.ts') === (project === 'e2e'))
      .slice(0, limits[project])
    const batches: Batch[] = []
    let start = 0
    for (const size of [...BATCHES[project], files.length]) {
      if (start < files.length) batches.push({ project, files: files.slice(start, start + size) })
      start += size
    }
    return batches
  })
}

/** Environment in which tests run. */
export interface Surroundings {
  /** The root of the tree, absolute. */
  readonly tree: string
  readonly lane: Lane
  /** A PostgreSQL for the unit tests. */
  readonly databaseUrl: string
  /** Leaves out the cases that are marked as those on PostgreSQL. */
  readonly onlySqlite: boolean
  /** Ends what runs. */
  readonly stop: AbortSignal
}

/** Runs test files of a tree until the first failure. @throws the reason of `stop` when that ends it */
export async function runBatch(
  { project, files }: Batch,
  { tree, lane, databaseUrl, onlySqlite, stop }: Surroundings,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-report-'))
  try {
    const file = join(folder, 'report.json')
    const args = ['run', '--project', project, '--bail', '1', '--reporter=json', `--outputFile=${file}`, ...files]
    if (onlySqlite) args.push(String.raw`--testNamePattern=^(?!.*\bpostgres\b)`)
    const env = { ...toolEnvironment, OXBOW_TEST_LANE: lane, TEST_DATABASE_URL: databaseUrl, NO_COLOR: '1' }
    const { code, output } = await runGroup('vitest', args, { cwd: tree, env, stop })
    const report = await readFile(file, 'utf8').then(
      text => JSON.parse(text) as Report,
      () => undefined,
    )
    const failure = failureOf(report, tree)
    const passed = report?.numPassedTests ?? 0
    if (failure) return { passed, failure }
    if (code === 0) return { passed }
    return { passed, failure: { file: files.join(' '), test: lastLine(output) } }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first failed test, or the first file that did not load. */
function failureOf(report: Report | undefined, tree: string): Outcome['failure'] {
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const file = relative(tree, name)
    const failed = assertionResults.find(result => result.status === 'failed')
    if (failed) return { file, test: failed.fullName.trim() }
    // After the first failure, the remaining files are reported as failed, too, without a message.
    if (status === 'failed' && message.trim() !== '') return { file, test: message.trim().split('\n', 1)[0] ?? '' }
  }
  return undefined
}

/**
 * Runs a program with the processes that it starts as one group, which ends with it or at the limit of time.
 * @returns its exit code, or 1 where it was ended; and what it printed
 * @throws the reason of `stop` when that ends it
 */
export function runGroup(
  program: string,
  args: readonly string[],
  { cwd, env, stop }: { cwd: string; env: NodeJS.ProcessEnv; stop: AbortSignal },
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
    })
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      // The group is gone.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  const timer = setTimeout(() => {
    output += `\nended after ${BATCH_LIMIT_MS / 60_000} minutes`
    end()
  }, BATCH_LIMIT_MS)
  stop.addEventListener('abort', end)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => {
      clearTimeout(timer)
      stop.removeEventListener('abort', end)
      end()
      if (stop.aborted) reject(stop.reason as Error)
      else resolve({ code: code ?? 1, output })
    })
  })
}

const lastLine = (output: string) => output.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
