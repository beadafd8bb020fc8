import { DiagramError } from './check.ts'

/** Nesting of the JSON as a whole, what is foreign included. */
const MAX_NESTING = 300
/** Objects, lists and fields: what fills the memory when a text is parsed. A full document has less than half of it. */
const MAX_VALUES = 4_000_000

/**
 * Looks over a JSON text before it is parsed, so that a small text cannot fill the memory or the stack.
 * @throws DiagramError when it is too long, nested too deep, or holds too many values
 */
export function checkJsonText(text: string, maxBytes: number): void {
  if (byteLength(text, maxBytes) > maxBytes) {
    throw new DiagramError('', `The diagram is larger than ${maxBytes / 1024 / 1024} MB; split it or make its pictures smaller`)
  }
  let depth = 0
  let values = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        index = endOfString(text, index)
        break
      case 0x5B: // [
      case 0x7B: // {
        if (++depth > MAX_NESTING) throw new DiagramError('', `The diagram is nested deeper than ${MAX_NESTING} levels`)
        values++
        break
      case 0x5D: // ]
      case 0x7D: // }
        depth--
        break
      case 0x2C: // ,
        values++
        break
    }
    if (values > MAX_VALUES) throw new DiagramError('', `The diagram holds more than ${MAX_VALUES} values; split it`)
  }
}

/** Index of the quote that ends the string which begins at an index; the text's end when there is none. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === 0x5C) slashes++
    if (slashes % 2 === 0) return quote
  }
  return text.length
}

/** Bytes in UTF-8; exact only where it could be above the limit. */
function byteLength(text: string, limit: number): number {
  return text.length > limit || text.length * 3 <= limit ? text.length : new TextEncoder().encode(text).length
}
