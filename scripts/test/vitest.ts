import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../lib/process.ts'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** The part of Vitest's JSON report that we read. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
  numPendingTests: number
  numTodoTests: number
}

/**
 * Runs one project of vitest.config.ts. A run that ends badly without a failed test (a file that does not load, an
 * unhandled rejection, no test found) counts as one failure.
 */
export async function runVitest(project: 'unit' | 'e2e', args: readonly string[] = []): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-report-'))
  try {
    const file = join(folder, 'report.json')
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const code = await run('vitest', ['run', '--project', project, ...reporters, ...args])
    const report = await readFile(file, 'utf8').then(text => JSON.parse(text) as Report, () => undefined)
    for (const name of secondTriesOf(report)) console.log(`PASSED ONLY WHEN RUN AGAIN, which is a fault of the test or of the product: ${name}`)
    return countOf(report, code)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Names of the tests that failed first and passed when they were run again. */
export function secondTriesOf(report: Report | undefined): string[] {
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  return tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0).map(({ fullName }) => fullName)
}

/** Counts of a run, given its report (if it wrote one) and its exit code. */
export function countOf(report: Report | undefined, code: number): Count {
  const count = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
  if (count.failed === 0 && (code !== 0 || !report)) count.failed = 1
  return count
}
