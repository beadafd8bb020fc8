export { demoSpaceFeature } from './feature.ts'
