export { accountsFeature, createAccountsFeature } from './feature.ts'
export { createAccount, findAccount, requireAccount, setActive, setPassword, type AccountRef, type NewAccount } from './users/accounts.ts'
export { accountsById, personOf, type Person } from './users/people.ts'
export { addToGroup, createGroup, deleteGroup, findGroup, removeFromGroup, requireGroup, type Group } from './groups/groups.ts'
export { GROUP_ADMINISTRATORS, GROUP_USERS } from './groups/built-in.ts'
export { createFirstAdministrator, hasAccounts } from './first-start.ts'
export {
  anonymousMayUse, GLOBAL_ADMINISTER, GLOBAL_CREATE_PERSONAL_SPACE, GLOBAL_CREATE_SPACE, GLOBAL_USE, GLOBAL_VIEW_USERS,
  hasGlobalPermission, type GlobalPermission,
} from './permissions/global-permissions.ts'
export type { Account } from './viewer.ts'
