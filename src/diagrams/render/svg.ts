/** SVG output: escapes all text and attribute values, so that it is well-formed. */
import { isMoveOnly, type Matrix } from '../model/geometry/matrix.ts'
import { round } from '../model/geometry/path.ts'

/** Characters forbidden in XML 1.0. */
// oxlint-disable-next-line no-control-regex -- these are meant
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const SPECIAL = /[&<>"\r\n\t]/g
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Fast check: most texts need no escaping. */
// oxlint-disable-next-line no-control-regex -- these are meant
const SUSPICIOUS = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/

/** Escapes text for content or an attribute. */
export function escapeXml(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(SPECIAL, character => ESCAPES[character] ?? ' ')
}

type Value = string | number | undefined

/** Attributes with a value, each after a space. */
export function attributes(values: Readonly<Record<string, Value>>): string {
  let text = ''
  for (const name in values) {
    const value = values[name]
    if (value !== undefined) text += ` ${name}="${typeof value === 'number' ? round(value) : escapeXml(value)}"`
  }
  return text
}

/** Value of `transform`; undefined for the identity. */
export function transform(matrix: Matrix): string | undefined {
  const { a, b, c, d, e, f } = matrix
  if (isMoveOnly(matrix)) return e === 0 && f === 0 ? undefined : `translate(${round(e)} ${round(f)})`
  return `matrix(${[a, b, c, d].map(value => Math.round(value * 1e6) / 1e6 + 0).join(' ')} ${round(e)} ${round(f)})`
}

/**
 * Definitions: gradients, clips and images. Ids are hashes of the content: stable between runs, deduplicated, and safe
 * for several pictures on one page.
 */
export class Definitions {
  readonly #written = new Map<string, string>()

  /** Id of a definition, given the markup after the id: `<name id="…"` + rest. */
  add(name: string, rest: string): string {
    const id = `ox${hash(`${name}${rest}`)}`
    this.#written.set(id, `<${name} id="${id}"${rest}`)
    return id
  }

  toString(): string {
    return this.#written.size > 0 ? `<defs>${[...this.#written.values()].join('')}</defs>` : ''
  }
}

/** 53-bit hash of a text: cyrb53, by bryc (public domain). */
function hash(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}
