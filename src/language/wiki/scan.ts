/** A macro in wiki markup: `{name:parameters}`, with the body up to the next `{name}` if it takes one. */
export interface WikiMacro {
  readonly name: string
  readonly parameters: string
  /** Undefined without a body. */
  readonly body: string | undefined
  /** Index after it. */
  readonly end: number
}

/** Macros without a body. */
const bodiless: ReadonlySet<string> = new Set(
  `toc anchor status children include excerpt-include attachments gallery pagetree recently-updated livesearch
  contentbylabel blog-posts jira jiraissues gliffy drawio drawio-sketch inc-drawio contributors
  profile tasks-report-macro`.split(/\s+/),
)

const openTag = /\{([A-Za-z][\w-]{0,60})(?::([^{}\n]{0,2000}))?\}/y

/** Finds the macros of a text in linear time, however many tags are left open. */
export class MacroScanner {
  readonly #text: string
  /** Indices of `{name}`, by name. */
  readonly #tags = new Map<string, number[]>()

  constructor(text: string) {
    this.#text = text
    for (const match of text.matchAll(/\{([A-Za-z][\w-]{0,60})\}/g)) {
      const name = match[1] ?? ''
      const list = this.#tags.get(name)
      if (list) list.push(match.index)
      else this.#tags.set(name, [match.index])
    }
  }

  /** The macro that starts at `at`, if any. */
  macroAt(at: number): WikiMacro | undefined {
    openTag.lastIndex = at
    const match = openTag.exec(this.#text)
    const name = match?.[1]
    if (!match || name === undefined) return undefined
    const start = at + match[0].length
    const close = bodiless.has(name) ? -1 : this.#tagFrom(name, start)
    const body = close < 0 ? undefined : this.#text.slice(start, close)
    const end = close < 0 ? start : close + name.length + 2
    return { name, parameters: match[2] ?? '', body, end }
  }

  #tagFrom(name: string, from: number): number {
    const list = this.#tags.get(name) ?? []
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((list[middle] ?? 0) < from) low = middle + 1
      else high = middle
    }
    return list[low] ?? -1
  }
}

/**
 * Splits text into lines; a macro's body belongs to the line in which it starts, so that a list item or a cell can
 * hold several lines of code.
 */
export function logicalLines(text: string): string[] {
  const scanner = new MacroScanner(text)
  const lines: string[] = []
  let start = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x0a) {
      lines.push(text.slice(start, at))
      start = at + 1
    } else if (code === 0x5c) {
      at++
    } else if (code === 0x7b) {
      const macro = text.charCodeAt(at + 1) === 0x7b ? undefined : scanner.macroAt(at)
      if (macro) {
        at = macro.end
        continue
      }
      if (text.charCodeAt(at + 1) === 0x7b) at++
    }
    at++
  }
  lines.push(text.slice(start))
  return lines
}
