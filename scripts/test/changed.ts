import { execFileSync } from 'node:child_process'
import { affectedTests } from '../lib/import-graph.ts'
import { root } from '../lib/packages.mjs'

/**
 * The test files that a change can affect, the nearest first.
 * @param base commit to compare the working tree with: files that git does not track yet count as changed
 * @throws Error outside a git checkout
 */
export async function changedTests(base = 'HEAD'): Promise<string[]> {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(line => line !== '')
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return affectedTests(changed)
}
