/** Names in what somebody typed: blanks and commas separate them. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).map(name => name.trim().toLowerCase()).filter(name => name !== ''))]
}
