export { pagePropertiesFeature } from './feature.ts'
