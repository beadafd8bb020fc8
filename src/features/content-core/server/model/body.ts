import { StorageSyntaxError } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Lane } from '#platform/server/workers/index.ts'
import { badRequest, type HttpError } from '#platform/server/http/errors.ts'
import { rememberFacts } from './documents.ts'
import { readSourceTask, type Format, type ReadBody } from './read-source.ts'

/** A body as clients send it. */
export interface BodyInput {
  value: string
  representation: string
}

/**
 * Reads a body into canonical storage format; a thread reads a large one.
 * @param lane who waits for it: users who save it, unless it says otherwise
 * @throws HttpError 400 `Error parsing xhtml: …` with line and column, or for an unknown representation
 * @throws WorkerError when it is too much to read now
 */
export async function readBody(
  app: App,
  { value: source, representation }: BodyInput,
  lane: Lane = 'saves',
): Promise<ReadBody> {
  const format = formatOf(representation)
  const read = await app.workers.run(readSourceTask, { source, format }, source.length, { lane })
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
  return badRequest('the representation "{{representation}}" cannot be written; use storage, wiki or markdown', {
    field: 'body',
    values: { representation: representation.slice(0, 40) },
    forPrograms: true,
  })
}
