export { propertiesFeature } from './feature.ts'
