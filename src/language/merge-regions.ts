/** Regions of three sequences for a merge: what they have in common, and what the changes of each side replace. */
import { diffArrays } from 'diff'

/** The same of a text and of two changes of it. */
export type Three<T> = readonly [base: T, theirs: T, mine: T]

type Range = readonly [start: number, end: number]

export interface Region {
  readonly base: Range
  readonly theirs: Range
  readonly mine: Range
  /** Whether the blocks of the three belong together one by one. */
  readonly isRelated: boolean
}

/** Divides three sequences into what is common and what at least one side changed. */
export function regionsOf([base, theirs, mine]: Three<readonly string[]>): Region[] {
  const hunks = [...hunksOf('theirs', base, theirs), ...hunksOf('mine', base, mine)]
  // Insertions before a changed block come first.
  hunks.sort((a, b) => a.start - b.start || a.end - b.end)
  const regions: Region[] = []
  const shift = { theirs: 0, mine: 0 }
  let at = 0
  const add = (end: number, isRelated: boolean, changed: readonly Hunk[] = []) => {
    const [theirStart, myStart] = [at + shift.theirs, at + shift.mine]
    for (const { side, growth } of changed) shift[side] += growth
    regions.push({
      base: [at, end],
      theirs: [theirStart, end + shift.theirs],
      mine: [myStart, end + shift.mine],
      isRelated,
    })
    at = end
  }
  for (let next = hunks.shift(); next; next = hunks.shift()) {
    const region = [next]
    let { end } = next
    const { start } = next
    const overlaps = (hunk: Hunk) =>
      hunk.start < end || (start === end && hunk.start === hunk.end && hunk.start === end)
    for (let other = hunks[0]; other && overlaps(other); other = hunks[0]) {
      region.push(other)
      end = Math.max(end, other.end)
      hunks.shift()
    }
    if (start > at) add(start, true)
    add(end, false, region)
  }
  if (base.length > at) add(base.length, true)
  return regions
}

/** A stretch of the base that a side replaced. */
interface Hunk {
  readonly side: 'theirs' | 'mine'
  readonly start: number
  readonly end: number
  /** Number of blocks that it added, less those it removed. */
  readonly growth: number
}

/** Number of differences from which on all between equal beginnings and ends is one: it limits the time. */
const MOST_DIFFERENCES = 1000

function hunksOf(side: Hunk['side'], base: readonly string[], changed: readonly string[]): Hunk[] {
  const changes = diffArrays([...base], [...changed], { maxEditLength: MOST_DIFFERENCES })
  if (!changes) {
    let start = 0
    while (start < base.length && base[start] === changed[start]) start++
    const most = Math.min(base.length, changed.length) - start
    let tail = 0
    while (tail < most && base.at(-1 - tail) === changed.at(-1 - tail)) tail++
    return [{ side, start, end: base.length - tail, growth: changed.length - base.length }]
  }
  const hunks: Hunk[] = []
  let at = 0
  let isOpen = false
  for (const { added, removed, count } of changes) {
    const last = hunks.at(-1)
    const end = added ? at : at + count
    if (added || removed) {
      const growth = added ? count : -count
      if (isOpen && last) hunks[hunks.length - 1] = { ...last, end, growth: last.growth + growth }
      else hunks.push({ side, start: at, end, growth })
    }
    isOpen = added || removed
    at = end
  }
  return hunks
}
