import type { Context } from '#platform/server/context.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { editorsOf } from '#features/live-editing/server/index.ts'

/** Other users who write in the shared text of a content now. */
export async function editorsTogether(
  { app, viewer }: Context,
  contentId: number,
): Promise<{ username: string; display_name: string }[]> {
  const ids = (await editorsOf(app.database.read, contentId)).filter(id => id !== viewer.userId)
  const accounts = await accountsById(app, ids)
  return ids.flatMap(id => accounts.get(id) ?? [])
}
