import type { Context } from '#platform/server/context.ts'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import { authorise } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { deleteVersion, lockContent } from '#features/content-core/server/write.ts'
import { requireVersion } from '../store.ts'
import { announce } from './attach.ts'

/**
 * Removes an older version for good. The numbers of the others stay.
 * @throws HttpError 400 for the current version, 403, 404
 */
export async function removeVersion(ctx: Context, row: ContentRow, number: number): Promise<void> {
  await authorise(ctx, row, 'delete')
  await ctx.app.database.transaction(async tx => {
    const current = await lockContent(tx, row.id)
    if (!current || current.status === 'trashed') throw noContent(`att${row.id}`)
    await requireVersion(tx.db, current, number)
    if (number === current.version) {
      throw badRequest(
        'Version {{number}} is the current one: upload another version first, or delete the attachment',
        {
          values: { number },
        },
      )
    }
    // The row of `attachment_version` goes with it.
    await deleteVersion(tx, row.id, number)
    announce(tx, ctx, current, 'version.deleted', { number })
  })
}
