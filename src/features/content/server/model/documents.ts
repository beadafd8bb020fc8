import { LRUCache } from 'lru-cache'
import { parse, type StorageDocument } from '#language/index.ts'

/**
 * Length of the texts whose documents are in memory, in UTF-16 units. A document takes about ten times as much as its
 * text.
 */
const MOST_TEXT = 256 * 1024

const documents = new LRUCache<string, StorageDocument>({
  maxSize: MOST_TEXT,
  sizeCalculation: (_, text) => Math.max(1, text.length),
})

/**
 * The document of a stored text. What follows from a save, such as its tasks, its place in the search index and its
 * HTML, is derived in several places, soon one after the other: it is parsed once for all of them.
 * @throws StorageSyntaxError as `parse`
 */
export function documentOf(storage: string): StorageDocument {
  let document = documents.get(storage)
  if (!document) remember(storage, (document = parse(storage)))
  return document
}

/** Has {@link documentOf} answer with this document, of which the text was serialised. */
export function remember(storage: string, document: StorageDocument): void {
  documents.set(storage, document)
}
