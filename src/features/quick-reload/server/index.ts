export { quickReloadFeature } from './feature.ts'
export { liveUpdates } from './settings.ts'
