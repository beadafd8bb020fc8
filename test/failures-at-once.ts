import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase } from 'vitest/node'

const MAX_LENGTH = 4000

/**
 * Prints the errors of a test when it fails. Vitest's own reporter prints them when all files have run, which a lane of
 * most of an hour may not reach.
 */
export default class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state !== 'failed') return
    const texts = errors.map(({ message, diff }) => stripVTControlCharacters(`${message}\n${diff ?? ''}`))
    console.error(
      `\nFAILED ${test.module.relativeModuleId}: ${test.fullName}\n${texts.join('\n').slice(0, MAX_LENGTH)}`,
    )
  }
}
