import type { DocumentFacts } from '#language/index.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { replaceMacros } from '../writer.ts'

/** Names stored of one document; one that uses more is found by those alone. */
const MAX_MACROS = 1000
const MAX_NAME = 200

/** The name of a macro as it is stored and looked up: macros are known in any case. */
export function macroKey(name: string): string {
  return name.slice(0, MAX_NAME).toLowerCase()
}

/** Stores which macros a text uses, in place of those that it used before. */
export async function storeMacros(
  tx: WriteTransaction,
  contentId: number,
  { macros }: Pick<DocumentFacts, 'macros'>,
  options: { isNew?: boolean } = {},
): Promise<void> {
  const used = new Set(macros.map(({ name }) => macroKey(name)).filter(name => name !== ''))
  await replaceMacros(tx, contentId, [...used].slice(0, MAX_MACROS), options)
}
