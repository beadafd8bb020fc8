export { analyticsWeb } from './feature.tsx'
export { withSearchId } from './from-search.ts'
