export { siteInfoFeature } from './feature.ts'
