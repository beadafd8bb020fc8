/** A text as a value in CQL. */
export function quotedCql(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** The words of what somebody types into a box: nobody means the signs of the query language there. */
export function plainWords(typed: string): string {
  return typed.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()
}
