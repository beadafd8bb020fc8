/** The line of a query that an error is about, and the column in it, from 1. */
export interface QueryPlace {
  line: string
  column: number
}

/** Reads the place from what the server says: `… at character 12: …` or `… at line 2, column 3: …`. */
export function placeOfError(query: string, message: string): QueryPlace | undefined {
  const [, lineNumber = '1', column] = /\bat (?:line (\d+), column|character) (\d+)/.exec(message) ?? []
  if (column === undefined) return undefined
  const line = query.split('\n')[Number(lineNumber) - 1]
  return line === undefined ? undefined : { line, column: Math.min(Number(column), line.length + 1) }
}
