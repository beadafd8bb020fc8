/** May sign in and use the wiki. */
export const GLOBAL_USE = 'use:application'
/** System administrator: passes every policy. */
export const GLOBAL_ADMINISTER = 'administer:application'
export const GLOBAL_CREATE_SPACE = 'create:space'
export const GLOBAL_CREATE_PERSONAL_SPACE = 'create:personal_space'
/** May see the profiles of other users. */
export const GLOBAL_VIEW_USERS = 'read:users'

export const GLOBAL_PERMISSIONS = [
  GLOBAL_USE,
  GLOBAL_CREATE_PERSONAL_SPACE,
  GLOBAL_CREATE_SPACE,
  GLOBAL_VIEW_USERS,
  GLOBAL_ADMINISTER,
] as const
export type GlobalPermission = (typeof GLOBAL_PERMISSIONS)[number]

/**
 * The stored form of {@link GLOBAL_USE} for signed-in users who do not have it themselves. Stored without account and
 * group, as the grants of anonymous visitors are, under a separate name.
 */
export const UNLICENSED_USE = `unlicensed:${GLOBAL_USE}`
