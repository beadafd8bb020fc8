import type { Context } from '#platform/server/context.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { currentVersions } from '../store/versions.ts'

/** Reads something about the rows of one answer, once for all its parts. */
function readOnce<T>(
  read: (ctx: Context, rows: readonly ContentRow[]) => Promise<T>,
): (ctx: Context, rows: readonly ContentRow[]) => Promise<T> {
  const known = new WeakMap<readonly ContentRow[], Promise<T>>()
  return (ctx, rows) => {
    let found = known.get(rows)
    if (!found) known.set(rows, (found = read(ctx, rows)))
    return found
  }
}

/** The current versions of the rows of one answer. */
export const versionsOf = readOnce(currentVersions)

/** The spaces of the rows of one answer, by id, without those that are being deleted. */
export const spacesOf = readOnce((ctx, rows) =>
  spacesById(
    ctx.app,
    rows.map(row => row.space_id),
  ),
)

/** The accounts that created the rows of one answer, and those that wrote their current versions. */
export const peopleOf = readOnce(async (ctx, rows) => {
  const versions = await versionsOf(ctx, rows)
  return accountsById(ctx.app, [
    ...rows.map(row => row.creator_id),
    ...[...versions.values()].map(version => version.author_id),
  ])
})
