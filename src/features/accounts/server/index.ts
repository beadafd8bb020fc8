export { accountsFeature, createAccountsFeature } from './feature.ts'
export { signInProofs, type SignInProof } from './extension-points.ts'
export {
  createAccount,
  findAccount,
  requireAccount,
  setActive,
  setPassword,
  type AccountRef,
  type NewAccount,
} from './users/accounts.ts'
export {
  accountsById,
  accountsMentioned,
  avatarUrl,
  mayViewProfile,
  personOf,
  profilePath,
  pictureUrl,
  type Person,
} from './users/people.ts'
export { searchAccounts, type UserSearch } from './users/lists.ts'
export { publicProfile, visibleUser } from './users/routes.ts'
export { updateAccount, type AccountChanges } from './users/changes.ts'
export {
  addToGroup,
  createGroup,
  deleteGroup,
  findGroup,
  removeFromGroup,
  requireGroup,
  type Group,
} from './groups/groups.ts'
export { groupsById, groupView, type GroupView } from './groups/lists.ts'
export { GROUP_ADMINISTRATORS, GROUP_USERS } from './groups/built-in.ts'
export { grant, revoke, type Subject } from './permissions/grants.ts'
export { nameKey } from './names.ts'
export { requireAdministrator, requireUse, requireUser } from './policies.ts'
export { isElevated, requireElevatedAdministrator, requireElevation } from './sign-in/elevation.ts'
export { localDestination } from './sign-in/destination.ts'
export { sessionOptions, setSessionCookie } from './sign-in/cookies.ts'
export { hashSecret } from './sign-in/secrets.ts'
export { createSessionIn } from './sign-in/sessions.ts'
export { formPage } from './form-page.ts'
export { createFirstAdministrator, hasAccounts, notSetUp } from './first-start.ts'
export {
  anonymousMayUse,
  GLOBAL_ADMINISTER,
  GLOBAL_CREATE_PERSONAL_SPACE,
  GLOBAL_CREATE_SPACE,
  GLOBAL_USE,
  GLOBAL_VIEW_USERS,
  hasGlobalPermission,
  type GlobalPermission,
} from './permissions/global-permissions.ts'
export { asAnonymous, contextOfAccount, viewerOf, viewersOf, type Account } from './viewer.ts'
export * as accountCommands from './commands.ts'
