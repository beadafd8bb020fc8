export { watchesFeature } from './feature.ts'
export { setContentWatch } from './store.ts'
