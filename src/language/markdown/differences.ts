import { diffArrays } from 'diff'

/** Differences beyond which two sequences are compared from both ends alone: the effort is their square. */
const MOST_DIFFERENCES = 2000

/** Items that replace others: those of the old sequence from `from` to before `to`, those of the new one likewise. */
export interface Difference {
  from: number
  to: number
  newFrom: number
  newTo: number
}

/** The differences of two sequences, in order. */
export function differences(before: readonly string[], after: readonly string[]): Difference[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_DIFFERENCES })
  if (!parts) return [fromBothEnds(before, after)]
  const found: Difference[] = []
  let at = 0
  let newAt = 0
  let last: Difference | undefined
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      at += value.length
      newAt += value.length
      last = undefined
      continue
    }
    if (!last) found.push((last = { from: at, to: at, newFrom: newAt, newTo: newAt }))
    if (removed) last.to = at += value.length
    else last.newTo = newAt += value.length
  }
  return found
}

function fromBothEnds(before: readonly string[], after: readonly string[]): Difference {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from: start, to: before.length - end, newFrom: start, newTo: after.length - end }
}
