import { RE2JS, RE2JSException } from 're2js'

/** A regular expression; the time of a search is linear in the text, whatever the expression. */
export interface Pattern {
  /** Whether the expression is found anywhere in the text. */
  test(text: string): boolean
  /** Instructions of the compiled expression: a search takes as many steps for each character at most. */
  readonly size: number
}

const maxPattern = 500
/** Instructions of a compiled expression. */
const maxInstructions = 4000
/** The same before it is compiled, which alone would take long: see {@link expandedLength}. */
const maxExpanded = 10_000
const maxText = 10_000

/**
 * Compiles an expression in the syntax of RE2, which is Perl's without back references and look-around: authors of pages
 * write them (the table of contents filters headings by them), so one that backtracks could hold up the server.
 * @returns undefined if it is malformed, too large or uses what is not understood
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

/** How long an expression is at most when its counted repetitions are written out, as if each held all others. */
function expandedLength(source: string): number {
  const counts = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, min, max]) => Math.max(1, Number(min), Number(max ?? 0)))
  return counts.reduce((length, count) => length * count, source.length)
}
