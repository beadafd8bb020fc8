import type { Fault } from './fault.ts'
import type { Lane, Outcome } from './tests.ts'

/** Results of one lane's tests for a fault. */
export interface Result {
  readonly id: string
  readonly lane: Lane
  /** Time until a test failed, or until all had passed. */
  readonly seconds: number
  /** Number of test files that ran. */
  readonly files: number
  /** Number of tests that passed in spite of the fault. */
  readonly passed: number
  readonly caught?: Outcome['failure']
}

type Verdict = 'caught in quick' | 'caught in full' | 'caught only in full' | 'not caught' | 'not caught in quick'

/** A Markdown table of faults with their last results in each lane. Faults that were not tried are left out. */
export function markdownTable(faults: readonly Fault[], results: readonly Result[]): string {
  const rows = faults.flatMap(fault => {
    const verdict = verdictOf(fault, results)
    if (!verdict) return []
    const { verdict: text, by } = verdict
    const test = by.caught ? `${by.caught.file}: ${by.caught.test}` : `${by.files} files, ${by.passed} tests passed`
    return [[fault.id, fault.kind, text, test, String(by.seconds)]]
  })
  const lines = [['fault', 'kind', 'result', 'test', 'seconds'], ['---', '---', '---', '---', '--:'], ...rows]
  return lines.map(cells => `| ${cells.map(cell => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`).join('\n')
}

/** Counts of each verdict. */
export function summary(faults: readonly Fault[], results: readonly Result[]): string {
  const verdicts = faults.flatMap(fault => verdictOf(fault, results)?.verdict ?? [])
  const counts = Map.groupBy(verdicts, verdict => verdict)
  const parts = [...counts].map(([verdict, { length }]) => `${length} ${verdict}`)
  return [`${verdicts.length} faults`, ...parts].join(', ')
}

function verdictOf({ id }: Fault, results: readonly Result[]): { verdict: Verdict; by: Result } | undefined {
  const last = (lane: Lane) => results.findLast(result => result.id === id && result.lane === lane)
  const [quick, full] = [last('quick'), last('full')]
  if (quick?.caught) return { verdict: 'caught in quick', by: quick }
  if (full?.caught) return { verdict: quick ? 'caught only in full' : 'caught in full', by: full }
  if (full) return { verdict: 'not caught', by: full }
  return quick && { verdict: 'not caught in quick', by: quick }
}
