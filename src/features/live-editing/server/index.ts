export { liveEditingFeature } from './feature.ts'
export { isLive, requireRoom } from './policy.ts'
export { liveEditing } from './settings.ts'
export { editorsOf } from './store.ts'
