export { pageTreeFeature } from './feature.ts'
