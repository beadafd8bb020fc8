import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../lib/packages.mjs'
import { countOf, durationsOf, faultsOf } from './vitest.ts'

const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [] }

describe('the counts of a run', () => {
  it('are those of the report', () => {
    expect(countOf(report, 0)).toEqual({ passed: 5, failed: 0, skipped: 3, left: 0 })
    expect(countOf({ ...report, numFailedTests: 2 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 3, left: 0 })
  })

  it('tell the cases of the full lane from those that are skipped', () => {
    const left = { fullName: 'left', failureMessages: [], meta: { isLeftOut: true as const } }
    const file = { name: join(root, 'src/a.test.ts'), message: '', startTime: 0, endTime: 0, assertionResults: [left] }
    expect(countOf({ ...report, testResults: [file] }, 0)).toEqual({ passed: 5, failed: 0, skipped: 2, left: 1 })
  })

  it('hold a failure when the run failed without a failed test', () => {
    expect(countOf(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 3, left: 0 })
  })

  it('hold a failure when there is no report', () => {
    expect(countOf(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0, left: 0 })
  })
})

describe('the faults of a run', () => {
  it('are the tests that failed and the files that did not load', () => {
    const test = (fullName: string, ...failureMessages: string[]) => ({ fullName, failureMessages })
    const file = (name: string, message: string, ...assertionResults: ReturnType<typeof test>[]) => ({
      name: join(root, name),
      message,
      startTime: 1000,
      endTime: 13_400,
      assertionResults,
    })
    const testResults = [
      file(
        'src/a.test.ts',
        '',
        test('first'),
        test('second', '\u001B[31mtimeout\u001B[39m\n  at line 5'),
        test('third', 'not 5'),
      ),
      file('src/b.test.ts', 'no such module\nat line 1'),
    ]
    expect(faultsOf({ ...report, testResults })).toEqual([
      'FAILED src/a.test.ts: second: timeout',
      'FAILED src/a.test.ts: third: not 5',
      'FAILED src/b.test.ts: no such module',
    ])
    expect(faultsOf(undefined)).toEqual([])
    expect(durationsOf({ ...report, testResults })).toEqual({ 'src/a.test.ts': 12, 'src/b.test.ts': 12 })
  })
})
