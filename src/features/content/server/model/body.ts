import { randomUUID } from 'node:crypto'
import {
  defaultLimits,
  ensureMacroIds,
  parse,
  serialise,
  StorageSyntaxError,
  wikiMarkupToStorage,
  type DocumentFacts,
} from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import { badRequest, type HttpError } from '#platform/server/http/errors.ts'
import type { WorkerTask } from '#platform/server/workers/index.ts'
import { malformed, remember, rememberFacts, type Malformed } from './documents.ts'

/** A body as clients send it. */
export interface BodyInput {
  value: string
  representation: string
}

export interface ReadBody {
  /** Canonical storage text with an id on each macro. */
  storage: string
  facts: DocumentFacts
}

/** Formats of the sources of a page. */
type Format = 'storage' | 'wiki'

export const readBodyTask: WorkerTask<{ source: string; format: Format }, ReadBody | Malformed> = {
  name: 'content.body',
  run({ source, format }) {
    try {
      return readSource(format === 'wiki' ? wikiMarkupToStorage(source) : source)
    } catch (error) {
      return malformed(error)
    }
  },
}

/** The empty body. */
export const noBody = (): ReadBody => readSource('')

function readSource(source: string): ReadBody {
  const document = ensureMacroIds(parse(source), randomUUID)
  const storage = serialise(document)
  // Ids of macros and entities make it longer: it has to be one that is read again.
  if (storage.length > defaultLimits.size)
    throw new StorageSyntaxError(`The text is longer than ${defaultLimits.size} characters`, 1, 1)
  return { storage, facts: remember(storage, document).facts }
}

/**
 * Reads a body into canonical storage format; a thread reads a large one.
 * @throws HttpError 400 `Error parsing xhtml: …` with line and column, or for an unknown representation
 * @throws WorkerError when it is too much to read now
 */
export async function readBody(app: App, { value: source, representation }: BodyInput): Promise<ReadBody> {
  const format = formatOf(representation)
  const read = await app.workers.run(readBodyTask, { source, format }, source.length)
  if ('reason' in read) {
    const { line, column } = read
    throw badRequest('Error parsing xhtml: {{reason}} at line {{line}}, column {{column}}', {
      values: { reason: new StorageSyntaxError(read.reason, line, column).message, line, column },
    })
  }
  if (app.workers.isLarge(read.storage.length)) rememberFacts(app, read.storage, read.facts)
  return read
}

/** @throws HttpError 400 */
function formatOf(representation: string): Format {
  switch (representation) {
    case 'storage':
    // The editor's own HTML differs from storage in macro placeholders only; plain text and markup pass as they are.
    case 'editor':
      return 'storage'
    case 'wiki':
      return 'wiki'
    default:
      throw notWritable(representation)
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
