import type { SelectionAction } from '#features/highlight/shared.ts'

export const ADD_INLINE_COMMENT: SelectionAction = {
  key: 'com.atlassian.confluence.plugins.confluence-inline-comments:create-inline-comment',
  label: 'Comment on this text',
  styleClass: 'add-inline-comment',
  workingArea: 'MAINCONTENT_ONLY',
}

/** Threads of a page that one answer holds at most. */
export const MOST_THREADS = 1000
