export { inlineCommentsFeature } from './feature.ts'
