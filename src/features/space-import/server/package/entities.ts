import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { messageOf } from '#platform/message-of.ts'
import { badRequest, type HttpError } from '#platform/server/http/errors.ts'
import { decodedXml, noNotes, type ReadingNotes } from './encoding.ts'
import { REPEATED, type ExportObject, type ObjectReference, type PropertyValue } from './objects.ts'
import { TextParts } from './text-parts.ts'

/**
 * Characters that XML forbids. Some versions of the old product write what people typed, and then could not read their
 * own exports: they are left out.
 */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Longest text of an object, in UTF-16 units: what is longer is cut, and the report says so when it is read. */
export const MOST_TEXT = 16 * 1024 * 1024
/** Beginnings of texts that are read after that, each and together: references and types may follow a long text. */
const SHORT_TEXT = 1000
const MOST_SHORT_TEXTS = 1024 * 1024
/** Members of collections of an object; more are left out. */
const MOST_MEMBERS = 100_000
/** Elements within each other; an export has five. */
const MOST_DEPTH = 100

/**
 * Reads `entities.xml`, object by object, in constant memory. Source: Hibernate's XML form as the old product writes it
 * ("Confluence XML Format", XWiki's documentation of its importer).
 * @param notes get what had to be repaired
 * @throws HttpError 400 when it is not well-formed
 */
export async function* readEntities(source: Readable, notes: ReadingNotes = noNotes()): AsyncGenerator<ExportObject> {
  const reader = new EntityReader(notes)
  let held = ''
  for await (const piece of decodedXml(source as AsyncIterable<Buffer>, notes)) {
    const text = held + piece
    // Half of a surrogate pair waits for the other.
    const isHalf = /[\ud800-\udbff]$/.test(text)
    held = isHalf ? text.slice(-1) : ''
    yield* reader.write(isHalf ? text.slice(0, -1) : text)
  }
  yield* reader.end(held)
}

/** The target of an open element. */
type Frame =
  | { kind: 'object'; class: string; id: string; properties: Record<string, PropertyValue> }
  | { kind: 'property'; name: string; class: string | undefined; id: string | undefined; text: string[] }
  | { kind: 'collection'; name: string; members: ObjectReference[] }
  | { kind: 'element'; class: string; id: string | undefined }
  | { kind: 'id'; text: string[] }
  | { kind: 'other' }

class EntityReader {
  readonly #parser = new SaxesParser({ xmlns: false })
  readonly #notes: ReadingNotes
  readonly #parts: TextParts
  readonly #frames: Frame[] = []
  #found: ExportObject[] = []
  /** Length of the texts of the open object. */
  #length = 0
  #grantedLength = 0
  /** Of the property or id that is open. */
  #ownLength = 0
  #members = 0
  #hasRoot = false

  constructor(notes: ReadingNotes) {
    this.#notes = notes
    this.#parts = new TextParts({ dropped: () => notes.forbidden++ })
    this.#parser.on('error', error => {
      throw malformed(error)
    })
    this.#parser.on('opentag', tag => this.#open(tag))
    this.#parser.on('closetag', () => this.#close())
    this.#parser.on('text', text => this.#text(text))
    this.#parser.on('cdata', text => this.#text(text))
  }

  write(text: string): Generator<ExportObject> {
    const allowed = text.replace(FORBIDDEN, () => {
      this.#notes.forbidden++
      return ''
    })
    return this.#parse(this.#divided(allowed))
  }

  #divided(text: string): string {
    try {
      return this.#parts.write(text)
    } catch (error) {
      throw malformed(error)
    }
  }

  *#parse(xml: string): Generator<ExportObject> {
    this.#parser.write(xml)
    const found = this.#found
    this.#found = []
    yield* found
  }

  *end(text: string): Generator<ExportObject> {
    yield* this.write(text)
    yield* this.#parse(this.#parts.end())
    if (!this.#hasRoot) throw badRequest('entities.xml of the export is empty. Make the export again')
    if (this.#frames.length > 0)
      throw badRequest('entities.xml of the export is cut off: its end is missing. Make the export again')
    this.#parser.close()
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    const above = this.#frames.at(-1)
    if (this.#frames.length >= MOST_DEPTH) throw malformed(new Error(`more than ${MOST_DEPTH} elements in each other`))
    this.#hasRoot = true
    this.#frames.push(frameOf(name, attributes as Record<string, string>, above))
    this.#ownLength = 0
    if (name === 'object') {
      this.#length = 0
      this.#grantedLength = 0
      this.#members = 0
    }
  }

  #text(text: string): void {
    const frame = this.#frames.at(-1)
    if (frame?.kind !== 'property' && frame?.kind !== 'id') return
    const granted = Math.min(SHORT_TEXT - this.#ownLength, MOST_SHORT_TEXTS - this.#grantedLength)
    const taken = text.slice(0, Math.max(MOST_TEXT - this.#length, granted, 0))
    this.#grantedLength += Math.max(0, this.#length + taken.length - Math.max(MOST_TEXT, this.#length))
    this.#length += taken.length
    this.#ownLength += taken.length
    if (taken !== '') frame.text.push(taken)
  }

  #close(): void {
    const frame = this.#frames.pop()
    const above = this.#frames.at(-1)
    if (!frame || frame.kind === 'other') return
    if (frame.kind === 'object') this.#found.push({ class: frame.class, id: frame.id, properties: frame.properties })
    else if (frame.kind === 'id') {
      if (above?.kind === 'object' || above?.kind === 'property' || above?.kind === 'element')
        above.id = frame.text.join('').trim()
    } else if (frame.kind === 'element') {
      if (above?.kind !== 'collection' || !frame.id || ++this.#members > MOST_MEMBERS) return
      above.members.push({ class: frame.class, id: frame.id })
    } else if (above?.kind === 'object') {
      const value = valueOf(frame)
      if (value !== undefined) above.properties[frame.name] = value
    }
  }
}

function frameOf(tag: string, attributes: Record<string, string>, above: Frame | undefined): Frame {
  const { name = '', class: className } = attributes
  if (tag === 'object') return { kind: 'object', class: className ?? '', id: '', properties: {} }
  if (tag === 'id') return { kind: 'id', text: [] }
  if (tag === 'element') return { kind: 'element', class: className ?? '', id: undefined }
  // Of components, which are objects within an object, nothing is wanted: credentials, above all.
  if (above?.kind !== 'object') return { kind: 'other' }
  if (tag === 'property') return { kind: 'property', name, class: className, id: undefined, text: [] }
  return tag === 'collection' && !REPEATED.has(name) ? { kind: 'collection', name, members: [] } : { kind: 'other' }
}

function valueOf(frame: Extract<Frame, { kind: 'property' | 'collection' }>): PropertyValue | undefined {
  if (frame.kind === 'collection') return frame.members.length === 0 ? undefined : frame.members
  if (frame.class !== undefined && frame.id !== undefined) return { class: frame.class, id: frame.id }
  const text = frame.text.join('')
  // `]]>` within a text ends the section that the old product writes around it, so it writes `]] >`.
  return text === '' ? undefined : text.replaceAll(']] >', ']]>')
}

function malformed(error: unknown): HttpError {
  return badRequest('entities.xml of the export is not well-formed: {{reason}}. Make the export again', {
    values: { reason: messageOf(error).replace(/\.$/, '') },
  })
}
