export { contentCoreFeature } from './feature.ts'
