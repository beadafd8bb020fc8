/** Values that need no quotes: they cannot be taken for anything else. */
const BARE = /^[\p{L}\p{N}_][\p{L}\p{N}_./:*?@-]*$/u
const KEYWORD = /^(?:and|or|not|in|is|order|by|asc|desc)$/i

/** A name or value as it may be in a query: in quotes where it needs them. */
export function printText(text: string): string {
  if (BARE.test(text) && !KEYWORD.test(text)) return text
  const escaped = text.replace(/[\\"\n\r\t]/g, char =>
    char === '\n' ? '\\n' : char === '\r' ? '\\r' : char === '\t' ? '\\t' : `\\${char}`,
  )
  return `"${escaped}"`
}
