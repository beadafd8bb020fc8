export { sidebarFeature } from './feature.ts'
