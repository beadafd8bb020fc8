import type { ErrorValues } from '#platform/error-text.ts'

/** Line and column of an error, from 1. */
export interface QueryPlace {
  line: string
  column: number
}

/** Position in an error's values: a column, and a line for multi-line queries. */
export function placeOfError(query: string, { line: number = 1, column }: ErrorValues): QueryPlace | undefined {
  if (column === undefined) return undefined
  const line = query.split('\n')[Number(number) - 1]
  return line === undefined ? undefined : { line, column: Math.min(Number(column), line.length + 1) }
}
