/** Comments, CDATA sections and tags of a well-formed text; of a tag, the slash before or behind its name. */
const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)[^\s/>]+(?:[^>"']|"[^"]*"|'[^']*')*?(\/?)>/g

/** Place of an element in its text, in UTF-16 units. */
export interface ElementRange {
  /** Offset of its start tag. */
  readonly start: number
  /** Offset behind its start tag, where its content begins. */
  readonly inner: number
  /** Offset of its end tag, where its content ends; as `inner` for an empty element. */
  readonly innerEnd: number
  /** Offset behind its end tag. */
  readonly end: number
}

/** The places of all elements of a well-formed text by the offset of their start tags, in linear time. */
export function elementRanges(source: string): ReadonlyMap<number, ElementRange> {
  const ranges = new Map<number, ElementRange>()
  const open: { start: number; inner: number }[] = []
  for (const { 0: markup, 1: closing, 2: empty, index } of source.matchAll(MARKUP)) {
    const end = index + markup.length
    if (closing === undefined) continue
    if (closing === '/') {
      const opened = open.pop()
      if (opened) ranges.set(opened.start, { ...opened, innerEnd: index, end })
    } else if (empty === '/') ranges.set(index, { start: index, inner: end, innerEnd: end, end })
    else open.push({ start: index, inner: end })
  }
  return ranges
}
