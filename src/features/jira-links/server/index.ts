export { jiraLinksFeature } from './feature.ts'
