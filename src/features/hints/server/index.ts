export { hintsFeature } from './feature.ts'
export { hasDiscovered } from './store.ts'
