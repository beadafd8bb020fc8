import type { TextRange } from './readable.ts'

/** Ranges in order; those that overlap or are adjacent are joined. */
export function joinedRanges(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && range.start <= last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, range.end) }
    else result.push(range)
  }
  return result
}

/** Ranges among which those at a place are found in logarithmic time. */
export class RangeSearch {
  readonly #ranges: readonly TextRange[]

  constructor(ranges: readonly TextRange[]) {
    this.#ranges = joinedRanges(ranges)
  }

  /** Whether a range and a place have a character in common, or an empty place is amid a range. */
  touching({ start, end }: TextRange): boolean {
    const range = this.#endingFrom(start + 1)
    return range !== undefined && range.start < end
  }

  /** Whether a range holds all of a place. */
  holding({ start, end }: TextRange): boolean {
    const range = this.#endingFrom(end)
    return range !== undefined && range.start <= start
  }

  /** Yields, in order, what the ranges have of a place. */
  *within({ start, end }: TextRange): Generator<TextRange, void, void> {
    for (let index = this.#indexEndingFrom(start + 1); index < this.#ranges.length; index++) {
      const range = this.#ranges[index]
      if (!range || range.start >= end) return
      yield { start: Math.max(start, range.start), end: Math.min(end, range.end) }
    }
  }

  #endingFrom(place: number): TextRange | undefined {
    return this.#ranges[this.#indexEndingFrom(place)]
  }

  /** Index of the first range that ends at or after a place. */
  #indexEndingFrom(place: number): number {
    let [low, high] = [0, this.#ranges.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ranges[middle]?.end ?? place) < place) low = middle + 1
      else high = middle
    }
    return low
  }
}
