export { clusterFeature } from './feature.ts'
