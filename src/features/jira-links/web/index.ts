export { jiraLinksWeb } from './feature.tsx'
