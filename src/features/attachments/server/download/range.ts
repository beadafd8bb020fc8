/** Bytes of a file, both ends inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a `Range` header (RFC 9110, 14.2) against a file's length: `bytes=0-99`, `bytes=100-`, `bytes=-100`. Other
 * units, bad syntax and several ranges count as no range: the whole file is a right answer to them.
 * @returns the range, `unsatisfiable` when it begins past the end, or undefined for the whole file
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=\s*(\d{0,16})\s*-\s*(\d{0,16})\s*$/i.exec(header ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return undefined
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
