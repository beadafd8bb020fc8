import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from '../scripts/lib/packages.mjs'

/** Seconds that files took in the run that `npm test -- --record` wrote down; short ones are left out. */
const recorded = JSON.parse(readFileSync(new URL('durations.json', import.meta.url), 'utf8')) as Record<string, number>

/**
 * Begins with the test files that take longest, so that no worker is left alone with one of them at the end. Vitest
 * itself knows durations of earlier runs only, of which a fresh clone has none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) => recorded[relative(root, moduleId)] ?? 0
    return (await super.sort(files)).toSorted((a, b) => seconds(b) - seconds(a))
  }
}
