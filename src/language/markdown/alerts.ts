/** The macros of message boxes by the words of alerts, as GitHub writes them. */
export const MACRO_OF_ALERT: Readonly<Record<string, string>> = {
  NOTE: 'info',
  TIP: 'tip',
  IMPORTANT: 'note',
  WARNING: 'note',
  CAUTION: 'warning',
}

/** The words by which Markdown names these macros. */
export const ALERT_OF_MACRO: Readonly<Record<string, string>> = {
  info: 'NOTE',
  tip: 'TIP',
  note: 'WARNING',
  warning: 'CAUTION',
}
