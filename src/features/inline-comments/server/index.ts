export { inlineCommentsFeature } from './feature.ts'
export { darkFeaturesOff } from './settings.ts'
