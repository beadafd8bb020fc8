export { recentlyViewedFeature } from './feature.ts'
