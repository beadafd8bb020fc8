export { quickReloadFeature } from './feature.ts'
