export const JOB_STATES = ['QUEUED', 'PROCESSING', 'FINISHED', 'FAILED', 'CANCELLING', 'CANCELLED'] as const
export const JOB_OPERATIONS = ['BACKUP', 'RESTORE'] as const
/** `SITE`: the whole wiki, or all spaces of a site export. */
export const JOB_SCOPES = ['SITE', 'SPACE'] as const
