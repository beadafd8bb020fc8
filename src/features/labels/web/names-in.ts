/** Splits typed label names at blanks and commas. */
export function namesIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\s,]+/)
        .map(name => name.trim().toLowerCase())
        .filter(name => name !== ''),
    ),
  ]
}
