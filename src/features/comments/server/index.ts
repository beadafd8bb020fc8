export { commentsFeature } from './feature.ts'
