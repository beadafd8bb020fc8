import { randomUUID } from 'node:crypto'
import {
  defaultLimits,
  ensureMacroIds,
  parse,
  serialise,
  StorageSyntaxError,
  wikiMarkupToStorage,
  type StorageDocument,
} from '#language/index.ts'
import { badRequest, type HttpError } from '#platform/server/http/errors.ts'
import { remember } from './documents.ts'

/** A body as clients send it. */
export interface BodyInput {
  value: string
  representation: string
}

export interface ParsedBody {
  /** Canonical storage text with an id on each macro. */
  storage: string
  document: StorageDocument
}

/**
 * Reads a body into canonical storage format.
 * @throws HttpError 400 `Error parsing xhtml: …` with line and column, or for an unknown representation
 */
export function readBody(input: BodyInput): ParsedBody {
  switch (input.representation) {
    case 'storage':
    // The editor's own HTML differs from storage in macro placeholders only; plain text and markup pass as they are.
    case 'editor':
      return parseStorage(input.value)
    case 'wiki':
      return parseStorage(input.value, wikiMarkupToStorage)
    default:
      throw notWritable(input.representation)
  }
}

/** Refuses a format that pages are not stored in. */
export function notWritable(representation: string): HttpError {
  return badRequest('the representation "{{representation}}" cannot be written; use storage or wiki', {
    field: 'body',
    values: { representation: representation.slice(0, 40) },
    forPrograms: true,
  })
}

/**
 * @param toStorage what makes storage format of the source, where it is none
 * @throws HttpError 400 `Error parsing xhtml: …` with line and column
 */
export function parseStorage(source: string, toStorage = (text: string) => text): ParsedBody {
  try {
    const document = ensureMacroIds(parse(toStorage(source)), randomUUID)
    const storage = serialise(document)
    // Ids of macros and entities make it longer: it has to be one that is read again.
    if (storage.length > defaultLimits.size)
      throw new StorageSyntaxError(`The text is longer than ${defaultLimits.size} characters`, 1, 1)
    remember(storage, document)
    return { document, storage }
  } catch (error) {
    if (error instanceof StorageSyntaxError) {
      throw badRequest('Error parsing xhtml: {{reason}} at line {{line}}, column {{column}}', {
        values: { reason: error.message, line: error.line, column: error.column },
      })
    }
    throw error
  }
}
