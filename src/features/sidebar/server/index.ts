export { sidebarFeature } from './feature.ts'
export { addQuickLink } from './links.ts'
