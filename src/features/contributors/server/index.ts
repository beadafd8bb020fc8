export { contributorsFeature } from './feature.ts'
