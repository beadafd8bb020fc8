/** Every account that may use the wiki is in this group unless an administrator takes it out. */
export const GROUP_USERS = 'confluence-users'
export const GROUP_ADMINISTRATORS = 'confluence-administrators'
