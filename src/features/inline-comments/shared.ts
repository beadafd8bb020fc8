import type { SelectionAction } from '#features/highlight/shared.ts'

export const ADD_INLINE_COMMENT: SelectionAction = {
  key: 'com.atlassian.confluence.plugins.confluence-inline-comments:create-inline-comment',
  label: 'Comment on this text',
  styleClass: 'add-inline-comment',
  workingArea: 'MAINCONTENT_ONLY',
}

/** Threads of a page that one answer holds at most. */
export const MOST_THREADS = 1000

/** Parts of the feature that administrators may switch off, by the names of the old product. */
export const DARK_FEATURES = [
  'confluence-inline-comments',
  'confluence-inline-comments-resolved',
  'confluence-inline-comments-rich-editor',
  'confluence-inline-comments-dangling-comment',
] as const
export type DarkFeature = (typeof DARK_FEATURES)[number]

/** Meta of documents with the names of those that are on, joined by commas. */
export const DARK_FEATURES_META = 'ajs-enabled-dark-features'
