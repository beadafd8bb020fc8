import type { ImportEffect, ImportKind, ImportTopic } from '../../contract.ts'

/** Reasons for which things are left out, with the kind that they are counted as. Each is one remark with their number. */
export const LEFT_OUT = {
  'Blog posts left out, since they are in no space of the export: {{number}}': { topic: 'Pages', kind: 'Blog posts' },
  'Pages left out, since they are in no space of the export: {{number}}': { topic: 'Pages', kind: 'Pages' },
  'Space categories left out, since a space can have at most 50: {{number}}': { topic: 'Labels', kind: 'Categories' },
  'Comments left out, since they are on no page of the export: {{number}}': { topic: 'Comments', kind: 'Comments' },
  'Comments left out, since they were deleted: {{number}}': { topic: 'Comments', kind: 'Comments' },
  'Comments left out, since they are on files that were left out: {{number}}': { topic: 'Comments', kind: 'Comments' },
  'Files left out, since they are on no page or blog post of the export: {{number}}': { topic: 'Files', kind: 'Files' },
  'Files left out, since they were deleted: {{number}}': { topic: 'Files', kind: 'Files' },
  'Files left out, since the export lacks all of their bytes: {{number}}': { topic: 'Files', kind: 'Files' },
  'Global permissions left out, since an import changes none: {{number}}': {
    topic: 'Permissions',
    kind: 'Permissions',
  },
  'Labels left out, since the export does not name the users whose personal labels they are: {{number}}': {
    topic: 'Labels',
    kind: 'Labels',
  },
  'Labels left out, since the users whose personal labels they are were left out: {{number}}': {
    topic: 'Labels',
    kind: 'Labels',
  },
  'Labels left out, since others have the same name here: {{number}}': { topic: 'Labels', kind: 'Labels' },
  'Labels left out, since a page or file can have at most 500: {{number}}': { topic: 'Labels', kind: 'Labels' },
  'Labels left out, since they are on files that were left out: {{number}}': { topic: 'Labels', kind: 'Labels' },
  'Labels of spaces left out, since spaces have categories only: {{number}}': { topic: 'Labels', kind: null },
  'Labels of templates left out, since they are personal or categories: {{number}}': { topic: 'Labels', kind: null },
  'Likes left out, since the export does not name their users: {{number}}': { topic: 'People', kind: 'Likes' },
  'Likes left out, since their users were left out: {{number}}': { topic: 'People', kind: 'Likes' },
  'Likes left out, since they are on comments that were left out: {{number}}': { topic: 'People', kind: 'Likes' },
  'Likes left out, since their users like the same already: {{number}}': { topic: 'People', kind: 'Likes' },
  'Members of groups left out, since groups are made without members: {{number}}': { topic: 'People', kind: null },
  'Space permissions left out, since they are for programs or for functions that this wiki does not have: {{number}}': {
    topic: 'Permissions',
    kind: 'Permissions',
  },
  'Permissions left out, since their users or groups are not here: {{number}}': {
    topic: 'Permissions',
    kind: 'Permissions',
  },
  'Permissions left out, since they are given more than once: {{number}}': {
    topic: 'Permissions',
    kind: 'Permissions',
  },
  'Permissions of visitors left out, since only users can have them: {{number}}': {
    topic: 'Permissions',
    kind: 'Permissions',
  },
  'Users and groups left out of restrictions, since they are not here: {{number}}': {
    topic: 'Permissions',
    kind: null,
  },
  'Properties left out, since they have no key or a key that is too long: {{number}}': {
    topic: 'Texts',
    kind: 'Properties',
  },
  'Saved pages and spaces left out, since the export does not name their users: {{number}}': {
    topic: 'People',
    kind: 'Saved for later',
  },
  'Saved pages and spaces left out, since their users were left out: {{number}}': {
    topic: 'People',
    kind: 'Saved for later',
  },
  'Saved pages and spaces left out, since their users saved the same already: {{number}}': {
    topic: 'People',
    kind: 'Saved for later',
  },
  'Templates left out, since they have no name: {{number}}': { topic: 'Templates', kind: 'Templates' },
  'Templates of the site left out, since only some spaces were chosen: {{number}}': {
    topic: 'Templates',
    kind: 'Templates',
  },
  'Watches left out, since the export does not name their users: {{number}}': { topic: 'People', kind: 'Watches' },
  'Watches left out, since their users were left out: {{number}}': { topic: 'People', kind: 'Watches' },
  'Watches left out, since their users watch the same already: {{number}}': { topic: 'People', kind: 'Watches' },
} as const satisfies Record<string, { topic: ImportTopic; kind: ImportKind | null }>

export type LeftOutReason = keyof typeof LEFT_OUT

export interface RemarkFacts {
  topic: ImportTopic
  effect: ImportEffect
  /** The value by which remarks are grouped. */
  subject?: string
}

/** Remarks on single things. */
export const REMARKS = {
  '"{{where}}" has several files named "{{file}}"; one of them is "{{name}}" here': {
    topic: 'Files',
    effect: 'changed',
    subject: 'file',
  },
  'A deleted version of "{{where}}" was left out': { topic: 'Pages', effect: 'skipped' },
  'An answer on "{{where}}" stands alone here, since the comment that it answers was left out': {
    topic: 'Comments',
    effect: 'changed',
  },
  'An empty comment on "{{where}}" was left out': { topic: 'Comments', effect: 'skipped' },
  'Ids of blog posts that were taken here, with the new ones: {{list}}': { topic: 'Pages', effect: 'changed' },
  'Ids of comments that were taken here, with the new ones: {{list}}': { topic: 'Comments', effect: 'changed' },
  'Ids of files that were taken here, with the new ones: {{list}}': { topic: 'Files', effect: 'changed' },
  'Ids of pages that were taken here, with the new ones: {{list}}': { topic: 'Pages', effect: 'changed' },
  'The export has {{number}} spaces with the key {{key}}; they are one space here': {
    topic: 'Export',
    effect: 'changed',
  },
  'The export lacks the bytes of "{{file}}", version {{version}}': {
    topic: 'Files',
    effect: 'skipped',
    subject: 'file',
  },
  'The group "{{name}}" was left out: no group can have that name': {
    topic: 'People',
    effect: 'skipped',
    subject: 'name',
  },
  'The label "{{name}}" was left out: no label can have that name': {
    topic: 'Labels',
    effect: 'skipped',
    subject: 'name',
  },
  'The macro "{{macro}}" in "{{where}}" is not known here; a box with its name is shown in its place': {
    topic: 'Macros',
    effect: 'noted',
    subject: 'macro',
  },
  'The page "{{title}}" could not be moved to where it is in the export: {{reason}}': {
    topic: 'Pages',
    effect: 'noted',
  },
  'The page "{{title}}" is in the trash of the export, and stays here': { topic: 'Pages', effect: 'noted' },
  'The page "{{title}}" is in the trash here or was deleted, and stays so': { topic: 'Pages', effect: 'skipped' },
  '"{{where}}" was changed here and in the export since it was imported; it stays as it is here': {
    topic: 'Pages',
    effect: 'skipped',
  },
  'A comment on "{{where}}" was changed here and in the export since it was imported; it stays as it is here': {
    topic: 'Comments',
    effect: 'skipped',
  },
  'The file "{{file}}" of "{{where}}" was changed here and in the export since it was imported; it stays as it is here':
    {
      topic: 'Files',
      effect: 'skipped',
      subject: 'file',
    },
  'Pages that are no longer in the export, and stay here: {{list}}': {
    topic: 'Pages',
    effect: 'noted',
  },
  'No user sees the page "{{title}}" here until its restriction is changed: the restricted page above it is not here': {
    topic: 'Permissions',
    effect: 'changed',
  },
  '"{{where}}" is below a restricted page in the export, and not here; what is new in it was left out': {
    topic: 'Permissions',
    effect: 'skipped',
  },
  'The file "{{file}}" of "{{where}}" is called "{{name}}" in the export, and keeps its name here': {
    topic: 'Files',
    effect: 'noted',
    subject: 'file',
  },
  'The file "{{file}}" is on another page here than in the export, and stays there': {
    topic: 'Files',
    effect: 'noted',
    subject: 'file',
  },
  'The page "{{title}}" is at the top of its space here, since the page above it was not imported': {
    topic: 'Pages',
    effect: 'changed',
  },
  'The page "{{title}}" is called "{{name}}" here, since another page has its title': {
    topic: 'Pages',
    effect: 'changed',
  },
  'The page "{{title}}" was archived; it is among the other pages here': { topic: 'Pages', effect: 'changed' },
  'The property "{{key}}" of a page was left out: its value is no JSON, or too long': {
    topic: 'Texts',
    effect: 'skipped',
    subject: 'key',
  },
  'The space {{key}} was already imported and stays as it is': { topic: 'Export', effect: 'noted' },
  'The template "{{name}}" was left out, since another template has its name': {
    topic: 'Templates',
    effect: 'skipped',
  },
  'The text of "{{where}}" cannot be read and is shown as it is: {{reason}}': { topic: 'Texts', effect: 'changed' },
  'The text of "{{where}}" cannot be read: {{reason}}. Its first {{number}} characters are shown as they are': {
    topic: 'Texts',
    effect: 'changed',
  },
  'The text of "{{where}}" has characters that XML forbids, which were left out: {{number}}': {
    topic: 'Texts',
    effect: 'changed',
  },
  '"{{where}}" links to the content with the id {{id}}, which is not here': {
    topic: 'Links',
    effect: 'noted',
  },
  '"{{where}}" shows or links to the file "{{file}}", which is not here': {
    topic: 'Links',
    effect: 'noted',
    subject: 'file',
  },
  '"{{where}}" links to "{{title}}" in the space {{key}}, which is not here': {
    topic: 'Links',
    effect: 'noted',
    subject: 'key',
  },
  'entities.xml of the export declares the encoding {{encoding}}, which is unknown, and was read as UTF-8': {
    topic: 'Export',
    effect: 'changed',
  },
  'entities.xml of the export has bytes that are not UTF-8, and were read as Windows-1252: {{number}}': {
    topic: 'Export',
    effect: 'changed',
  },
  'entities.xml of the export has characters that XML forbids, which were left out: {{number}}': {
    topic: 'Export',
    effect: 'changed',
  },
  'entities.xml of the export is encoded in {{encoding}} and was read as such': { topic: 'Export', effect: 'noted' },
} as const satisfies Record<string, RemarkFacts>

/** Sentences of remarks; the table has what each is about. */
export type RemarkText = keyof typeof REMARKS
