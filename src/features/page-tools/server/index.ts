export { pageToolsFeature } from './feature.ts'
export { toolDocument, type ToolScreen } from './document.ts'
export { requirePage } from './head.ts'
export { listOf, seededPages } from './lists.ts'
