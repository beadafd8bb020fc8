import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { takeBackgroundPriority } from './background-priority.ts'

/** Exit code of a process whose parent is gone. */
const EXIT_ORPHANED = 1

/**
 * Makes this process a helper that answers its parent's messages and ends with it. Its parent goes first; it may be
 * killed at any time, and Linux' OOM killer chooses it instead of the wiki.
 */
export function answerParent<Request>(answer: (request: Request) => Promise<unknown>): void {
  yieldToParent()
  // At its end nothing is written, since it is killed.
  flushCompileCache()
  process.on('message', (request: Request) => void answer(request).then(result => process.send?.(result)))
  endWithParent()
}

/** Has this process end when its parent is gone. @returns ends that */
export function endWithParent(): () => void {
  const end = () => process.exit(EXIT_ORPHANED)
  process.on('disconnect', end)
  return () => process.off('disconnect', end)
}

/** Lets the parent go first, and has Linux' OOM killer choose this process instead of it. */
export function yieldToParent(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch (error) {
    // Missing on other systems and unwritable in some containers: the limits on memory must suffice.
    if (!(error instanceof Error)) throw error
  }
  takeBackgroundPriority()
}
