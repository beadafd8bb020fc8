export { applicationLinksFeature } from './feature.ts'
export { linksOfSpace, spacesOfEntity, type EntityLinkRow } from './store.ts'
