export { savedPagesFeature } from './feature.ts'
