import { differences, type Difference } from './differences.ts'
import type { BlockLines } from './lines.ts'

/**
 * The changes of lines, each extended to whole blocks: a block that is changed, or that new lines follow without an
 * empty line, is in one change with all its lines.
 */
export function changesOfBlocks({ lines, places }: BlockLines, after: readonly string[]): Difference[] {
  let changes = differences(lines, after)
  for (let before = -1; before !== extent(changes);) {
    before = extent(changes)
    for (const change of changes) extend(change, places, after)
    changes = merged(changes)
  }
  return changes
}

/** Grows with each extension, and with each merge. */
function extent(changes: readonly Difference[]): number {
  return changes.reduce((sum, { from, to }) => sum + to - from, 0) - changes.length / (changes.length + 1)
}

function extend(change: Difference, places: BlockLines['places'], after: readonly string[]): void {
  const isFilled = (line: number): boolean => /[^>\s]/.test(after[line] ?? '')
  for (const { from, to } of places) {
    const isTouched = from < change.to && to > change.from
    const isWithin = from < change.from && to > change.from
    const isBefore = to === change.from && isFilled(change.newFrom)
    const isBehind = from === change.to && change.newTo > 0 && isFilled(change.newTo - 1)
    if (!isTouched && !isWithin && !isBefore && !isBehind) continue
    if (from < change.from) {
      change.newFrom -= change.from - from
      change.from = from
    }
    if (to > change.to) {
      change.newTo += to - change.to
      change.to = to
    }
  }
}

/** Changes that overlap become one. Lines between two changes are the same in both texts. */
function merged(changes: readonly Difference[]): Difference[] {
  const result: Difference[] = []
  for (const change of changes) {
    const last = result.at(-1)
    if (!last || change.from >= last.to) {
      result.push(change)
      continue
    }
    // Of two changes that overlap, the earlier one knows where it begins, the later one where it ends.
    last.from = Math.min(last.from, change.from)
    last.newFrom = Math.min(last.newFrom, change.newFrom)
    last.to = Math.max(last.to, change.to)
    last.newTo = Math.max(last.newTo, change.newTo)
  }
  return result
}
