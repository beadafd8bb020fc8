/** Name of the subscriber that keeps the report up to date. */
export const SUBSCRIBER = 'diagram-summaries'
/** Kind of the job that reads all diagrams for the report. */
export const FILL_JOB = 'diagrams.summarise'
/** Approximations of a diagram that are stored; all are counted. */
export const MOST_STORED = 100
