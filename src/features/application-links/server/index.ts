export { applicationLinksFeature } from './feature.ts'
