export { recentlyViewedWeb } from './feature.tsx'
export { filterVisited } from '../visited-list.ts'
export type { VisitedPage } from '../visited.ts'
export { useVisitedPages } from './useVisitedPages.ts'
