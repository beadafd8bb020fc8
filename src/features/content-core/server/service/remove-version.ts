import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { contentById, type ContentRow } from '../store.ts'
import { deleteVersion } from '../writer.ts'

/**
 * Deletes an older version; the numbers of the others stay.
 * @throws HttpError 400 for the current one, or none of that number
 */
export async function removeVersion(ctx: Context, row: ContentRow, number: number): Promise<void> {
  if (number < 1) throw badRequest('numbers begin at 1', { field: 'version', forPrograms: true })
  await ctx.app.database.transaction(async tx => {
    const now = await contentById(tx.db, row.id)
    if (now?.version === number) throw badRequest('The current version cannot be deleted')
    const isGone = await deleteVersion(tx, row.id, number)
    if (!isGone) {
      throw badRequest('There is no version {{number}} of this content; it does not exist or was deleted already', {
        values: { number },
      })
    }
    tx.append({
      kind: `${row.type}.version.deleted`,
      actorId: ctx.viewer.userId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { number },
    })
  })
}
