/** The line of a query that an error is about, and the column in it, from 1. */
export interface QueryPlace {
  line: string
  column: number
}

/** The place that the values of an error name: a column, and a line where the query has several. */
export function placeOfError(query: string, { line: number = 1, column }: Readonly<Record<string, string | number>>): QueryPlace | undefined {
  if (column === undefined) return undefined
  const line = query.split('\n')[Number(number) - 1]
  return line === undefined ? undefined : { line, column: Math.min(Number(column), line.length + 1) }
}
