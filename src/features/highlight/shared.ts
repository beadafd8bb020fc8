/** Area in which a text must be selected for an action to be offered. */
export type WorkingArea = 'MAINCONTENT_ONLY' | 'COMMENT_ONLY' | 'MAINCONTENT_AND_COMMENT'

/** An action on selected text, as both halves know it. */
export interface SelectionAction {
  key: string
  /** i18n key. */
  label: string
  styleClass: string
  workingArea: WorkingArea
}

export const QUOTE_IN_COMMENT: SelectionAction = {
  key: 'com.atlassian.confluence.plugins.confluence-highlight-actions:quote-comment',
  label: 'Quote in comment',
  styleClass: 'quote-comment',
  workingArea: 'MAINCONTENT_AND_COMMENT',
}
