/** States of an upload, by the names that backups have. */
export const IMPORT_STATES = ['QUEUED', 'PROCESSING', 'FINISHED', 'FAILED'] as const

/** Counts of an import, as its keys of translations. */
export const IMPORT_COUNTS = [
  'Spaces',
  'Pages',
  'Blog posts',
  'Versions',
  'Files',
  'Comments',
  'Templates',
  'People',
  'Groups',
  'Drafts left out',
] as const
