import { describe, expect, it } from 'vitest'
import { countOf, secondTriesOf } from './vitest.ts'

const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [] }

describe('the counts of a run', () => {
  it('are those of the report', () => {
    expect(countOf(report, 0)).toEqual({ passed: 5, failed: 0, skipped: 3 })
    expect(countOf({ ...report, numFailedTests: 2 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 3 })
  })

  it('hold a failure when the run failed without a failed test', () => {
    expect(countOf(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 3 })
  })

  it('hold a failure when there is no report', () => {
    expect(countOf(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('the tests that passed only when they were run again', () => {
  it('are named', () => {
    const test = (fullName: string, status: string, ...failureMessages: string[]) => ({ fullName, status, failureMessages })
    const testResults = [{ assertionResults: [test('first', 'passed'), test('second', 'passed', 'timeout')] }, { assertionResults: [test('third', 'failed', 'timeout')] }]
    expect(secondTriesOf({ ...report, testResults })).toEqual(['second'])
    expect(secondTriesOf(undefined)).toEqual([])
  })
})
