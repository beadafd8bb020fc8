export {
  requestAs,
  requestAsNobody,
  NotApprovedError,
  type ApplicationAnswer,
  type ApplicationRequest,
} from './client.ts'
export { linkedAppsFeature } from './feature.ts'
export { timeLimit, unreadable } from './send.ts'
export { isLinked } from './service.ts'
export { applicationsOfType, approvalsOf, type LinkedApplicationRow } from './store.ts'
