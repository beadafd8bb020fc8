export { accountsFeature, createAccountsFeature } from './feature.ts'
export { accessChanged } from './access.ts'
export { now } from './clock.ts'
export {
  accountBelongings,
  signInProofs,
  tokenIssuers,
  type IssuedToken,
  type SignInProof,
} from './extension-points.ts'
export { createAccount, requireAccount, setActive, setPassword, type NewAccount } from './users/accounts.ts'
export { completeImported, importAccount } from './users/import.ts'
export { displayNameSchema, emailSchema, groupNameSchema, usernameSchema } from '../contract/fields.ts'
export { accountBy, accountsById, accountsWith, findAccount, type AccountRef } from './users/store.ts'
export {
  accountsMentioned,
  avatarUrl,
  mayViewProfile,
  personOf,
  profilePath,
  pictureUrl,
  type Person,
} from './users/people.ts'
export { searchAccounts, type UserSearch } from './users/directory-store.ts'
export { personLink, personNamed } from './users/person-link.ts'
export { publicProfile, visibleUser } from './users/routes.ts'
export { updateAccount, type AccountChanges } from './users/changes.ts'
export {
  addToGroup,
  createGroup,
  deleteGroup,
  findGroup,
  groupView,
  removeFromGroup,
  requireGroup,
  type GroupView,
} from './groups/groups.ts'
export { groupNamed, groupsById, groupsWith, type Group } from './groups/store.ts'
export { GROUP_ADMINISTRATORS, GROUP_USERS } from './groups/built-in.ts'
export { grant, revoke, type Subject } from './permissions/grants.ts'
export { nameKey } from './names.ts'
export { requireAdministrator, requireUse, requireUser } from './policies.ts'
export { tokenChallenge } from './tokens/challenge.ts'
export { isElevated, requireElevatedAdministrator, requireElevation } from './sign-in/elevation.ts'
export { localDestination } from './sign-in/destination.ts'
export { sessionOptions, setSessionCookie } from './sign-in/cookies.ts'
export { hashSecret } from './sign-in/secrets.ts'
export { createSessionIn } from './sign-in/sessions.ts'
export { formPage } from './form-page.ts'
export { createFirstAdministrator, hasAccounts, notSetUp } from './first-start.ts'
export {
  GLOBAL_ADMINISTER,
  GLOBAL_CREATE_PERSONAL_SPACE,
  GLOBAL_CREATE_SPACE,
  GLOBAL_USE,
  GLOBAL_VIEW_USERS,
  type GlobalPermission,
} from './permissions/global-permissions.ts'
export { anonymousMayUse, hasGlobalPermission } from './permissions/policies.ts'
export { asAnonymous, contextOfAccount, contextOfVisitor, viewerOf, viewersOf, type Account } from './viewer.ts'
export * as accountCommands from './commands.ts'
