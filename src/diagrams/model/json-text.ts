import { DiagramError } from './check.ts'

/** Nesting limit of the whole JSON, including other programs' data. */
const MAX_NESTING = 300
/**
 * Limit of objects, lists and fields, which determine the memory of the parsed text. A full document has less than
 * half of it.
 */
const MAX_VALUES = 4_000_000

/**
 * Scans a JSON text before parsing, so that a small text cannot exhaust memory or stack.
 * @throws DiagramError when it is too long, nested too deep, or has too many values
 */
export function checkJsonText(text: string, maxBytes: number): void {
  if (byteLength(text, maxBytes) > maxBytes) {
    throw new DiagramError(
      '',
      `The diagram is larger than ${maxBytes / 1024 / 1024} MB; split it or make its pictures smaller`,
    )
  }
  let depth = 0
  let values = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        index = endOfString(text, index)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > MAX_NESTING) throw new DiagramError('', `The diagram is nested deeper than ${MAX_NESTING} levels`)
        values++
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
      case 0x2c: // ,
        values++
        break
    }
    if (values > MAX_VALUES) throw new DiagramError('', `The diagram holds more than ${MAX_VALUES} values; split it`)
  }
}

/** Index of a string's closing quote, or of the text's end. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes++
    if (slashes % 2 === 0) return quote
  }
  return text.length
}

/** Bytes in UTF-8; exact only near the limit. */
function byteLength(text: string, limit: number): number {
  return text.length > limit || text.length * 3 <= limit ? text.length : new TextEncoder().encode(text).length
}
