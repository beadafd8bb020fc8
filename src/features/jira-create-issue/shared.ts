import type { SelectionAction } from '#features/highlight/shared.ts'

/** Action on selected text of a page. */
export const CREATE_ISSUE: SelectionAction = {
  key: 'com.atlassian.confluence.plugins.confluence-jira-content:create-JIRA-issue-summary',
  label: 'Create issue',
  styleClass: 'create-jira-issue-summary',
  workingArea: 'MAINCONTENT_ONLY',
}

/** Meta of a document: whether a Jira is linked in which users can create issues. */
export const CAN_CREATE_META = 'ox-jira-create-issue'

/** Parameter of a page's address after issues were created from its text. */
export const CREATED_PARAMETER = 'JIRAIssuesCreated'
/** Time for which the banner shows that all issues were created, milliseconds. */
export const BANNER_MS = 10_000

/** Issues that are created at once. */
export const MOST_ISSUES = 50
/** Characters of a summary, as in Jira. */
export const MOST_SUMMARY = 255
/** Characters of a description, as in Jira. */
export const MOST_DESCRIPTION = 32_767
/** Projects of one answer. */
export const MOST_PROJECTS = 50

/** Controls for fields. Fields of other types can be filled in by Jira alone. */
export const FIELD_KINDS = ['text', 'paragraph', 'number', 'date', 'choice', 'choices', 'labels', 'other'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]
