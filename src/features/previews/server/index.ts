export { previewsFeature } from './feature.ts'
