export { quickReloadWeb } from './feature.tsx'
export { usePageChange } from './page-change.ts'
