export { openApproval, useApproval } from './approval.ts'
export { linkedAppsWeb } from './feature.tsx'
