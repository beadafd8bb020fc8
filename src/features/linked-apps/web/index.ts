export { useApproval } from './approval.ts'
export { linkedAppsWeb } from './feature.tsx'
