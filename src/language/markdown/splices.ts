/** Text that replaces a part of a source. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies splices that do not overlap; those at one place in their order. */
export function spliced(source: string, splices: readonly Splice[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text } of splices.toSorted((a, b) => a.start - b.start)) {
    if (start < at) throw new RangeError('Changes of a page overlap')
    result += source.slice(at, start) + text
    at = end
  }
  return result + source.slice(at)
}
