export { recentlyViewedWeb } from './feature.tsx'
export { visitedPages } from './storage.ts'
