export { adminFeature } from './feature.ts'
