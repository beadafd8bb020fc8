export { createBackupJobsFeature } from './feature.ts'
