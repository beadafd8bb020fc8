export { analyticsWeb } from './feature.tsx'
export { withSearchId } from './from-search.ts'
export { track } from './track.ts'
