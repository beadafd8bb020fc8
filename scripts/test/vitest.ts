import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../lib/packages.mjs'
import { run, toolEnvironment } from '../lib/process.ts'

export interface Count {
  passed: number
  failed: number
  skipped: number
  /** Cases that the quick lane left to the full lane. */
  left: number
  /** The failures, a line each. */
  faults?: string[]
  /** Seconds that each test file took, by its path. */
  durations?: Record<string, number>
}

/** The part of Vitest's JSON report that we read. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; failureMessages: string[]; meta?: { isLeftOut?: true } }[]
  }[]
  numPendingTests: number
  numTodoTests: number
}

/** The projects of vitest.config.ts that need neither a build nor a browser, and the one that needs both. */
export type Level = keyof typeof PROJECTS
const PROJECTS = { unit: ['unit', 'component'], e2e: ['e2e'] } as const

/**
 * Runs the tests of one level. A run that ends badly without a failed test (a file that does not load, an
 * unhandled rejection, no test found) counts as one failure.
 * @param args paths of test files; all by default
 * @param selection variables that test/lanes.ts reads
 */
export async function runVitest(level: Level, args: readonly string[], selection: NodeJS.ProcessEnv): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-report-'))
  try {
    const file = join(folder, 'report.json')
    // A line for each file, each failure when it happens and again at the end; without colours where no user sees them.
    const reporters = ['default', './test/failures-at-once.ts', 'json'].map(reporter => `--reporter=${reporter}`)
    const env = { ...toolEnvironment, ...selection, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) }
    const projects = PROJECTS[level].map(name => `--project=${name}`)
    const code = await run('vitest', ['run', ...projects, ...reporters, `--outputFile.json=${file}`, ...args], { env })
    const report = await readFile(file, 'utf8').then(
      text => JSON.parse(text) as Report,
      () => undefined,
    )
    return { ...countOf(report, code), faults: faultsOf(report), durations: durationsOf(report) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Failures of a run, a line each: tests that failed, and files that did not load. */
export function faultsOf(report: Report | undefined): string[] {
  return (
    report?.testResults.flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0)
      const file = relative(root, name)
      if (tests.length === 0) return message ? [`FAILED ${file}: ${firstLine(message)}`] : []
      return tests.map(
        ({ fullName, failureMessages }) => `FAILED ${file}: ${fullName}: ${firstLine(failureMessages[0] ?? '')}`,
      )
    }) ?? []
  )
}

/** Seconds that each test file took, by its path from the root. */
export function durationsOf(report: Report | undefined): Record<string, number> {
  const seconds = report?.testResults.map(
    ({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1000)] as const,
  )
  return Object.fromEntries(seconds ?? [])
}

const firstLine = (text: string) => stripVTControlCharacters(text).split('\n', 1)[0]?.slice(0, 300) ?? ''

/** Counts of a run, given its report (if it wrote one) and its exit code. */
export function countOf(report: Report | undefined, code: number): Count {
  const left =
    report?.testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ meta }) => meta?.isLeftOut)
      .length ?? 0
  const count = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0) - left,
    left,
  }
  if (count.failed === 0 && (code !== 0 || !report)) count.failed = 1
  return count
}
