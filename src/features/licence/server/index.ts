export { licenceFeature } from './feature.ts'
