import type { Context } from '#platform/server/context.ts'
import { findSpace } from '#features/spaces/server/index.ts'
import type { Address } from '../../address-shared.ts'
import { meantTitleKey } from '../titles.ts'
import { contentPath } from '../model/urls.ts'
import { formerHolders } from '../store/former-titles.ts'
import type { ContentInSpace } from '../store/links.ts'

/** Pages that are offered for one former title. */
const MOST_HOLDERS = 10

/** Pages or posts that had the title of an address in its space and that the viewer may see, last changed first. */
export async function formerlyAt(
  ctx: Context,
  { spaceKey, title, postingDay }: Address,
): Promise<readonly ContentInSpace[]> {
  if (spaceKey === undefined || title === undefined) return []
  const space = await findSpace(ctx, spaceKey)
  return space ? formerHolders(ctx, { spaceId: space.id, key: meantTitleKey(title), postingDay }, MOST_HOLDERS) : []
}

/**
 * Path of the page or post that was at an address before it was renamed or moved; undefined if there is none or more
 * than one. Only what the viewer may see counts, so the answer tells nothing about other pages.
 */
export async function pathSinceRename(ctx: Context, address: Address): Promise<string | undefined> {
  const [holder, ...others] = await formerlyAt(ctx, address)
  return holder && others.length === 0 ? contentPath(holder, holder.space_key) : undefined
}
