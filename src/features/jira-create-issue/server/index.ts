export { jiraCreateIssueFeature } from './feature.ts'
