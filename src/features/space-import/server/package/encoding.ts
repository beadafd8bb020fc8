import { isUtf8 } from 'node:buffer'
import { badRequest } from '#platform/server/http/errors.ts'

/** How a file of XML was read, if it is not as it should be. */
export interface ReadingNotes {
  /** Its encoding, if that is not UTF-8. */
  encoding: string | undefined
  /** Encoding that it declares, if no such encoding is known. */
  unknownEncoding: string | undefined
  /** Bytes that are not UTF-8. */
  invalidBytes: number
  /** Characters that XML forbids. */
  forbidden: number
}

export function noNotes(): ReadingNotes {
  return { encoding: undefined, unknownEncoding: undefined, invalidBytes: 0, forbidden: 0 }
}

/** Bytes in which a declaration is looked for. */
const MOST_DECLARATION = 1024

/** First bytes of a file, and the encoding that they mean: a byte order mark, or the beginning of an element. */
const BEGINNINGS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['utf-32le', 0xff, 0xfe, 0, 0],
  ['utf-32be', 0, 0, 0xfe, 0xff],
  ['utf-32le', 0x3c, 0, 0, 0],
  ['utf-32be', 0, 0, 0, 0x3c],
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
  ['utf-16le', 0x3c, 0],
  ['utf-16be', 0, 0x3c],
]

/**
 * Decodes XML by its byte order mark, or by the encoding that it declares; UTF-8 without either (XML 1.0, appendix F).
 * Bytes that are not UTF-8 are read as Windows-1252, in which they were most likely written.
 * @param notes get the encoding and the number of such bytes
 * @throws HttpError 400 for UTF-32
 */
export async function* decodedXml(source: AsyncIterable<Buffer>, notes: ReadingNotes): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let first = Buffer.alloc(0)
  for await (const bytes of source) {
    if (decoder) {
      yield decoder.write(bytes)
      continue
    }
    first = Buffer.concat([first, bytes])
    if (first.length < MOST_DECLARATION) continue
    decoder = decoderOf(first, notes)
    yield decoder.write(first)
  }
  decoder ??= decoderOf(first, notes)
  yield decoder.end(first.length < MOST_DECLARATION ? first : undefined)
}

interface Decoder {
  write(bytes: Buffer): string
  /** @param bytes the last ones, of a file that is short */
  end(bytes?: Buffer): string
}

function decoderOf(first: Buffer, notes: ReadingNotes): Decoder {
  const [begun] = BEGINNINGS.find(([, ...bytes]) => bytes.every((byte, index) => first[index] === byte)) ?? []
  if (begun?.startsWith('utf-32'))
    throw badRequest('entities.xml of the export is written in {{encoding}}, which cannot be read', {
      values: { encoding: begun.toUpperCase() },
    })
  const declared = begun === undefined ? declaredEncoding(first) : undefined
  const decoder = decoderNamed(begun ?? declared ?? 'utf-8')
  if (!decoder && declared !== undefined) notes.unknownEncoding = declared
  // A declaration that can be read byte by byte is not in UTF-16.
  const isUtf8Text =
    !decoder || decoder.encoding === 'utf-8' || (begun === undefined && decoder.encoding.startsWith('utf-16'))
  if (isUtf8Text) return new Utf8Decoder(notes)
  notes.encoding = begun?.toUpperCase() ?? declared
  return { write: bytes => decoder.decode(bytes, { stream: true }), end: bytes => decoder.decode(bytes) }
}

function declaredEncoding(first: Buffer): string | undefined {
  const text = first.toString('latin1', 0, MOST_DECLARATION)
  return /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(text)?.[1]
}

/** A decoder by a name of its encoding, also as Java writes it; undefined if it is not known. */
function decoderNamed(name: string): TextDecoder | undefined {
  for (const label of [name, name.replaceAll('_', '-'), name.replace(/^Cp(?=\d)/i, 'windows-')]) {
    try {
      return new TextDecoder(label)
    } catch {
      // Another spelling may be known.
    }
  }
  return undefined
}

const windows1252 = new TextDecoder('windows-1252')

/** Decodes UTF-8 in pieces. */
class Utf8Decoder implements Decoder {
  readonly #notes: ReadingNotes
  /** The beginning of a character whose other bytes have not come. */
  #held: Buffer = Buffer.alloc(0)
  #isFirst = true

  constructor(notes: ReadingNotes) {
    this.#notes = notes
  }

  write(bytes: Buffer): string {
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    const end = all.length - openLength(all)
    // A copy: the bytes of a piece may be used again.
    this.#held = Buffer.from(all.subarray(end))
    return this.#decoded(all.subarray(0, end))
  }

  end(bytes?: Buffer): string {
    const last = bytes ? this.write(bytes) : ''
    const rest = this.#held
    this.#held = Buffer.alloc(0)
    return last + this.#decoded(rest)
  }

  #decoded(bytes: Buffer): string {
    const text = isUtf8(bytes) ? bytes.toString('utf8') : this.#repaired(bytes)
    if (!this.#isFirst || text === '') return text
    this.#isFirst = false
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }

  #repaired(bytes: Buffer): string {
    const parts: string[] = []
    let from = 0
    for (let at = 0; at < bytes.length;) {
      const length = characterLength(bytes, at)
      if (length > 0) {
        at += length
        continue
      }
      parts.push(bytes.toString('utf8', from, at), windows1252.decode(bytes.subarray(at, at + 1)))
      this.#notes.invalidBytes++
      from = ++at
    }
    parts.push(bytes.toString('utf8', from))
    return parts.join('')
  }
}

/** Bytes at the end that may be the beginning of a character. */
function openLength(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const lead = bytes[bytes.length - length] ?? 0
    if (lead >= 0xc2 && lead <= 0xf4) return length < lengthOf(lead) ? length : 0
    if (lead < 0x80 || lead > 0xbf) return 0
  }
  return 0
}

/** Bytes of a character by its first one. */
function lengthOf(lead: number): number {
  if (lead < 0x80) return 1
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

/** Length of the character that begins at a byte; 0 if none does (Unicode, table 3-7). */
function characterLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  const length = lengthOf(lead)
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0
    const [least, most] = index === 1 ? secondBytes(lead) : [0x80, 0xbf]
    if (byte < least || byte > most) return 0
  }
  return length
}

function secondBytes(lead: number): readonly [least: number, most: number] {
  if (lead === 0xe0) return [0xa0, 0xbf]
  if (lead === 0xed) return [0x80, 0x9f]
  if (lead === 0xf0) return [0x90, 0xbf]
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf]
}
