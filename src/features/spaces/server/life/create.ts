import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, forbidden, HttpError } from '#platform/server/http/errors.ts'
import {
  GLOBAL_CREATE_PERSONAL_SPACE,
  GLOBAL_CREATE_SPACE,
  GROUP_USERS,
  groupNamed,
  hasGlobalPermission,
  requireAccount,
  type Account,
} from '#features/accounts/server/index.ts'
import { spaceCreationSteps } from '../extensions.ts'
import { checkDescription, checkKey, checkName, foldKey, MAX_KEY_LENGTH, personalKey } from '../keys.ts'
import { SPACE_PERMISSIONS, type SpacePermission } from '../permissions.ts'
import { existingSpace, insertSpace, type Space } from '../store.ts'
import { insertGrants } from '../store/permissions.ts'

/** Permissions of the group of all users in a new space of a team, as in the old product. */
export const MEMBER_PERMISSIONS: readonly SpacePermission[] = [
  'read:space',
  'create:page',
  'create:blogpost',
  'create:comment',
  'create:attachment',
  'delete_own:content',
  'export:space',
]
/** Permissions of members in a user's personal space: read it and comment. */
export const GUEST_PERMISSIONS: readonly SpacePermission[] = [
  'read:space',
  'create:comment',
  'delete_own:content',
  'export:space',
]

export interface NewSpace {
  /** Letters and digits; `~` and the user name for a personal space. */
  key: string
  name: string
  description?: string
  type?: 'global' | 'personal'
  /** The user whose personal space it is. */
  ownerId?: number | null
  /** Only its creator may see it at first. */
  private?: boolean
}

/**
 * Creates a space with its first grants and whatever other features add to a new one, in one transaction.
 * @throws HttpError 400 for a bad or taken key, 403 without the permission to create spaces
 */
export async function createSpace(ctx: Context, input: NewSpace): Promise<Space> {
  if (input.type === 'personal') {
    if (input.ownerId === undefined || input.ownerId === null)
      throw badRequest('a personal space is made for a user', {
        field: 'ownerId',
        forPrograms: true,
      })
    return createPersonalSpace(ctx, await requireAccount(ctx.app, { id: input.ownerId }), {
      ...input,
      takenStatus: 400,
    })
  }
  if (!(await hasGlobalPermission(ctx.app, ctx.viewer, GLOBAL_CREATE_SPACE))) {
    throw forbidden('You do not have permission to create spaces')
  }
  return createWithGrants(ctx, {
    key: checkKey(input.key),
    name: checkName(input.name),
    description: checkDescription(input.description ?? ''),
    type: 'global',
    ownerId: null,
    administratorId: ctx.viewer.userId ?? input.ownerId ?? null,
    memberPermissions: input.private ? [] : MEMBER_PERMISSIONS,
    takenStatus: 400,
  })
}

/**
 * Creates the personal space of a user: for oneself with the permission for it, for others as administrator.
 * @throws HttpError 403 without permission, 409 (or `takenStatus`) when the user has one already
 */
export async function createPersonalSpace(
  ctx: Context,
  owner: Pick<Account, 'id' | 'username' | 'display_name'>,
  options: { key?: string; name?: string; description?: string; private?: boolean; takenStatus?: 400 | 409 } = {},
): Promise<Space> {
  if (owner.id !== ctx.viewer.userId && !ctx.viewer.isAdmin) {
    throw forbidden("Only an administrator may create another user's personal space")
  }
  if (!(await hasGlobalPermission(ctx.app, ctx.viewer, GLOBAL_CREATE_PERSONAL_SPACE))) {
    throw forbidden('You do not have permission to create a personal space')
  }
  const key = options.key ?? personalKey(owner.username)
  if (foldKey(key) !== foldKey(personalKey(owner.username))) {
    throw badRequest('the personal space of {{username}} has the key {{key}}', {
      field: 'key',
      values: { username: owner.username, key: personalKey(owner.username) },
    })
  }
  if (key.length > MAX_KEY_LENGTH)
    throw badRequest('The user name is too long for a space key ({{most}} characters)', {
      values: { most: MAX_KEY_LENGTH },
    })
  return createWithGrants(ctx, {
    key,
    name: checkName(options.name?.trim() || owner.display_name),
    description: checkDescription(options.description ?? ''),
    type: 'personal',
    ownerId: owner.id,
    administratorId: owner.id,
    memberPermissions: options.private ? [] : GUEST_PERMISSIONS,
    takenStatus: options.takenStatus ?? 409,
  })
}

interface Insert {
  key: string
  name: string
  description: string
  type: Space['type']
  ownerId: number | null
  /** Gets every permission. */
  administratorId: number | null
  memberPermissions: readonly SpacePermission[]
  /** Status of the answer when the key is taken. */
  takenStatus: 400 | 409
}

async function createWithGrants(ctx: Context, input: Insert): Promise<Space> {
  return ctx.app.database.transaction(async tx => {
    const space = await insertSpace(tx, {
      key: input.key,
      name: input.name,
      type: input.type,
      description: input.description,
      owner_id: input.ownerId,
      creator_id: ctx.viewer.userId ?? input.administratorId,
    })
    // Clients look for these words.
    if (!space) {
      const taken = 'A space already exists with key {{key}}'
      const values = { key: input.key }
      throw new HttpError(input.takenStatus, taken, { values, errors: [{ key: taken, values, field: 'key' }] })
    }
    await firstGrants(tx, space.id, input)
    for (const step of ctx.app.extensions.all(spaceCreationSteps)) await step(tx, ctx, space)
    tx.append({
      kind: 'space.created',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { key: space.key, name: space.name, type: space.type },
    })
    return existingSpace(tx.db, space.id)
  })
}

async function firstGrants(tx: WriteTransaction, spaceId: number, input: Insert): Promise<void> {
  const members = input.memberPermissions.length === 0 ? undefined : await groupNamed(tx.db, GROUP_USERS)
  await insertGrants(tx, spaceId, [
    ...(members
      ? input.memberPermissions.map(permission => ({ account_id: null, group_id: members.id, permission }))
      : []),
    ...(input.administratorId === null
      ? []
      : SPACE_PERMISSIONS.map(permission => ({ account_id: input.administratorId, group_id: null, permission }))),
  ])
}
