export { liveSearchFeature } from './feature.ts'
