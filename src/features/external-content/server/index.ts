export { externalContentFeature } from './feature.ts'
