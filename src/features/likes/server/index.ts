export { likesFeature } from './feature.ts'
export { importLikes } from './store.ts'
