import { webFeature } from '#platform/web/feature.ts'
export const jiraCreateIssueWeb = webFeature({ name: 'jira-create-issue' })
