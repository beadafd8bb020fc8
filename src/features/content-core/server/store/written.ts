import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow, ContentVersionRow } from '../store.ts'

const versions = new WeakMap<ContentRow, ContentVersionRow>()
const rowsOf = new WeakMap<WriteTransaction, Map<number, ContentRow>>()

/** Remembers the version that a transaction has written as the current one of a content. */
export function rememberWritten(tx: WriteTransaction, row: ContentRow, version: ContentVersionRow): void {
  versions.set(row, version)
  const rows = rowsOf.get(tx) ?? new Map<number, ContentRow>()
  rowsOf.set(tx, rows.set(row.id, row))
}

/** Forgets what was remembered of a content's version, which the same transaction changes again. */
export function forgetWritten(tx: WriteTransaction, contentId: number): void {
  const row = rowsOf.get(tx)?.get(contentId)
  if (row) versions.delete(row)
}

/** The version of a row that its writing has returned, so that the answer to the writing need not read it. */
export function writtenVersion(row: ContentRow): ContentVersionRow | undefined {
  return versions.get(row)
}
