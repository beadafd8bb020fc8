import { isMainThread } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { defaultLimits, documentFacts, parse, StorageSyntaxError } from '#language/index.ts'
import type { DocumentFacts, StorageDocument } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { WorkerTask } from '#platform/server/workers/index.ts'

/**
 * Length of the texts whose documents are in memory, in UTF-16 units. A document takes about ten times as much as its
 * text. Some hundred usual pages are saved, by programs, while what follows from the first of them waits for its turn.
 * In a thread it is that of the longest text: what is derived of it is asked for by one task after the other.
 */
const MOST_TEXT = isMainThread ? 4 * 1024 * 1024 : defaultLimits.size

interface Known {
  readonly document: StorageDocument
  readonly facts: DocumentFacts
}

let documents = documentsOf(MOST_TEXT)

function documentsOf(maxSize: number): LRUCache<string, Known> {
  return new LRUCache({ maxSize, sizeCalculation: (_, text) => Math.max(1, text.length) })
}

/** Limits the texts whose documents are in memory, in a process that is done with each text before it reads the next. */
export function limitDocuments(mostText: number): void {
  documents = documentsOf(mostText)
}

/**
 * The document of a stored text. The data that follow from a save, such as tasks, search index and HTML, are derived in
 * several places, soon one after the other: the text is parsed once for all of them.
 * @throws StorageSyntaxError as `parse`
 */
export function documentOf(storage: string): StorageDocument {
  return knownOf(storage).document
}

function knownOf(storage: string): Known {
  return documents.get(storage) ?? remember(storage, parse(storage))
}

/** Has {@link documentOf} answer with this document, of which the text was serialised. */
export function remember(storage: string, document: StorageDocument): Known {
  const known = { document, facts: documentFacts(document) }
  documents.set(storage, known)
  return known
}

/** A text that is not well-formed, as a thread tells it. */
export type Malformed = Pick<StorageSyntaxError, 'reason' | 'line' | 'column'>

export function malformed(error: unknown): Malformed {
  if (!(error instanceof StorageSyntaxError)) throw error
  const { reason, line, column } = error
  return { reason, line, column }
}

export const factsTask: WorkerTask<string, DocumentFacts | Malformed> = {
  name: 'content.facts',
  run(storage) {
    try {
      return knownOf(storage).facts
    } catch (error) {
      return malformed(error)
    }
  },
}

/** Length of the large texts and their own texts, of which the facts are in memory, in UTF-16 units. */
const MOST_LARGE_TEXT = 2 * defaultLimits.size

/** Facts of large texts, by text: what follows from a save asks for them again. */
const largeFacts = (): LRUCache<string, DocumentFacts> =>
  new LRUCache({
    maxSize: MOST_LARGE_TEXT,
    sizeCalculation: (facts, storage) => storage.length + facts.text.length,
    ttl: 60_000,
  })

/**
 * The facts that are derived of a stored text and stored beside it; a thread reads a large one.
 * @throws StorageSyntaxError as `parse`
 * @throws WorkerError when it is too much to read now
 */
export async function factsOf(app: App, storage: string): Promise<DocumentFacts> {
  if (!app.workers.isLarge(storage.length)) return knownOf(storage).facts
  const known = app.own(largeFacts).get(storage)
  if (known) return known
  const read = await app.workers.run(factsTask, storage, storage.length)
  if ('reason' in read) throw new StorageSyntaxError(read.reason, read.line, read.column)
  rememberFacts(app, storage, read)
  return read
}

/** Has {@link factsOf} answer with these facts of a large text. */
export function rememberFacts(app: App, storage: string, facts: DocumentFacts): void {
  app.own(largeFacts).set(storage, facts)
}
