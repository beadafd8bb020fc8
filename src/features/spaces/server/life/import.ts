import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '../keys.ts'
import { SPACE_PERMISSIONS, type SpacePermission } from '../permissions.ts'
import { changeSpace, existingSpace, insertSpace, setHomePage, type Space } from '../store.ts'
import { hasAdministrator, insertGrants } from '../store/permissions.ts'

/** A space of another wiki. */
export interface ImportedSpace {
  /** Checked by the caller. */
  key: string
  name: string
  /** Plain text. */
  description: string
  /** The user whose personal space it is; null for one of a team. */
  ownerId: number | null
  creatorId: number | null
  /** Epoch milliseconds. */
  createdAt: number
}

/**
 * Creates a space without pages, without grants: only administrators see it before {@link openImportedSpace}.
 * @throws HttpError 400 when its key is taken
 */
export async function importSpace(tx: WriteTransaction, given: ImportedSpace): Promise<Space> {
  const space = await insertSpace(tx, {
    key: given.key,
    name: cut(given.name.replaceAll(/\p{Cc}+/gu, ' ').trim() || given.key, MAX_NAME_LENGTH),
    type: given.ownerId === null ? 'global' : 'personal',
    description: cut(given.description.replaceAll('\0', ''), MAX_DESCRIPTION_LENGTH),
    owner_id: given.ownerId,
    creator_id: given.creatorId,
    created_at: given.createdAt,
  })
  if (!space) throw badRequest('A space already exists with key {{key}}', { values: { key: given.key } })
  return space
}

/** A permission in an imported space. */
export interface ImportedGrant {
  account_id: number | null
  group_id: number | null
  permission: SpacePermission
}

/**
 * Opens an imported space to those who may see it, once all of it is there.
 * @param administratorId gets every permission if no other user could administer it
 */
export async function openImportedSpace(
  tx: WriteTransaction,
  ctx: Context,
  spaceId: number,
  given: {
    homePageId: number | null
    isArchived: boolean
    grants: readonly ImportedGrant[]
    administratorId: number | null
  },
): Promise<void> {
  const grants = withReading(given.grants)
  await insertGrants(tx, spaceId, grants)
  const { administratorId } = given
  if (administratorId !== null && !(await hasAdministrator(tx, spaceId))) {
    const own = grants.filter(({ account_id }) => account_id === administratorId)
    const held = new Set(own.map(({ permission }) => permission))
    const missing = SPACE_PERMISSIONS.filter(permission => !held.has(permission))
    await insertGrants(
      tx,
      spaceId,
      missing.map(permission => ({ account_id: administratorId, group_id: null, permission })),
    )
  }
  await setHomePage(tx, spaceId, given.homePageId)
  if (given.isArchived) await changeSpace(tx, spaceId, { status: 'archived' })
  const space = await existingSpace(tx.db, spaceId)
  tx.append({
    kind: 'space.imported',
    actorId: ctx.viewer.userId,
    spaceId,
    data: { key: space.key, name: space.name, type: space.type },
  })
}

/** Holders of any permission may see the space: without that the others would mean nothing. */
function withReading(grants: readonly ImportedGrant[]): ImportedGrant[] {
  const holders = Map.groupBy(grants, grant => `${grant.account_id} ${grant.group_id}`)
  return [...holders.values()].flatMap(of => {
    const permissions = new Set<SpacePermission>(['read:space', ...of.map(grant => grant.permission)])
    return [...permissions].map(permission => ({ account_id: null, group_id: null, ...of[0], permission }))
  })
}

function cut(text: string, most: number): string {
  const short = text.slice(0, most)
  return short.isWellFormed() ? short : short.toWellFormed()
}
