import { relative } from 'node:path'
import {
  TestRunner,
  type RunnerTask as Task,
  type RunnerTestFile as File,
  type RunnerTestSuite as Suite,
  type VitestTestRunner,
} from 'vitest'
import { root } from '../scripts/lib/packages.mjs'
import { isQuick, lanes, type Case } from './lanes.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Set on the cases that the quick lane leaves to the full lane. */
    lane?: 'full'
  }
}

/**
 * Vitest's runner with the quick lane: in `OXBOW_TEST_LANE=quick` it skips the cases that `lanes.ts` leaves to the full
 * lane, and marks each with `meta.lane`, so that the summary can count them. Hooks of suites without a remaining case
 * do not run.
 */
export default class LaneRunner extends TestRunner {
  declare onTaskUpdate?: VitestTestRunner['onTaskUpdate']

  async onCollected(files: File[]): Promise<void> {
    if (!isQuick()) return
    const skipped: Task[] = []
    for (const file of files) {
      const cases = casesOf(file)
      const left = lanes.leftToFull(relative(root, file.filepath), cases)
      skipped.push(...left.map(index => cases[index]!.task).filter(skip))
      closeEmpty(file)
    }
    // The reporters were told of the cases before this, and hear nothing of those in suites that do not run.
    await this.onTaskUpdate?.(
      skipped.map(task => [task.id, task.result, task.meta]),
      [],
    )
  }
}

function casesOf(suite: Suite, names: readonly string[] = []): (Case & { task: Task })[] {
  return suite.tasks.flatMap(task =>
    task.type === 'suite' ? casesOf(task, [...names, task.name]) : [{ task, names: [...names, task.name] }],
  )
}

/** @returns false where the case would not run in the full lane either */
function skip(task: Task): boolean {
  if (task.mode === 'skip' || task.mode === 'todo') return false
  task.mode = 'skip'
  task.result = { state: 'skip' }
  task.meta.lane = 'full'
  return true
}

/** Skips suites all of whose cases are skipped. @returns whether this one is */
function closeEmpty(suite: Suite): boolean {
  const open = suite.tasks.filter(task =>
    task.type === 'suite' ? !closeEmpty(task) : task.mode !== 'skip' && task.mode !== 'todo',
  )
  if (open.length === 0 && suite.tasks.length > 0) suite.mode = 'skip'
  return open.length === 0
}
