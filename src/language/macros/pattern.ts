import { RE2JS, RE2JSException } from 're2js'

/** A regular expression with a search time linear in the text. */
export interface Pattern {
  test(text: string): boolean
  /** Compiled instructions: the maximum of steps per character. */
  readonly size: number
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
    return { size, test: text => pattern.matcher(text.slice(0, maxText)).find() }
  } catch (error) {
    if (error instanceof RE2JSException) return undefined
    throw error
  }
}

/** Upper bound of an expression's length with its counted repetitions written out, as if each nested in all others. */
function expandedLength(source: string): number {
  const counts = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, min, max]) =>
    Math.max(1, Number(min), Number(max ?? 0)),
  )
  return counts.reduce((length, count) => length * count, source.length)
}
