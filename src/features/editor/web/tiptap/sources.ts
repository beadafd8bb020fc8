/** Storage sources that the editor's nodes carry. */
import type { StorageDocument } from '#language/model.ts'
import { parse, StorageSyntaxError } from '#language/parse.ts'
import { serialise } from '#language/serialise.ts'

/** Attributes of nodes and marks that hold source in storage format. */
export const SOURCES = ['source', 'before', 'head', 'tail', 'after'] as const

/** A source after a change of its document; the same text if the change returns the document as it is. */
export function rewriteSource(source: string, change: (document: StorageDocument) => StorageDocument): string {
  try {
    const document = parse(source)
    const next = change(document)
    return next === document ? source : serialise(next)
  } catch (error) {
    // A foreign paste: shown as text.
    if (error instanceof StorageSyntaxError) return source
    throw error
  }
}
