import { RE2JS, RE2JSException } from 're2js'

/** A regular expression with a search time linear in the text. */
export interface Pattern {
  test(text: string): boolean
  /** Matches from the start on, without empty ones. */
  matches(text: string): readonly PatternMatch[]
  /** Compiled instructions: the maximum of steps per character. */
  readonly size: number
}

export interface PatternMatch {
  start: number
  end: number
  /** The whole match, and what its groups matched. */
  groups: readonly string[]
}

const maxPattern = 500
const maxInstructions = 4000
/** Limit before compiling, which alone could take long: see {@link expandedLength}. */
const maxExpanded = 10_000
const maxText = 10_000

/**
 * Compiles RE2 syntax: Perl's without back references and look-around. Page authors write these expressions (the table
 * of contents filters headings by them), so a backtracking engine could block the server.
 * @returns undefined if malformed, too large or unsupported
 */
export function compilePattern(source: string): Pattern | undefined {
  if (source.length > maxPattern || expandedLength(source) > maxExpanded) return undefined
  try {
    const pattern = RE2JS.compile(source)
    const size = pattern.programSize()
    if (size > maxInstructions) return undefined
    return {
      size,
      test: text => pattern.matcher(text.slice(0, maxText)).find(),
      matches: text => matchesOf(pattern, text),
    }
  } catch (error) {
    if (error instanceof RE2JSException) return undefined
    throw error
  }
}

function matchesOf(pattern: RE2JS, text: string): PatternMatch[] {
  const matcher = pattern.matcher(text)
  const matches: PatternMatch[] = []
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()]
    const groups = Array.from({ length: pattern.groupCount() + 1 }, (_, group) => matcher.group(group) ?? '')
    if (end > start) matches.push({ start, end, groups })
  }
  return matches
}

/** Upper bound of an expression's length with its counted repetitions written out, as if each nested in all others. */
function expandedLength(source: string): number {
  const counts = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, min, max]) =>
    Math.max(1, Number(min), Number(max ?? 0)),
  )
  return counts.reduce((length, count) => length * count, source.length)
}
