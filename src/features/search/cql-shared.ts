/** A text as a value in CQL. */
export function quotedCql(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** The words typed into a box: the signs of the query language have no meaning there. */
export function plainWords(typed: string): string {
  return typed.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()
}
