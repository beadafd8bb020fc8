export { jiraCreateIssueWeb } from './feature.tsx'
