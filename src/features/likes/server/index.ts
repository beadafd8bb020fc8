export { likesFeature } from './feature.ts'
export { followEnabled } from './settings.ts'
export { importLikes } from './store.ts'
