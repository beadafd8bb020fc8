export { siteInfoFeature } from './feature.ts'
export { readServerId } from './identity.ts'
