export { bookmarkletFeature } from './feature.ts'
