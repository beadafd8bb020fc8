export { recentlyViewedWeb } from './feature.tsx'
export { filterVisited, type VisitedPage } from '../visited.ts'
export { useVisitedPages } from './useVisitedPages.ts'
