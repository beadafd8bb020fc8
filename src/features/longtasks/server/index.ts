export { longTasksFeature } from './feature.ts'
