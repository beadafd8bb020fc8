export { profileCardFeature } from './feature.ts'
