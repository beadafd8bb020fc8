import { relative } from 'node:path'
import {
  TestRunner,
  type RunnerTask as Task,
  type RunnerTestFile as File,
  type RunnerTestSuite as Suite,
  type VitestTestRunner,
} from 'vitest'
import { root } from '../scripts/lib/packages.mjs'
import { leftOut, type Case } from './lanes.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Set on the cases that the lane of this run leaves out. */
    isLeftOut?: true
  }
}

/**
 * Vitest's runner with the lanes of `lanes.ts`: it skips the cases that this run's lane leaves out, and marks each with
 * `meta.isLeftOut`, so that the summary can count them. Hooks of suites without a remaining case do not run.
 */
export default class LaneRunner extends TestRunner {
  declare onTaskUpdate?: VitestTestRunner['onTaskUpdate']

  async onCollected(files: File[]): Promise<void> {
    const skipped: Task[] = []
    for (const file of files) {
      const cases = casesOf(file)
      const left = leftOut(relative(root, file.filepath), cases)
      if (left.length === 0) continue
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

/** @returns false if the case would not run in the full lane either */
function skip(task: Task): boolean {
  if (task.mode === 'skip' || task.mode === 'todo') return false
  task.mode = 'skip'
  task.result = { state: 'skip' }
  task.meta.isLeftOut = true
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
