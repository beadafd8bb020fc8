export {
  requestAs,
  requestAsNobody,
  AccessRefusedError,
  NotApprovedError,
  type ApplicationAnswer,
  type ApplicationRequest,
} from './client.ts'
export { linkedAppsFeature } from './feature.ts'
export { jsonOf, send, timeLimit, unreadable } from './send.ts'
export { isLinked, linkApplication, makePrimary, relocateApplication, unlinkApplication } from './service.ts'
export {
  allApplications,
  applicationById,
  applicationsOfType,
  approvalsOf,
  requireApplication,
  type LinkedApplicationRow,
} from './store.ts'
