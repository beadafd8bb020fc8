export { likesFeature } from './feature.ts'
export { followEnabled } from './settings.ts'
