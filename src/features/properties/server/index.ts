export { propertiesFeature } from './feature.ts'
export { importProperties } from './store.ts'
