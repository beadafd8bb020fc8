import { parse, references, StorageSyntaxError, toText, type StorageDocument } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import { accountsMentioned } from '#features/accounts/server/index.ts'

/** The text that readers see of each storage format, with mentioned users by name; empty if it cannot be read. */
export async function readerTexts(app: App, storages: readonly string[]): Promise<string[]> {
  const docs = storages.map(read)
  const mentions = docs.flatMap(doc => (doc ? references(doc) : [])).filter(reference => reference.kind === 'user')
  const accountOf = await accountsMentioned(app, mentions)
  return docs.map(doc => (doc ? toText(doc, user => accountOf(user)?.display_name) : ''))
}

function read(storage: string): StorageDocument | undefined {
  try {
    return parse(storage)
  } catch (error) {
    if (error instanceof StorageSyntaxError) return undefined
    throw error
  }
}
