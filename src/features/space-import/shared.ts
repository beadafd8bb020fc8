/** States of an import. `PROCESSING` is one that runs; `CANCELLING` one that runs and is to stop. */
export const IMPORT_STATES = [
  'ANALYSING',
  'READY',
  'QUEUED',
  'PROCESSING',
  'CANCELLING',
  'CANCELLED',
  'FINISHED',
  'FAILED',
] as const

/** Kinds of things that a report counts, as its keys of translations. */
export const IMPORT_KINDS = [
  'Pages',
  'Blog posts',
  'Versions',
  'Drafts',
  'Comments',
  'Inline comments',
  'Files',
  'File versions',
  'Labels',
  'Likes',
  'Watches',
  'Saved for later',
  'Restrictions',
  'Permissions',
  'Properties',
  'Templates',
  'Categories',
] as const

/** Parts of an export that remarks are about, as keys of translations. */
export const IMPORT_TOPICS = [
  'Pages',
  'Texts',
  'Macros',
  'Links',
  'Files',
  'Comments',
  'People',
  'Labels',
  'Permissions',
  'Templates',
  'Export',
] as const

/** The place of a remark: something arrived changed, was left out, or arrived and needs a look. */
export const IMPORT_EFFECTS = ['changed', 'skipped', 'noted'] as const

/** Ways to take over a user or group of an export: as one that is here, as a new one, or not at all. */
export const PERSON_ACTIONS = ['match', 'create', 'skip'] as const

/** By what a user or group of an export was found here; `choice` for one that an administrator chose. */
export const PERSON_MATCHES = ['key', 'name', 'email', 'choice'] as const

/** Whether a text is the address of a wiki: one of http or https. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(text) && URL.canParse(text)
}
