export const PROPERTIES_REPORT_MACRO = 'detailssummary'
/** Rows of a report that are shown at once, and at most. */
export const REPORT_PAGE_SIZE = 30
export const MOST_REPORT_ROWS = 200
