export { accessRequestsFeature } from './feature.ts'
