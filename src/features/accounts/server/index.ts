export { accountsById, personOf, type Person } from './people.ts'
export {
  anonymousMayUse, GLOBAL_ADMINISTER, GLOBAL_CREATE_PERSONAL_SPACE, GLOBAL_CREATE_SPACE, GLOBAL_USE, GLOBAL_VIEW_USERS,
  hasGlobalPermission,
} from './global-permissions.ts'
export type { Account } from './viewer.ts'
