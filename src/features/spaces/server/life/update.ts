import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { homePageChecks } from '../extensions.ts'
import { checkDescription, checkName } from '../keys.ts'
import { changeSpace, lockSpace, noSpace, type Space } from '../store.ts'

export interface SpaceChanges {
  name?: string | undefined
  description?: string | undefined
  homePageId?: number | undefined
  /** Blob of the logo; null takes it away. */
  logo?: string | null | undefined
}

/**
 * Changes what a space says of itself. The caller has asked the policy.
 * @throws HttpError 400 for a bad name, description or home page
 */
export async function updateSpace(ctx: Context, space: Space, changes: SpaceChanges): Promise<Space> {
  const wanted = {
    ...(changes.name === undefined ? {} : { name: checkName(changes.name) }),
    ...(changes.description === undefined ? {} : { description: checkDescription(changes.description) }),
    ...(changes.homePageId === undefined ? {} : { home_page_id: changes.homePageId }),
    ...(changes.logo === undefined ? {} : { logo_sha256: changes.logo }),
  }
  if (changes.homePageId !== undefined && changes.homePageId !== space.home_page_id) {
    await checkHomePage(ctx, space, changes.homePageId)
  }
  return ctx.app.database.transaction(async tx => {
    const before = await lockSpace(tx, space.id)
    if (!before) throw noSpace(space.key)
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(field => wanted[field] !== before[field])
    if (changed.length === 0) return before
    if (wanted.logo_sha256) await claimBlob(tx, ctx.app, wanted.logo_sha256)
    tx.append({
      kind: 'space.updated',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: {
        key: space.key,
        changed,
        ...(changed.includes('name') ? { oldName: before.name, name: wanted.name } : {}),
      },
    })
    return changeSpace(tx, space.id, wanted)
  })
}

async function checkHomePage(ctx: Context, space: Space, pageId: number): Promise<void> {
  const checks = ctx.app.extensions.all(homePageChecks)
  if (checks.length === 0)
    throw badRequest('there is no page {{pageId}}', {
      field: 'homepage.id',
      values: { pageId },
      forPrograms: true,
    })
  for (const check of checks) await check(ctx, space, pageId)
}

/** Puts a space away or takes it back; nothing happens when it is so already. The caller has asked the policy. */
export async function setArchived(ctx: Context, space: Space, archived: boolean): Promise<void> {
  const status = archived ? 'archived' : 'current'
  await ctx.app.database.transaction(async tx => {
    const before = await lockSpace(tx, space.id)
    if (!before) throw noSpace(space.key)
    if (before.status === status) return
    await changeSpace(tx, space.id, { status })
    tx.append({
      kind: archived ? 'space.archived' : 'space.restored',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { key: space.key, name: space.name },
    })
  })
}
