import { macros, type StorageDocument } from '#language/index.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'

/** Names kept of one document; one that uses more is found by those alone. */
const MAX_MACROS = 1000
const MAX_NAME = 200
const CHUNK = 500

/** The name of a macro as it is kept and looked up: macros are known in any case. */
export function macroKey(name: string): string {
  return name.slice(0, MAX_NAME).toLowerCase()
}

/** Stores which macros a document uses, in place of those that it used before. */
export async function storeMacros(tx: WriteTransaction, contentId: number, document: StorageDocument): Promise<void> {
  const used = new Set(macros(document).map(({ name }) => macroKey(name)).filter(name => name !== ''))
  await tx.db.deleteFrom('content_macro').where('content_id', '=', contentId).execute()
  const rows = [...used].slice(0, MAX_MACROS).map(name => ({ content_id: contentId, name }))
  for (let i = 0; i < rows.length; i += CHUNK) await tx.db.insertInto('content_macro').values(rows.slice(i, i + CHUNK)).execute()
}
