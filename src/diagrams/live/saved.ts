/** The version of its file that a shared diagram was last saved as. */
import { fromBase64, toBase64 } from 'lib0/buffer'
import * as Y from 'yjs'
import { FACTS, partsOf } from './layout.ts'

/** A version that was made of a shared diagram, or that the shared diagram was made of. */
export interface SavedVersion {
  version: number
  /** Display name of the user who saved it; empty for the version that the shared diagram began with. */
  by: string
  /** Epoch milliseconds. */
  at: number
}

/** Notes that the diagram as it is now is a version. The server alone does so. */
export function noteSaved(doc: Y.Doc, saved: SavedVersion): void {
  doc.transact(() => {
    const vector = Y.decodeStateVector(Y.encodeStateVector(doc))
    // With the note itself, which is one item.
    vector.set(doc.clientID, (vector.get(doc.clientID) ?? 0) + 1)
    partsOf(doc, 'facts').set(FACTS.saved, { ...saved, vector: toBase64(Y.encodeStateVector(vector)) })
  })
}

/** The last version; undefined in a document that is no diagram. */
export function savedVersion(doc: Y.Doc): SavedVersion | undefined {
  const saved = noteOf(doc)
  return saved && { version: saved.version, by: saved.by, at: saved.at }
}

/** Whether the last version has all changes. */
export function isSaved(doc: Y.Doc): boolean {
  const saved = noteOf(doc)
  if (!saved) return false
  const known = vectorOf(saved.vector)
  const now = Y.decodeStateVector(Y.encodeStateVector(doc))
  return [...now].every(([clientId, clock]) => clock <= (known.get(clientId) ?? 0))
}

function noteOf(doc: Y.Doc): (SavedVersion & { vector: string }) | undefined {
  const note = partsOf(doc, 'facts').get(FACTS.saved)
  if (typeof note !== 'object' || note === null) return undefined
  const { version, by, at, vector } = note as Record<string, unknown>
  return typeof version === 'number' && typeof by === 'string' && typeof at === 'number' && typeof vector === 'string'
    ? { version, by, at, vector }
    : undefined
}

function vectorOf(text: string): Map<number, number> {
  try {
    return Y.decodeStateVector(fromBase64(text))
  } catch {
    // Not of this program: nothing is saved.
    return new Map()
  }
}
