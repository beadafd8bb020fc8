import type { App } from '#platform/server/app.ts'
import { accountsMentioned } from '#features/accounts/server/index.ts'
import { factsOf, storageOf, versionOf, type ContentRow } from '#features/content-core/server/read.ts'
import type { NotifiedEvent } from './kinds.ts'

/** Users whom the saved text mentions, and the version before did not. */
export async function newMentions({ app, row, event }: NotifiedEvent): Promise<number[]> {
  const number = event.data['version']
  const mentioned = await mentionsIn(app, await savedText(app, row, number))
  if (mentioned.length === 0 || typeof number !== 'number' || number < 2) return mentioned
  const before = await versionOf(app.database.read, row.id, number - 1)
  const already = new Set(await mentionsIn(app, before?.storage ?? ''))
  return mentioned.filter(id => !already.has(id))
}

/** The text of a version. It may have been saved again since then, and mentions in that have a separate event. */
async function savedText(app: App, row: ContentRow, number: unknown): Promise<string> {
  const earlier =
    typeof number === 'number' && number < row.version ? await versionOf(app.database.read, row.id, number) : undefined
  return earlier?.storage ?? (await storageOf(app, [row])).get(row.id) ?? ''
}

async function mentionsIn(app: App, storage: string): Promise<number[]> {
  // Most texts mention no user.
  if (!storage.includes('<ri:user')) return []
  const { references } = await factsOf(app, storage)
  const users = references.flatMap(reference => (reference.kind === 'user' ? [reference] : []))
  const find = await accountsMentioned(app, users)
  return [...new Set(users.flatMap(user => find(user)?.id ?? []))]
}
